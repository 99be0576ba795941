//! A server on the official SDK for Rust, over stdio, or over Streamable HTTP on a port that it is given.
//!
//!     mcp-server [PORT]

use std::time::Duration;

use rmcp::{
    ErrorData, Json, RoleServer, ServerHandler, ServiceExt,
    handler::server::{router::tool::ToolRouter, wrapper::Parameters},
    model::*,
    schemars::{self, JsonSchema},
    service::RequestContext,
    tool, tool_handler, tool_router,
    transport::{
        StreamableHttpServerConfig, StreamableHttpService,
        streamable_http_server::session::local::LocalSessionManager,
    },
};
use serde::{Deserialize, Serialize};

#[derive(Clone)]
struct Kit {
    tool_router: ToolRouter<Self>,
}

#[derive(Deserialize, JsonSchema)]
struct Said {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Terms {
    a: i64,
    b: i64,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    result: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Stock {
    item: String,
}

#[tool_router]
impl Kit {
    #[tool(description = "Says what it is told")]
    fn echo(&self, Parameters(Said { text }): Parameters<Said>) -> String {
        text
    }

    #[tool(description = "Adds two numbers")]
    fn add(&self, Parameters(Terms { a, b }): Parameters<Terms>) -> Json<Sum> {
        Json(Sum { result: a + b })
    }

    #[tool(description = "Takes its time, and tells how far it is")]
    async fn count_slowly(&self, context: RequestContext<RoleServer>) -> String {
        for step in 1..=4 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            if let Some(token) = context.meta.get_progress_token() {
                let progress =
                    ProgressNotificationParam::new(token, f64::from(step)).with_total(4.0);
                // A client that is gone hears nothing of it.
                let _ = context.peer.notify_progress(progress).await;
            }
        }
        "counted".into()
    }

    #[tool(description = "Fails, for there is no stock")]
    fn check_stock(&self, Parameters(Stock { item }): Parameters<Stock>) -> Result<String, String> {
        Err(format!("there is no stock to look for {item} in"))
    }
}

fn text(uri: &str, text: String) -> ResourceContents {
    ResourceContents::TextResourceContents {
        uri: uri.into(),
        mime_type: Some("text/plain".into()),
        text,
        meta: None,
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Kit {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_resources()
            .enable_tools()
            .enable_completions()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("rust-server", "1.0.0"))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = vec![
            Resource::new("kit://greeting", "greeting"),
            Resource::new("kit://bytes", "bytes"),
        ];
        Ok(ListResourcesResult {
            resources,
            ..Default::default()
        })
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let resource_templates = vec![ResourceTemplate::new("kit://greetings/{name}", "greetings")];
        Ok(ListResourceTemplatesResult {
            resource_templates,
            ..Default::default()
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.as_str();
        let contents = match (uri, uri.strip_prefix("kit://greetings/")) {
            ("kit://greeting", _) => text(uri, "Good day".into()),
            ("kit://bytes", _) => ResourceContents::BlobResourceContents {
                uri: uri.into(),
                mime_type: Some("application/octet-stream".into()),
                blob: "AAEC".into(),
                meta: None,
            },
            (_, Some(name)) => text(uri, format!("Good day, {name}")),
            _ => {
                return Err(ErrorData::resource_not_found(
                    format!("nothing is at {uri}"),
                    None,
                ));
            }
        };
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let argument = PromptArgument::new("text").with_required(true);
        let prompts = vec![
            Prompt::new("summary", Some("Asks for a summary"), None),
            Prompt::new(
                "translation",
                Some("Asks for a translation"),
                Some(vec![argument]),
            ),
        ];
        Ok(ListPromptsResult {
            prompts,
            ..Default::default()
        })
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let asked = match (request.name.as_str(), arguments.get("text")) {
            ("summary", _) => "Sum up what was said.".into(),
            ("translation", Some(text)) => format!("Translate {text}."),
            ("translation", None) => {
                return Err(ErrorData::invalid_params("text is required", None));
            }
            _ => return Err(ErrorData::invalid_params("there is no such prompt", None)),
        };
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, asked)]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let known = ["good day", "good evening", "hello"];
        let values = known
            .into_iter()
            .filter(|one| one.starts_with(&request.argument.value));
        let values = CompletionInfo::new(values.map(String::from).collect());
        Ok(CompleteResult::new(values.map_err(|problem| {
            ErrorData::internal_error(problem, None)
        })?))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kit = Kit {
        tool_router: Kit::tool_router(),
    };
    let Some(port) = std::env::args().nth(1) else {
        kit.serve(rmcp::transport::stdio()).await?.waiting().await?;
        return Ok(());
    };
    let sessions = LocalSessionManager::default().into();
    let config = StreamableHttpServerConfig::default();
    let service = StreamableHttpService::new(move || Ok(kit.clone()), sessions, config);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
