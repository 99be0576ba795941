//! Reads lines of stdin as the definition that was built and writes each as it was read.
#[allow(dead_code, clippy::all)]
mod types {
    include!(concat!(env!("OUT_DIR"), "/types.rs"));
}

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.expect("a line");
        match serde_json::from_str::<types::Read>(&line) {
            Ok(value) => println!("{}", serde_json::to_string(&value).expect("JSON")),
            Err(error) => println!("error: {error}"),
        }
    }
}
