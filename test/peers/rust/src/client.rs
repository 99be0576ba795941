//! A client on the official SDK for Rust, over stdio and Streamable HTTP, of 2025-11-25, 2026-07-28 or either. Does what its flags say, tells
//! what came of it as one line of JSON.
//!
//!     mcp-client [--version V] [--url URL] [--FLAG VALUE...] [-- COMMAND ARG...]
#![allow(deprecated)] // Roots, levels of logs and subscriptions to one resource are, from 2026-07-28 on.

use std::{collections::HashMap, error::Error, future::Future, time::Duration};

use rmcp::{
    RoleClient,
    model::*,
    service::{ClientLifecycleMode, ClientServiceExt, RunningService},
    transport::{StreamableHttpClientTransport, TokioChildProcess},
};
use serde_json::{Value, json};
use tokio::process::Command;
use user::{User, typed};

mod user;

type Failure = Box<dyn Error>;
type Client = RunningService<RoleClient, User>;

struct Told {
    flags: HashMap<String, String>,
    command: Vec<String>,
}

impl Told {
    fn by(mut words: impl Iterator<Item = String>) -> Self {
        let mut flags = HashMap::new();
        while let Some(word) = words.next().filter(|word| word != "--") {
            let name = word.trim_start_matches('-').to_owned();
            flags.insert(name, words.next().unwrap_or_default());
        }
        Self {
            flags,
            command: words.collect(),
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.flags.get(name).map(String::as_str)
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.get(name).and_then(|digits| digits.parse().ok())
    }

    fn given(&self) -> JsonObject {
        self.get("arguments")
            .and_then(|text| serde_json::from_str(text).ok())
            .unwrap_or_default()
    }

    /// What comes of a request, which is given up where no answer comes in the time that the client has.
    async fn within<T, E: Error + 'static>(
        &self,
        asked: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Failure> {
        let limit = Duration::from_millis(self.number("timeout").unwrap_or(100_000));
        Ok(tokio::time::timeout(limit, asked).await??)
    }
}

async fn pause(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}

fn lifecycle(version: &str) -> ClientLifecycleMode {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    match version {
        "2026-07-28" => ClientLifecycleMode::Discover { preferred_versions },
        "either" => ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: None,
        },
        _ => ClientLifecycleMode::Initialize,
    }
}

async fn connected(told: &Told, user: User) -> Result<Client, Failure> {
    let mode = lifecycle(told.get("version").unwrap_or_default());
    if let Some(url) = told.get("url") {
        let transport = StreamableHttpClientTransport::from_uri(url);
        return told
            .within(user.serve_with_lifecycle(transport, mode))
            .await;
    }
    let mut command = Command::new(&told.command[0]);
    command.args(&told.command[1..]);
    told.within(user.serve_with_lifecycle(TokioChildProcess::new(command)?, mode))
        .await
}

/// Fails where the server does not have what it would be asked for. The SDK leaves that to its users.
fn check(told: &Told, client: &Client) -> Result<(), Failure> {
    let Some(info) = client.peer_info() else {
        return Ok(());
    };
    let has = serde_json::to_value(&info.capabilities)?;
    let listed = told.get("list").map(|what| {
        if what == "templates" {
            "resources"
        } else {
            what
        }
    });
    let needs = [
        (listed.is_some(), listed.unwrap_or_default()),
        (told.get("call").is_some(), "tools"),
        (
            told.get("read").is_some() || told.get("watch").is_some(),
            "resources",
        ),
        (told.get("prompt").is_some(), "prompts"),
        (told.get("complete").is_some(), "completions"),
        (told.get("level").is_some(), "logging"),
    ];
    if let Some((_, lacking)) = needs
        .iter()
        .find(|(wanted, name)| *wanted && has.get(*name).is_none())
    {
        return Err(format!("the server offers no {lacking}").into());
    }
    if told.get("watch").is_some() && has["resources"]["subscribe"] != true {
        return Err("the server takes no subscriptions".into());
    }
    Ok(())
}

async fn listed(told: &Told, client: &Client, what: &str) -> Result<Value, Failure> {
    Ok(match what {
        "tools" => json!(told.within(client.list_all_tools()).await?),
        "resources" => json!(told.within(client.list_all_resources()).await?),
        "templates" => json!(told.within(client.list_all_resource_templates()).await?),
        _ => json!(told.within(client.list_all_prompts()).await?),
    })
}

