//! How the user of the client decides, and what the client says to a server that asks.
#![allow(deprecated)] // Roots and samplings are, from 2026-07-28 on.

use std::sync::{Arc, Mutex};

use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::*,
    service::{NotificationContext, RequestContext},
};
use serde_json::{Map, Value, json};
use tokio::sync::Notify;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

#[derive(Clone)]
pub struct User {
    pub decision: Option<String>,
    pub roots: Arc<Mutex<Vec<(String, String)>>>,
    pub updated: Arc<Notify>,
}

impl User {
    /// `accept`, `decline` or `cancel`. A user who ponders never does anything.
    async fn decide(&self) -> &'static str {
        match self.decision.as_deref() {
            None => "accept",
            Some("dismiss") => "cancel",
            Some("ponder") => std::future::pending().await,
            Some(_) => "decline",
        }
    }
}

/// A value of a type of the SDK, from the names that it has on the wire.
pub fn typed<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value)
        .map_err(|problem| ErrorData::internal_error(problem.to_string(), None))
}

fn choices(field: &Value) -> Vec<Value> {
    let constants = |name: &str| {
        let all = field[name].as_array().cloned().unwrap_or_default();
        all.into_iter()
            .map(|one| one["const"].clone())
            .collect::<Vec<_>>()
    };
    let listed = field["enum"].as_array().cloned().unwrap_or_default();
    [listed, constants("oneOf"), constants("anyOf")].concat()
}

/// The simplest value that the schema of a field allows, or its default.
fn simplest(field: &Value) -> Value {
    if let Some(value) = field.get("default") {
        return value.clone();
    }
    let least = |name: &str| field[name].as_u64().unwrap_or(0) as usize;
    if field["type"] == "array" {
        let all = choices(&field["items"]);
        return all.into_iter().take(least("minItems")).collect();
    }
    if let Some(first) = choices(field).first() {
        return first.clone();
    }
    match (field["type"].as_str(), field["format"].as_str()) {
        (Some("boolean"), _) => json!(true),
        (Some("string"), Some("email")) => json!("a@example.com"),
        (Some("string"), Some("uri")) => json!("https://example.com/"),
        (Some("string"), Some("date")) => json!("2025-11-25"),
        (Some("string"), Some("date-time")) => json!("2025-11-25T00:00:00Z"),
        (Some("string"), _) => {
            let most = field["maxLength"].as_u64().unwrap_or(u64::MAX) as usize;
            let text = format!("{:.<1$}", "text", least("minLength"));
            json!(text.chars().take(most).collect::<String>())
        }
        _ => {
            // A whole number fits numbers and integers alike.
            let least = field["minimum"].as_f64().unwrap_or(1.0).max(1.0).ceil();
            json!(field["maximum"].as_f64().unwrap_or(least).min(least) as i64)
        }
    }
}

impl ClientHandler for User {
    fn get_info(&self) -> ClientConfig {
        let capabilities = json!({ "roots": { "listChanged": true }, "sampling": {}, "elicitation": { "form": {}, "url": {} } });
        let capabilities = serde_json::from_value(capabilities).expect("capabilities");
        ClientConfig::new(capabilities, Implementation::new("rust-client", "1.0.0"))
    }

    async fn list_roots(
        &self,
        _context: RequestContext<RoleClient>,
    ) -> Result<ListRootsResult, ErrorData> {
        let roots = self.roots.lock().expect("roots").clone();
        let roots = roots
            .iter()
            .map(|(uri, name)| json!({ "uri": uri, "name": name }));
        typed(json!({ "roots": roots.collect::<Vec<_>>() }))
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        if params.tools.is_some() || params.tool_choice.is_some() {
            return Err(ErrorData::invalid_params(
                "This client did not declare tools in sampling",
                None,
            ));
        }
        if self.decide().await == "decline" {
            return Err(ErrorData::new(
                ErrorCode(-1),
                "User rejected sampling request",
                None,
            ));
        }
        let said = json!({ "type": "text", "text": "Hello." });
        typed(
            json!({ "role": "assistant", "model": "of-the-kit", "content": said, "stopReason": "endTurn" }),
        )
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let action = self.decide().await;
        let asked = serde_json::to_value(&request).unwrap_or_default();
        let schema = &asked["requestedSchema"];
        if action != "accept" || schema.is_null() {
            return typed(json!({ "action": action }));
        }
        if let Some(dialect) = schema["$schema"].as_str().filter(|one| *one != DIALECT) {
            return Err(ErrorData::invalid_params(
                format!("The dialect {dialect} is not supported"),
                None,
            ));
        }
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let names = required.iter().filter_map(Value::as_str);
        let content: Map<_, _> = names
            .map(|name| (name.into(), simplest(&schema["properties"][name])))
            .collect();
        typed(json!({ "action": action, "content": content }))
    }

    async fn on_resource_updated(
        &self,
        _params: ResourceUpdatedNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.updated.notify_one();
    }
}
