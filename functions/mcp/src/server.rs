//! What the protocol's library asks: who this is, which tools there are, and to call one.

use std::borrow::Cow;
use std::sync::Arc;

use http::request::Parts;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, Implementation, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use web::{Principal, respond};

use crate::session::Sessions;
use crate::tools::Tools;

/// What is told to a model beside the tools' own descriptions.
const INSTRUCTIONS: &str = "Fact checks. For one claim call `verdict`; it searches, compares and labels in one call. The \
                            searches return judged evidence with its source and date. Say nothing that no source says.";

/// How long a client may keep the list of tools: it changes with a deployment only.
const LIST_FRESH_MS: u64 = 300_000;

/// Versions that are spoken. Before the first of them batches had to be taken, and before that there was another transport.
const VERSIONS: [ProtocolVersion; 3] =
    [ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28];

/// The tools and the sessions, as the library sees them.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) tools: Arc<Tools>,
    pub(crate) sessions: Arc<Sessions>,
}

/// Who calls, and the id that the call is logged under: put into the request by this function.
fn caller(context: &RequestContext<RoleServer>) -> Result<(Principal, String), ErrorData> {
    let parts = context.extensions.get::<Parts>();
    let caller = parts.and_then(|parts| parts.extensions.get::<Principal>());
    let (Some(parts), Some(caller)) = (parts, caller) else {
        return Err(ErrorData::internal_error("the call has lost its caller", None));
    };
    Ok((caller.clone(), respond::request_id(&parts.headers)))
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
            .with_server_info(Implementation::new("truthy", env!("CARGO_PKG_VERSION")).with_title("Truthy"))
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Owned(VERSIONS.to_vec())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.list())
            .with_ttl_ms(LIST_FRESH_MS)
            .with_cache_scope(CacheScope::Public))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.get(name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (caller, request_id) = caller(&context)?;
        let arguments = request.arguments.unwrap_or_default();
        let result = self.tools.call(&request.name, arguments, &caller, &request_id).await;
        let unknown = || ErrorData::invalid_params("there is no such tool; tools/list names them", None);
        Ok(result.ok_or_else(unknown)?.into())
    }

    /// No resource can be listed: sessions are known by their ids alone.
    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::default().with_ttl_ms(LIST_FRESH_MS).with_cache_scope(CacheScope::Public))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(vec![Sessions::template()])
            .with_ttl_ms(LIST_FRESH_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (caller, request_id) = caller(&context)?;
        let read = self.sessions.read(&request.uri, &caller, &request_id).await?;
        // A session goes on: what was read is of that moment.
        Ok(read.with_ttl_ms(0).with_cache_scope(CacheScope::Private).into())
    }
}