async fn calls(told: &Told, client: &Client, tool: &str) -> Result<Vec<Value>, Failure> {
    let params = || CallToolRequestParams::new(tool.to_owned()).with_arguments(told.given());
    if let Some(patience) = told.number("cancel-after") {
        // A call that nobody waits for any longer is taken back by the SDK.
        let _ =
            tokio::time::timeout(Duration::from_millis(patience), client.call_tool(params())).await;
        pause(200).await;
    }
    let change = async {
        if let Some(wait) = told.number("roots-after") {
            pause(wait).await;
            let added = ("file:///another/root".into(), "another".into());
            client.service().roots.lock().expect("roots").push(added);
            client.notify_roots_list_changed().await?;
        }
        Ok::<(), rmcp::ServiceError>(())
    };
    if told.number("times").is_some() {
        let (first, second) = tokio::join!(client.call_tool(params()), client.call_tool(params()));
        return Ok(vec![json!(first?), json!(second?)]);
    }
    let (result, changed) = tokio::join!(told.within(client.call_tool(params())), change);
    changed?;
    Ok(vec![json!(result?)])
}

async fn read(told: &Told, client: &Client, uri: &str) -> Result<Value, Failure> {
    Ok(json!(
        told.within(client.read_resource(ReadResourceRequestParams::new(uri)))
            .await?
    ))
}

async fn watched(told: &Told, client: &Client, uri: &str) -> Result<Value, Failure> {
    if told.get("version") == Some("2026-07-28") {
        let filter = typed(json!({ "resourceSubscriptions": [uri] }))?;
        let mut subscription = told.within(client.listen(filter)).await?;
        told.within(subscription.next()).await?;
        return read(told, client, uri).await;
    }
    told.within(client.subscribe(SubscribeRequestParams::new(uri)))
        .await?;
    client.service().updated.notified().await;
    read(told, client, uri).await
}

/// What it did, in its order.
async fn act(told: &Told, client: &Client) -> Result<Vec<Value>, Failure> {
    check(told, client)?;
    let mut done = vec![];
    if let Some(what) = told.get("list") {
        done.push(listed(told, client, what).await?);
        if let Some(wait) = told.number("list-again-after") {
            pause(wait).await;
            done.push(listed(told, client, what).await?);
        }
    }
    if let Some(tool) = told.get("call") {
        done.extend(calls(told, client, tool).await?);
    }
    if let Some(uri) = told.get("read") {
        for _ in 0..told.number("times").unwrap_or(1) {
            done.push(read(told, client, uri).await?);
        }
    }
    if let Some(uri) = told.get("watch") {
        done.push(watched(told, client, uri).await?);
    }
    if let Some(name) = told.get("prompt") {
        let params = typed(json!({ "name": name, "arguments": told.given() }))?;
        done.push(json!(told.within(client.get_prompt(params)).await?));
    }
    if let Some(params) = told.get("complete") {
        done.push(json!(
            told.within(client.complete(serde_json::from_str(params)?))
                .await?
        ));
    }
    if let Some(level) = told.get("level") {
        told.within(client.set_level(typed(json!({ "level": level }))?))
            .await?;
    }
    Ok(done)
}

async fn run(told: &Told) -> Result<Vec<Value>, Failure> {
    let folder = std::env::current_dir()?;
    let root = (format!("file://{}", folder.display()), "work".into());
    let user = User {
        decision: told.get("user").map(String::from),
        roots: std::sync::Arc::new(vec![root].into()),
        updated: Default::default(),
    };
    let client = connected(told, user).await?;
    let results = act(told, &client).await;
    client.cancel().await?;
    results
}

#[tokio::main]
async fn main() {
    let told = Told::by(std::env::args().skip(1));
    let said = run(&told).await;
    let failed = said.is_err();
    println!(
        "{}",
        match said {
            Ok(results) => json!({ "ok": true, "value": { "results": results } }),
            Err(error) => json!({ "ok": false, "error": error.to_string() }),
        }
    );
    if failed {
        std::process::exit(1);
    }
}
