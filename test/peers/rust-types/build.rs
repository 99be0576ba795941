//! Makes types of the bundle that PROCTOR_BUNDLE names. `Read` is the one that PROCTOR_DEFINITION names.
use std::{env, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-env-changed=PROCTOR_BUNDLE");
    println!("cargo:rerun-if-env-changed=PROCTOR_DEFINITION");
    let file = env::var("PROCTOR_BUNDLE").unwrap_or_else(|_| "empty.json".into());
    println!("cargo:rerun-if-changed={file}");
    let text = fs::read_to_string(&file).expect("a bundle");
    let mut bundle: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    // typify knows the definitions of JSON Schema draft 7.
    let definitions = bundle["$defs"].take();
    let text = serde_json::json!({ "definitions": definitions }).to_string().replace("#/$defs/", "#/definitions/");
    let schema: schemars::schema::RootSchema = serde_json::from_str(&text).expect("a schema");
    let mut space = typify::TypeSpace::new(&typify::TypeSpaceSettings::default());
    space.add_root_schema(schema).expect("types");
    let read = env::var("PROCTOR_DEFINITION").unwrap_or_else(|_| "SessionUpdate".into());
    let source = prettyplease::unparse(&syn::parse2::<syn::File>(space.to_stream()).expect("Rust"));
    let out = env::var("OUT_DIR").expect("OUT_DIR");
    fs::write(Path::new(&out).join("types.rs"), format!("{source}\npub type Read = {read};\n")).expect("types.rs");
}
