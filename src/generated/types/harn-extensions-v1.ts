// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * What an agent offers: that of ACP, and what Harn adds.
 */
export type AgentCapabilities = AcpAgentCapabilities & {
  /**
   * What can be put into a session while a turn runs.
   */
  session?: {
    inject?: InjectCapabilities;
    remind?: RemindCapabilities;
    [k: string]: unknown;
  };
  /**
   * Sessions.
   */
  sessionCapabilities?: {
    /**
     * Undoing the last turn.
     */
    rollback?: JsonObject | boolean | null;
    /**
     * Doing again what was undone.
     */
    redo?: JsonObject | boolean | null;
  };
  /**
   * Extensions.
   */
  _meta?: {
    harn?: HarnCapabilities;
    [k: string]: unknown;
  } | null;
};
/**
 * A result of which nothing is said.
 */
export type AnyObject = JsonObject;
/**
 * A result that may be any JSON.
 */
export type AnyValue = JsonObject | Json[] | string | number | boolean | null;
/**
 * Params of `authenticate`: a way to sign in, and what it needs.
 */
export type AuthenticateRequest = AcpAuthenticateRequest & {
  /**
   * Extensions.
   */
  _meta?: {
    /**
     * What Harn adds.
     */
    harn?: {
      /**
       * The key.
       */
      apiKey?: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  } | null;
};
/**
 * Who speaks, or is spoken to.
 */
export type Role = 'assistant' | 'user';
/**
 * The content of an embedded resource: text or bytes.
 */
export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents;
/**
 * One piece of what is said, by either side. `type` tells which kind.
 */
export type ContentBlock =
  | (TextContent & {
      /**
       * Text. Every agent takes it.
       */
      type: 'text';
    })
  | (ImageContent & {
      /**
       * A picture, for agents that take pictures.
       */
      type: 'image';
    })
  | (AudioContent & {
      /**
       * A sound, for agents that take sounds.
       */
      type: 'audio';
    })
  | (ResourceLink & {
      /**
       * A reference. Every agent takes it.
       */
      type: 'resource_link';
    })
  | (EmbeddedResource & {
      /**
       * A resource with its content, for agents that take embedded context.
       */
      type: 'resource';
    });
/**
 * A piece of a message of ACP with what Harn adds to its content.
 */
export type ContentChunk = AcpContentChunk & {
  /**
   * The piece.
   */
  content?: {
    /**
     * Extensions.
     */
    _meta?: {
      harn?: ContentExtension;
      [k: string]: unknown;
    } | null;
  };
};
/**
 * Names a mode of a session.
 */
export type SessionModeId = string;
/**
 * What a setting is about, so that a client can place it. Clients pass over names that they do not know.
 */
export type SessionConfigOptionCategory = 'mode' | 'model' | 'thought_level' | string;
/**
 * Names a setting of a session.
 */
export type SessionConfigId = string;
/**
 * Names a value that a setting can have.
 */
export type SessionConfigValueId = string;
/**
 * Names a group of values.
 */
export type SessionConfigGroupId = string;
/**
 * What the user can choose from: values, or groups of values.
 */
export type SessionConfigSelectOptions = SessionConfigSelectOption[] | SessionConfigSelectGroup[];
/**
 * A setting of a session and its value. `type` tells what kind of setting.
 */
export type SessionConfigOption = SessionConfigSelect & {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it is about.
   */
  category?: SessionConfigOptionCategory | null;
  /**
   * What it does.
   */
  description?: string | null;
  id: SessionConfigId;
  /**
   * Its name for people.
   */
  name: string;
  /**
   * One value out of several.
   */
  type: 'select';
};
/**
 * A way to sign in.
 */
export type AuthMethod = AuthMethodAgent;
/**
 * Number of the protocol version. It rises only where peers of different versions could not understand each other.
 */
export type ProtocolVersion = number;
/**
 * How an agent introduces itself.
 */
export type InitializeResponse = AcpInitializeResponse & {
  agentCapabilities?: AgentCapabilities;
};
/**
 * What a user says: a text, or blocks of content.
 */
export type InjectedContent = string | ContentBlock[];
/**
 * The modes and settings of a session that was loaded.
 */
export type LoadSessionResponse = AcpLoadSessionResponse & {
  modes: SessionModeState;
  /**
   * Every setting with its value.
   */
  configOptions: SessionConfigOption[];
};
/**
 * Names one conversation. The agent chooses it.
 */
export type SessionId = string;
/**
 * The session that was made, with its modes and its settings.
 */
export type NewSessionResponse = AcpNewSessionResponse & {
  modes: SessionModeState;
  /**
   * Every setting with its value.
   */
  configOptions: SessionConfigOption[];
};
/**
 * How much an entry of a plan matters.
 */
export type PlanEntryPriority = 'high' | 'medium' | 'low';
/**
 * Where an entry of a plan stands.
 */
export type PlanEntryStatus = 'pending' | 'in_progress' | 'completed';
/**
 * A plan of ACP with that of Harn.
 */
export type Plan = AcpPlan & {
  harnPlan?: HarnPlan;
  /**
   * Extensions.
   */
  _meta?: {
    /**
     * What Harn adds.
     */
    harn?: {
      harnPlan?: HarnPlan;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  } | null;
};
/**
 * Why a turn ended: done, at the limit of tokens, at the limit of model requests, refused, or cancelled by the client.
 */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';
/**
 * Params of `_harn/providerCatalog`.
 */
export type ProviderCatalogRequest = JsonObject;
/**
 * The catalog. The page names the address of its form and no member; `ProviderCatalog` is that form.
 */
export type ProviderCatalogResponse = JsonObject;
/**
 * What an answer means: yes or no, this time or from now on.
 */
export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
/**
 * Names an answer that the user can give to one question.
 */
export type PermissionOptionId = string;
/**
 * Something that a tool call produced. `type` tells what.
 */
export type ToolCallContent =
  | (Content & {
      /**
       * A content block.
       */
      type: 'content';
    })
  | (Diff & {
      /**
       * A change of a file.
       */
      type: 'diff';
    })
  | (Terminal & {
      /**
       * A terminal.
       */
      type: 'terminal';
    });
/**
 * What a tool does, so that a client can choose a picture and an emphasis.
 */
export type ToolKind =
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other';
/**
 * Where a tool call stands. completed and failed are final.
 */
export type ToolCallStatus = 'pending' | 'in_progress' | 'completed' | 'failed';
/**
 * Names a tool call; no other call of the session has the same.
 */
export type ToolCallId = string;
/**
 * Params of session/request_permission of ACP, with what Harn's page on its bridge shows beside them.
 */
export type RequestPermissionRequest = AcpRequestPermissionRequest & {
  /**
   * The tool call.
   */
  toolCall?: {
    /**
     * The name of the tool.
     */
    toolName?: string;
  };
  /**
   * The mutation session that the call belongs to.
   */
  mutation?: {
    [k: string]: unknown;
  } | null;
  /**
   * The paths that the tool declares.
   */
  declaredPaths?: string[] | null;
};
/**
 * News of a session of ACP, with what Harn says of a branch.
 */
export type SessionInfoUpdate = AcpSessionInfoUpdate & {
  /**
   * Extensions.
   */
  _meta?: {
    /**
     * `forked` for a branch.
     */
    state?: Json;
    /**
     * The session that a branch came from.
     */
    parent_id?: Json;
    /**
     * How many messages it has of that.
     */
    branched_at?: Json;
    /**
     * Its name.
     */
    branch_name?: Json;
    [k: string]: unknown;
  } | null;
};
/**
 * Something that happened in a session: a variant of ACP, or one of Harn's own.
 */
export type SessionUpdate =
  | (ContentChunk & {
      /**
       * A piece of what the user said.
       */
      sessionUpdate: 'user_message_chunk';
    })
  | (ContentChunk & {
      /**
       * A piece of what the agent says.
       */
      sessionUpdate: 'agent_message_chunk';
    })
  | (ContentChunk & {
      /**
       * A piece of what the agent thinks.
       */
      sessionUpdate: 'agent_thought_chunk';
    })
  | (ToolCall & {
      /**
       * A tool call that is new.
       */
      sessionUpdate: 'tool_call';
    })
  | (ToolCallUpdate & {
      /**
       * News of a tool call.
       */
      sessionUpdate: 'tool_call_update';
    })
  | (Plan & {
      /**
       * The plan.
       */
      sessionUpdate: 'plan';
    })
  | (AvailableCommandsUpdate & {
      /**
       * The commands.
       */
      sessionUpdate: 'available_commands_update';
    })
  | (CurrentModeUpdate & {
      /**
       * The mode.
       */
      sessionUpdate: 'current_mode_update';
    })
  | (ConfigOptionUpdate & {
      /**
       * The settings.
       */
      sessionUpdate: 'config_option_update';
    })
  | (SessionInfoUpdate & {
      /**
       * News of the session.
       */
      sessionUpdate: 'session_info_update';
    })
  | FsWatch
  | Handoff
  | HitlRequest
  | HitlResolved
  | Log
  | Progress
  | SkillActivated
  | SkillDeactivated
  | SkillNarrow
  | SkillScopeTools
  | ToolSearchQuery
  | ToolSearchResult
  | TranscriptCompacted
  | TranscriptProjected
  | WorkerUpdate
  | UserMessage
  | SessionTruncated
  | SessionRollback
  | SessionRedo;
/**
 * A tool call of ACP with what Harn adds.
 */
export type ToolCall = AcpToolCall & {
  /**
   * Extensions.
   */
  _meta?: {
    harn?: ToolCallExtension;
    [k: string]: unknown;
  } | null;
};
/**
 * News of a tool call of ACP with what Harn adds.
 */
export type ToolCallUpdate = AcpToolCallUpdate & {
  /**
   * Extensions.
   */
  _meta?: {
    harn?: ToolCallUpdateExtension;
    [k: string]: unknown;
  } | null;
};
/**
 * Where a tool ran.
 */
export type ToolExecutor = 'harn_builtin' | 'host_bridge' | 'provider_native' | McpExecutor;
/**
 * What a command takes.
 */
export type AvailableCommandInput = UnstructuredCommandInput;
/**
 * What some peers answer where a result has nothing to say. Examples in the prose do so, and the schema has an empty object.
 */
export type NullResult = null;
/**
 * An MCP server for the agent to connect to. `type` tells the transport; without it, it is stdio.
 */
export type McpServer =
  | (McpServerHttp & {
      /**
       * Streamable HTTP, for agents that can.
       */
      type: 'http';
    })
  | (McpServerSse & {
      /**
       * HTTP with SSE, for agents that can.
       */
      type: 'sse';
    })
  | McpServerStdio;
/**
 * How a question ended. `outcome` tells how.
 */
export type RequestPermissionOutcome =
  | {
      /**
       * The turn was cancelled before the user chose.
       */
      outcome: 'cancelled';
    }
  | (SelectedPermissionOutcome & {
      /**
       * The user chose.
       */
      outcome: 'selected';
    });
/**
 * Any JSON value, null too.
 */
export type BridgeAnyValue = Json;

export interface AddRootRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * Path of the folder.
   */
  path?: string;
  /**
   * The same by its other name.
   */
  root?: string;
  /**
   * What may be done in it.
   */
  mountMode?: 'read_only' | 'extend' | 'sandboxed';
  /**
   * Why.
   */
  reason?: string;
}
/**
 * How an agent reaches MCP servers, besides stdio.
 */
export interface McpCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Over Streamable HTTP.
   */
  http?: boolean;
  /**
   * Over HTTP with SSE.
   */
  sse?: boolean;
}
/**
 * Which content an agent takes in a prompt, besides text and resource links.
 */
export interface PromptCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Sounds.
   */
  audio?: boolean;
  /**
   * Embedded resources.
   */
  embeddedContext?: boolean;
  /**
   * Pictures.
   */
  image?: boolean;
}
/**
 * The agent answers `session/close`.
 */
export interface SessionCloseCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * The agent answers `session/list`.
 */
export interface SessionListCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * The agent answers `session/resume`.
 */
export interface SessionResumeCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * What an agent can do with sessions, besides what every agent can. An object says yes; null or nothing says no.
 */
export interface SessionCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Closing sessions.
   */
  close?: SessionCloseCapabilities | null;
  /**
   * Listing sessions.
   */
  list?: SessionListCapabilities | null;
  /**
   * Resuming sessions.
   */
  resume?: SessionResumeCapabilities | null;
}
/**
 * What an agent offers to a client. What is left out is not offered.
 */
export interface AcpAgentCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The agent answers `session/load`.
   */
  loadSession?: boolean;
  mcpCapabilities?: McpCapabilities;
  promptCapabilities?: PromptCapabilities;
  sessionCapabilities?: SessionCapabilities;
}
/**
 * How messages of the user can be put into a turn that runs.
 */
export interface InjectCapabilities {
  /**
   * When they can be delivered.
   */
  modes: string[];
  /**
   * What can be done with those that wait.
   */
  pending?: {
    /**
     * Whether one that waits can be replaced.
     */
    replace?: boolean;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * How reminders can be put into a turn that runs.
 */
export interface RemindCapabilities {
  /**
   * When they can be delivered.
   */
  modes: string[];
  /**
   * What can be done with those that wait.
   */
  pending?: {
    /**
     * Whether what waits can be listed.
     */
    list?: boolean;
    /**
     * Whether a reminder that waits can be revoked.
     */
    revoke?: boolean;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * The contract that an agent offers, below `agentCapabilities._meta.harn`.
 */
export interface HarnCapabilities {
  /**
   * The schema of ACP that messages are written by.
   */
  schemaCompatibility: string;
  /**
   * Address of the contract.
   */
  extensionContract: string;
  /**
   * Variants of `session/update` beyond ACP.
   */
  sessionUpdateExtensions: string[];
  /**
   * Fields below `_meta.harn` of tool calls and their updates.
   */
  toolLifecycleExtensionFields: string[];
  /**
   * Fields below `_meta.harn` of content.
   */
  contentExtensionFields: string[];
  /**
   * Methods beyond ACP, by name.
   */
  extensionMethods: {
    [k: string]: ExtensionMethod;
  };
  /**
   * Operations that may be asked of the host, by capability. Experimental.
   */
  hostCapabilityOperations?: {
    [k: string]: string[];
  };
  [k: string]: unknown;
}
/**
 * A method beyond ACP.
 */
export interface ExtensionMethod {
  /**
   * What it does.
   */
  description?: string;
  /**
   * Where its schema is, which the contract says of its own two methods alone.
   */
  schema?: string;
  /**
   * The version of that.
   */
  schemaVersion?: number;
  [k: string]: unknown;
}
/**
 * Params of `_harn/agentEvent`: a milestone that no `session/update` tells.
 */
export interface AgentEvent {
  /**
   * The session.
   */
  sessionId?: Json;
  /**
   * What happened, such as `budget_exhausted`.
   */
  kind?: Json;
  [k: string]: unknown;
}
/**
 * Which tools the policy decides about by itself, and for which it asks.
 */
export interface ApprovalPolicy {
  /**
   * Patterns of tools that run without a question.
   */
  auto_approve?: string[];
  /**
   * Patterns of tools that never run.
   */
  auto_deny?: string[];
  /**
   * Patterns of tools that the host is asked about.
   */
  require_approval?: string[];
  /**
   * Patterns of the paths that may be written.
   */
  write_path_allowlist?: string[];
}
/**
 * Params of `authenticate`: the way to sign in that the user chose.
 */
export interface AcpAuthenticateRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The id of a method from `initialize`.
   */
  methodId: string;
}
/**
 * Params of `session/cancel_tool_call`.
 */
export interface CancelToolCallRequest {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The call.
   */
  toolCallId: string;
  /**
   * Why; the model is told.
   */
  reason?: string;
  /**
   * Whether a reminder tells the model of it; yes where it is left out.
   */
  injectReminder?: boolean;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * What became of the call.
 */
export interface CancelToolCallResponse {
  /**
   * What was done.
   */
  status: 'cancelled' | 'already_cancelled' | 'not_found';
  /**
   * The call.
   */
  callId: string;
  /**
   * Name of the tool.
   */
  tool?: string | null;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * A short name of a model.
 */
export interface CatalogAlias {
  /**
   * The name.
   */
  name: string;
  /**
   * The model.
   */
  model_id: string;
  /**
   * Its provider.
   */
  provider: string;
  /**
   * How it is told of tools.
   */
  tool_format?: string | null;
  /**
   * How it calls them.
   */
  tool_calling?: Json;
}
/**
 * A model of a provider.
 */
export interface CatalogModel {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its provider.
   */
  provider: string;
  /**
   * Other names of it.
   */
  aliases: string[];
  /**
   * Tokens that it takes.
   */
  context_window: number;
  /**
   * Tokens that it takes here.
   */
  runtime_context_window?: number;
  /**
   * Kinds of content.
   */
  modalities: {
    /**
     * What it reads.
     */
    input: string[];
    /**
     * What it writes.
     */
    output: string[];
  };
  /**
   * How it uses tools.
   */
  tool_support: {
    /**
     * Whether it calls tools by itself.
     */
    native: boolean;
    /**
     * Whether it does in words.
     */
    text: boolean;
    /**
     * How it searches tools.
     */
    tool_search: string[];
    [k: string]: unknown;
  };
  /**
   * How it thinks.
   */
  reasoning: {
    /**
     * Ways to think.
     */
    modes: string[];
    /**
     * How much can be said.
     */
    effort_supported: boolean;
    /**
     * It can be kept from thinking.
     */
    none_supported: boolean;
    /**
     * It thinks between tool calls.
     */
    interleaved_supported: boolean;
    /**
     * What it thought is given back to it.
     */
    preserve_thinking: boolean;
    [k: string]: unknown;
  };
  /**
   * What it costs, where that is known.
   */
  pricing?: JsonObject;
  /**
   * How it is to be had.
   */
  availability: 'serverless' | 'dedicated' | 'unknown';
  /**
   * Whether it will go.
   */
  deprecation: {
    /**
     * Whether it will go.
     */
    status: 'active' | 'deprecated';
    /**
     * What to use instead.
     */
    note?: string | null;
    [k: string]: unknown;
  };
  /**
   * How long a stream may be silent, in seconds.
   */
  stream_timeout?: number;
  /**
   * How the model gives output of a form.
   */
  structured_output: string;
  /**
   * How prompts for it are best written.
   */
  format_preferences: {
    /**
     * Prompts are better in XML.
     */
    prefers_xml_scaffolding: boolean;
    /**
     * Prompts are better in Markdown.
     */
    prefers_markdown_scaffolding: boolean;
    /**
     * How a form is asked for.
     */
    structured_output_mode: string;
    /**
     * The answer can be begun for it.
     */
    supports_assistant_prefill: boolean;
    /**
     * Instructions are better in the role developer.
     */
    prefers_role_developer: boolean;
    /**
     * Tools are better called in XML.
     */
    prefers_xml_tools: boolean;
    /**
     * How it marks what it thinks.
     */
    thinking_block_style: string;
    [k: string]: unknown;
  };
  /**
   * Prompts are cached.
   */
  prompt_cache: boolean;
  /**
   * What it is good at.
   */
  quality_tags: string[];
  /**
   * What it can do.
   */
  capability_tags: string[];
  [k: string]: unknown;
}
/**
 * A provider of models.
 */
export interface CatalogProvider {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  display_name: string;
  /**
   * Where it runs.
   */
  classification: 'hosted' | 'local';
  /**
   * How it is reached.
   */
  endpoint: {
    /**
     * Its address.
     */
    base_url: string;
    /**
     * The variable that overrides it.
     */
    base_url_env?: string;
    /**
     * Path of its chat.
     */
    chat_endpoint: string;
    /**
     * Path of its completions.
     */
    completion_endpoint?: string;
  };
  /**
   * What it wants to see.
   */
  auth: {
    /**
     * How the key is carried.
     */
    style: string;
    /**
     * In which header.
     */
    header?: string;
    /**
     * Names of the variables that may hold the key.
     */
    env: string[];
    /**
     * Whether there has to be one.
     */
    required: boolean;
  };
  /**
   * The protocols that it speaks.
   */
  protocols: string[];
  /**
   * What it can do.
   */
  features: string[];
  /**
   * What it can't.
   */
  caveats: string[];
  /**
   * Its icon.
   */
  icon?: string;
  /**
   * Requests a minute.
   */
  rpm?: number;
  /**
   * How long it usually takes, in ms.
   */
  latency_p50_ms?: number;
}
/**
 * A way to use a model that has a name.
 */
export interface CatalogVariant {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  label: string;
  /**
   * What it is.
   */
  description: string;
  /**
   * The model.
   */
  model_id: string;
  /**
   * Its provider.
   */
  provider: string;
  /**
   * Where it is written down.
   */
  source: string;
}
/**
 * Result of `session/rollback` and `session/redo`. One that failed has its status alone.
 */
export interface CheckpointResult {
  /**
   * What came of it: `rolled_back` for a rollback that was done.
   */
  status: string;
  /**
   * The turn.
   */
  checkpointId?: string;
  /**
   * Messages on one side of it.
   */
  beforeMessageCount?: number;
  /**
   * Messages on the other.
   */
  afterMessageCount?: number;
  /**
   * Snapshots of files that were restored.
   */
  fsSnapshotIds?: string[];
  /**
   * Snapshots that were made for the other direction.
   */
  redoFsSnapshotIds?: string[];
  /**
   * What became of the files.
   */
  fsRestores?: FsRestore[];
}
/**
 * Files that a snapshot brought back.
 */
export interface FsRestore {
  /**
   * The snapshot.
   */
  snapshotId: string;
  /**
   * Paths that are as they were.
   */
  restoredPaths: string[];
  /**
   * Paths that were left, with the reason.
   */
  skippedPathsWithReasons: Json[];
}
/**
 * Hints for whom content is meant, how much it matters, and how old it is.
 */
export interface Annotations {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * For whom it is meant.
   */
  audience?: Role[] | null;
  /**
   * When it last changed, in ISO 8601.
   */
  lastModified?: string | null;
  /**
   * How much it matters, compared with the rest.
   */
  priority?: number | null;
}
/**
 * Text, plain or in Markdown.
 */
export interface TextContent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * The text.
   */
  text: string;
}
/**
 * A picture.
 */
export interface ImageContent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * The bytes, in base64.
   */
  data: string;
  /**
   * Its media type.
   */
  mimeType: string;
  /**
   * Where it comes from.
   */
  uri?: string | null;
}
/**
 * A sound.
 */
export interface AudioContent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * The bytes, in base64.
   */
  data: string;
  /**
   * Its media type.
   */
  mimeType: string;
}
/**
 * Points to something that the agent can fetch itself.
 */
export interface ResourceLink {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * What it is.
   */
  description?: string | null;
  /**
   * Its media type.
   */
  mimeType?: string | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its size in bytes.
   */
  size?: number | null;
  /**
   * Its name for people.
   */
  title?: string | null;
  /**
   * Where it is.
   */
  uri: string;
}
/**
 * A resource whose content is text.
 */
export interface TextResourceContents {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its media type.
   */
  mimeType?: string | null;
  /**
   * The content.
   */
  text: string;
  /**
   * Where it comes from.
   */
  uri: string;
}
/**
 * A resource whose content is bytes.
 */
export interface BlobResourceContents {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The content, in base64.
   */
  blob: string;
  /**
   * Its media type.
   */
  mimeType?: string | null;
  /**
   * Where it comes from.
   */
  uri: string;
}
/**
 * A resource with its content, so that nobody has to fetch it.
 */
export interface EmbeddedResource {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  resource: EmbeddedResourceResource;
}
/**
 * The next piece of a message.
 */
export interface AcpContentChunk {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  content: ContentBlock;
}
/**
 * What Harn adds to a block of content, below its `_meta.harn`. Experimental.
 */
export interface ContentExtension {
  /**
   * What the user can see of the message so far.
   */
  visible_text?: string;
  /**
   * What this piece adds to it.
   */
  visible_delta?: string;
  [k: string]: unknown;
}
/**
 * Params of `session/fork`: the session that a branch is made of.
 */
export interface ForkSessionRequest {
  /**
   * The session.
   */
  session_id: string;
  /**
   * The same by the name that other methods have for it.
   */
  sessionId?: string;
  /**
   * How many messages the branch has; all where it is left out.
   */
  keep_first?: number;
  /**
   * The id of the branch; a new one where it is left out.
   */
  id?: string;
  /**
   * Its name.
   */
  branch_name?: string;
}
/**
 * A way for the agent to work in, such as asking before it edits.
 */
export interface SessionMode {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it means.
   */
  description?: string | null;
  id: SessionModeId;
  /**
   * Its name for people.
   */
  name: string;
}
/**
 * The modes of a session, and the one it is in.
 */
export interface SessionModeState {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The modes that it can be in.
   */
  availableModes: SessionMode[];
  currentModeId: SessionModeId;
}
/**
 * A value that the user can choose.
 */
export interface SessionConfigSelectOption {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it means.
   */
  description?: string | null;
  /**
   * Its name for people.
   */
  name: string;
  value: SessionConfigValueId;
}
/**
 * Values that belong together.
 */
export interface SessionConfigSelectGroup {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  group: SessionConfigGroupId;
  /**
   * Its name for people.
   */
  name: string;
  /**
   * The values.
   */
  options: SessionConfigSelectOption[];
}
/**
 * The part of a setting that says what is chosen, and from what.
 */
export interface SessionConfigSelect {
  currentValue: SessionConfigValueId;
  options: SessionConfigSelectOptions;
}
/**
 * The branch that was made.
 */
export interface ForkSessionResponse {
  /**
   * The branch.
   */
  sessionId: string;
  /**
   * That it is one.
   */
  state: 'forked';
  /**
   * The session that it came from.
   */
  parent_id: string;
  /**
   * How many messages it has of that, where that was said.
   */
  branched_at?: number | null;
  /**
   * Its modes.
   */
  modes?: SessionModeState | null;
  /**
   * Its settings.
   */
  configOptions?: SessionConfigOption[] | null;
}
/**
 * Something changed in a folder that is watched.
 */
export interface FsWatch {
  /**
   * The variant.
   */
  sessionUpdate: 'fs_watch';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The watch.
       */
      subscriptionId?: Json;
      /**
       * What changed, in the order in which it did.
       */
      events?: Json;
    };
  };
}
/**
 * A workflow hands its work to somebody else.
 */
export interface Handoff {
  /**
   * The variant.
   */
  sessionUpdate: 'handoff';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The handoff.
       */
      handoffId?: Json;
      /**
       * The artifact that it was made of.
       */
      artifactId?: Json;
      /**
       * The artifact itself.
       */
      handoff?: Json;
    };
  };
}
/**
 * A plan of Harn, beside the entries that it was made of.
 */
export interface HarnPlan {
  /**
   * Its steps.
   */
  steps: Json[];
  /**
   * What it takes for granted.
   */
  assumptions?: Json[];
  [k: string]: unknown;
}
/**
 * A script asks a human. Experimental.
 */
export interface HitlRequest {
  /**
   * The variant.
   */
  sessionUpdate: 'hitl_request';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The question.
       */
      requestId?: Json;
      /**
       * What is asked, such as `question` or `approval`.
       */
      kind?: Json;
      /**
       * The question itself.
       */
      payload?: Json;
    };
  };
}
/**
 * What a script asked a human is settled. Experimental.
 */
export interface HitlResolved {
  /**
   * The variant.
   */
  sessionUpdate: 'hitl_resolved';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The question.
       */
      requestId?: Json;
      /**
       * What was asked.
       */
      kind?: Json;
      /**
       * How it ended.
       */
      outcome?: Json;
    };
  };
}
/**
 * Params of `harn.hitl.respond`.
 */
export interface HitlResponse {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * The question.
   */
  request_id: string;
  /**
   * The answer to a question.
   */
  answer?: Json;
  /**
   * The answer to a wish for approval.
   */
  approved?: boolean;
  /**
   * The answer to an escalation.
   */
  accepted?: boolean;
  /**
   * Who answers.
   */
  reviewer?: string;
  /**
   * Why.
   */
  reason?: string | null;
  [k: string]: unknown;
}
/**
 * The program behind one side.
 */
export interface Implementation {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its name in programs.
   */
  name: string;
  /**
   * Its name for people.
   */
  title?: string | null;
  /**
   * Its version.
   */
  version: string;
}
/**
 * A way to sign in that the agent sees through by itself.
 */
export interface AuthMethodAgent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What the user should know of it.
   */
  description?: string | null;
  /**
   * Its name in programs.
   */
  id: string;
  /**
   * Its name for people.
   */
  name: string;
}
/**
 * How an agent introduces itself: result of `initialize`.
 */
export interface AcpInitializeResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  agentCapabilities?: AcpAgentCapabilities;
  /**
   * The program of the agent.
   */
  agentInfo?: Implementation | null;
  /**
   * Ways to sign in.
   */
  authMethods?: AuthMethod[];
  protocolVersion: ProtocolVersion;
}
/**
 * Params of `session/inject`: a message of the user for a turn that runs.
 */
export interface InjectRequest {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * When it is delivered: at the end of the interaction, or after the current operation.
   */
  mode: 'queue' | 'steer';
  content: InjectedContent;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * The message was taken.
 */
export interface InjectResponse {
  /**
   * Its id, which the agent made.
   */
  messageId: string;
  /**
   * What became of it, such as `accepted`.
   */
  status?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * Result of `session/load`: everything that was said has been repeated.
 */
export interface AcpLoadSessionResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The settings of the session, where it has settings.
   */
  configOptions?: SessionConfigOption[] | null;
  /**
   * The modes of the session, where it has modes.
   */
  modes?: SessionModeState | null;
}
/**
 * A line of the log.
 */
export interface Log {
  /**
   * The variant.
   */
  sessionUpdate: 'log';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * How severe it is.
       */
      level?: Json;
      /**
       * In words.
       */
      message?: Json;
      /**
       * Data of the line.
       */
      fields?: Json;
    };
  };
}
/**
 * A tool ran on an MCP server.
 */
export interface McpExecutor {
  /**
   * The kind.
   */
  kind: 'mcp_server';
  /**
   * Name of the server.
   */
  serverName: string;
}
/**
 * On whose account something is changed. The same record stands in the audit of tool updates.
 */
export interface MutationSession {
  /**
   * The session.
   */
  session_id: string;
  /**
   * The session that this one came from.
   */
  parent_session_id?: string | null;
  /**
   * The run.
   */
  run_id?: string | null;
  /**
   * The delegated worker, if there is one.
   */
  worker_id?: string | null;
  /**
   * What kind of run it is.
   */
  execution_kind?: string | null;
  /**
   * How far changes may go, such as `read_only` or `apply_workspace`.
   */
  mutation_scope: string;
  /**
   * The policy in force.
   */
  approval_policy?: ApprovalPolicy | null;
}
/**
 * Result of `session/new`: the session that was made.
 */
export interface AcpNewSessionResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The settings of the session, where it has settings.
   */
  configOptions?: SessionConfigOption[] | null;
  /**
   * The modes of the session, where it has modes.
   */
  modes?: SessionModeState | null;
  sessionId: SessionId;
}
/**
 * Result of `session/pending_injections`: what waits, in the order in which it came.
 */
export interface PendingInjections {
  /**
   * How many there are.
   */
  pendingCount: number;
  /**
   * What waits.
   */
  injections: (PendingUserMessage | PendingReminder)[];
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * A message of the user that waits.
 */
export interface PendingUserMessage {
  /**
   * The kind.
   */
  kind: 'user';
  /**
   * The message.
   */
  messageId: string;
  /**
   * When it is delivered.
   */
  mode?: string;
  [k: string]: unknown;
}
/**
 * A reminder that waits.
 */
export interface PendingReminder {
  /**
   * The kind.
   */
  kind: 'reminder';
  /**
   * The reminder.
   */
  reminderId: string;
  /**
   * When it is delivered.
   */
  mode?: string;
  /**
   * What the model is reminded of.
   */
  body?: string;
  [k: string]: unknown;
}
/**
 * What became of a message that waited.
 */
export interface PendingMessageResult {
  /**
   * The message.
   */
  messageId?: string;
  /**
   * What became of it, such as `revoked`, `already_revoked` or `replaced`.
   */
  status?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * The short form of an answer to session/request_permission that Harn's page on its bridge has.
 */
export interface PermissionShim {
  /**
   * Whether the call may run.
   */
  granted: boolean;
  /**
   * The arguments that it shall run with, if they are not those that were asked for.
   */
  args?: JsonObject;
  /**
   * Why it may not.
   */
  reason?: string;
}
/**
 * Something that the agent means to do.
 */
export interface PlanEntry {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it is, for people.
   */
  content: string;
  priority: PlanEntryPriority;
  status: PlanEntryStatus;
}
/**
 * What the agent means to do: always the whole plan, which replaces the one before.
 */
export interface AcpPlan {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The entries, in order.
   */
  entries: PlanEntry[];
}
/**
 * How far something is.
 */
export interface Progress {
  /**
   * The variant.
   */
  sessionUpdate: 'progress';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * What is going on.
       */
      phase?: string;
      /**
       * In words.
       */
      message?: string;
      /**
       * How much is done.
       */
      progress?: number | null;
      /**
       * How much there is to do.
       */
      total?: number | null;
      /**
       * Whatever else there is to say.
       */
      data?: Json;
    };
  };
}
/**
 * Result of `session/prompt`: the turn is over.
 */
export interface PromptResponse {
  /**
   * Extensions.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why it ended.
   */
  stopReason: StopReason | 'completed';
}
/**
 * The whole catalog, as Harn exports it. The specification names the address of this form, and Harn's sources say what it is.
 */
export interface ProviderCatalog {
  /**
   * Version of this form.
   */
  schema_version: 2;
  /**
   * Address of its schema.
   */
  schema: 'https://harnlang.com/schemas/provider-catalog.v2.json';
  /**
   * What made it.
   */
  generated_by: string;
  /**
   * The providers.
   */
  providers: CatalogProvider[];
  /**
   * Their models.
   */
  models: CatalogModel[];
  /**
   * Short names.
   */
  aliases: CatalogAlias[];
  /**
   * Ways to use them.
   */
  variants: CatalogVariant[];
  /**
   * Models for checks, by what is checked.
   */
  qc_defaults: {
    [k: string]: string;
  };
}
export interface ReanchorRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * Path of the folder.
   */
  path?: string;
  /**
   * The same by its other name.
   */
  primary?: string;
  /**
   * Why.
   */
  reason?: string;
  /**
   * Whether the transcript is kept; yes where it is left out.
   */
  carryTranscript?: boolean;
  /**
   * Whether it is compacted; no where it is left out.
   */
  compact?: boolean;
}
/**
 * Params of `session/remind`: a reminder of the system for a turn that runs.
 */
export interface RemindRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * What the model is reminded of.
   */
  body: string;
  /**
   * What it is about.
   */
  tags?: string[];
  /**
   * Of reminders with the same key one is enough.
   */
  dedupe_key?: string;
  /**
   * For how many turns it holds.
   */
  ttl_turns?: number;
  /**
   * In which role the model gets it.
   */
  role_hint?: string;
  /**
   * When it is delivered.
   */
  mode?: 'interrupt_immediate' | 'finish_step' | 'audit_only';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * The reminder was taken.
 */
export interface RemindResponse {
  /**
   * Its id.
   */
  reminderId?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * Params of `session/replace_inject`.
 */
export interface ReplaceInjectRequest {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The message.
   */
  messageId: string;
  content: InjectedContent;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * An answer that the user can give.
 */
export interface PermissionOption {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  kind: PermissionOptionKind;
  /**
   * Its text for people.
   */
  name: string;
  optionId: PermissionOptionId;
}
/**
 * A content block that a tool call produced.
 */
export interface Content {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  content: ContentBlock;
}
/**
 * A change of a file, as the text before and after.
 */
export interface Diff {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The text after the change.
   */
  newText: string;
  /**
   * The text before the change; none for a new file.
   */
  oldText?: string | null;
  /**
   * The file, as an absolute path.
   */
  path: string;
}
/**
 * A terminal, embedded so that the user sees what runs in it.
 */
export interface Terminal {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * A terminal from `terminal/create`.
   */
  terminalId: string;
}
/**
 * A place in a file that a tool call is about, so that an editor can follow.
 */
export interface ToolCallLocation {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The line, counted from 1.
   */
  line?: number | null;
  /**
   * The file, as an absolute path.
   */
  path: string;
}
/**
 * What changed about a tool call. What is left out stays as it was; a list replaces the list before.
 */
export interface AcpToolCallUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it produced so far.
   */
  content?: ToolCallContent[] | null;
  /**
   * What the tool does.
   */
  kind?: ToolKind | null;
  /**
   * Places in files that it is about.
   */
  locations?: ToolCallLocation[] | null;
  /**
   * What the tool was given.
   */
  rawInput?: Json;
  /**
   * What the tool gave back.
   */
  rawOutput?: Json;
  /**
   * Where it stands.
   */
  status?: ToolCallStatus | null;
  /**
   * What it does, for people.
   */
  title?: string | null;
  toolCallId: ToolCallId;
}
/**
 * Params of `session/request_permission`: may this tool call run?
 */
export interface AcpRequestPermissionRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The answers to choose from.
   */
  options: PermissionOption[];
  sessionId: SessionId;
  toolCall: AcpToolCallUpdate;
}
/**
 * Params of `session/revoke_inject`.
 */
export interface RevokeInjectRequest {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The message.
   */
  messageId: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * Params of `session/revoke_reminder`.
 */
export interface RevokeReminderRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * The reminder.
   */
  reminderId: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * What became of the reminder.
 */
export interface RevokeReminderResponse {
  /**
   * The reminder.
   */
  reminderId?: string;
  /**
   * `revoked` or `already_revoked`.
   */
  status?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * What changed about the session. What is left out stays as it was; null takes it away.
 */
export interface AcpSessionInfoUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its title for people.
   */
  title?: string | null;
  /**
   * When something last happened in it, in ISO 8601.
   */
  updatedAt?: string | null;
}
/**
 * Params of `session/update`: something that happened in a session.
 */
export interface SessionNotification {
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  update: SessionUpdate;
}
/**
 * A tool call that a model asked for, as the client first hears of it.
 */
export interface AcpToolCall {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it produced so far.
   */
  content?: ToolCallContent[];
  kind?: ToolKind;
  /**
   * Places in files that it is about.
   */
  locations?: ToolCallLocation[];
  /**
   * What the tool was given.
   */
  rawInput?: Json;
  /**
   * What the tool gave back.
   */
  rawOutput?: Json;
  status?: ToolCallStatus;
  /**
   * What it does, for people.
   */
  title: string;
  toolCallId: ToolCallId;
}
/**
 * What Harn adds to a tool call, below `_meta.harn`.
 */
export interface ToolCallExtension {
  audit?: MutationSession;
  /**
   * Whether its input is still being read. Experimental.
   */
  parsing?: Json;
  [k: string]: unknown;
}
/**
 * What Harn adds to news of a tool call, below `_meta.harn`.
 */
export interface ToolCallUpdateExtension {
  audit?: MutationSession;
  executor?: ToolExecutor;
  /**
   * How long all of it took, in ms.
   */
  durationMs?: number;
  /**
   * How long the tool itself took, in ms.
   */
  executionDurationMs?: number;
  /**
   * What went wrong, for people.
   */
  error?: string;
  /**
   * What went wrong, such as `schema_validation` or `parse_aborted`.
   */
  errorCategory?: string;
  /**
   * Whether its input is still being read. Experimental.
   */
  parsing?: Json;
  /**
   * Input that could not be read. Experimental.
   */
  rawInputPartial?: Json;
  [k: string]: unknown;
}
/**
 * The commands that there are now.
 */
export interface AvailableCommandsUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * All commands.
   */
  availableCommands: AvailableCommand[];
}
/**
 * A command that the user can begin a prompt with.
 */
export interface AvailableCommand {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it does.
   */
  description: string;
  /**
   * What it takes; none where it takes nothing.
   */
  input?: AvailableCommandInput | null;
  /**
   * Its name.
   */
  name: string;
}
/**
 * The text behind the name of the command is its input.
 */
export interface UnstructuredCommandInput {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What the user sees before typing.
   */
  hint: string;
}
/**
 * The agent changed the mode.
 */
export interface CurrentModeUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  currentModeId: SessionModeId;
}
/**
 * A setting changed.
 */
export interface ConfigOptionUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * All settings of the session, each with its value.
   */
  configOptions: SessionConfigOption[];
}
/**
 * A skill is in force from now on.
 */
export interface SkillActivated {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_activated';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName?: Json;
      /**
       * Iteration of the agent loop.
       */
      iteration?: Json;
      /**
       * Why it was chosen.
       */
      reason?: Json;
    };
  };
}
/**
 * A skill is no longer in force.
 */
export interface SkillDeactivated {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_deactivated';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName?: Json;
      /**
       * Iteration of the agent loop.
       */
      iteration?: Json;
    };
  };
}
/**
 * A skill takes tools away from this turn.
 */
export interface SkillNarrow {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_narrow';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Why.
       */
      reason?: Json;
      /**
       * Names of the tools that are gone.
       */
      removedTools?: Json;
      /**
       * Names of those that are left.
       */
      remainingTools?: Json;
      /**
       * The policy in force.
       */
      policy?: Json;
      /**
       * What there is to say of those that are gone.
       */
      removedToolDetails?: Json;
      /**
       * What there is to say of those that are left.
       */
      keptToolDetails?: Json;
    };
  };
}
/**
 * An active skill leaves only some tools.
 */
export interface SkillScopeTools {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_scope_tools';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName?: Json;
      /**
       * The tools that are left.
       */
      allowedTools?: Json;
    };
  };
}
/**
 * The model looks for tools.
 */
export interface ToolSearchQuery {
  /**
   * The variant.
   */
  sessionUpdate: 'tool_search_query';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The call of the search tool.
       */
      toolUseId?: Json;
      /**
       * Name of the search tool.
       */
      name?: Json;
      /**
       * What the model passed.
       */
      query?: Json;
      /**
       * How it is searched.
       */
      strategy?: Json;
      /**
       * Who searches.
       */
      mode?: Json;
    };
  };
}
/**
 * What the search brought.
 */
export interface ToolSearchResult {
  /**
   * The variant.
   */
  sessionUpdate: 'tool_search_result';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The call of the search tool.
       */
      toolUseId?: Json;
      /**
       * The tools that the model can use from now on, in order.
       */
      promoted?: Json;
      /**
       * How it was searched.
       */
      strategy?: Json;
      /**
       * Who searched.
       */
      mode?: Json;
    };
  };
}
/**
 * Messages of the transcript were replaced by a summary.
 */
export interface TranscriptCompacted {
  /**
   * The variant.
   */
  sessionUpdate: 'transcript_compacted';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Who asked for it, such as `auto` or `manual`.
       */
      mode?: Json;
      /**
       * Why it was done.
       */
      reason?: Json;
      /**
       * How it was done.
       */
      strategy?: Json;
      /**
       * How many messages were taken out.
       */
      archivedMessages?: Json;
      /**
       * Size before, in tokens.
       */
      estimatedTokensBefore?: Json;
      /**
       * Size after, in tokens.
       */
      estimatedTokensAfter?: Json;
      /**
       * Where what was taken out is kept.
       */
      snapshotAssetId?: Json;
      /**
       * How the instructions of the summary are joined to Harn's own.
       */
      instructionMode?: Json;
      /**
       * Who gave them.
       */
      instructionSource?: Json;
      /**
       * The policy in force.
       */
      compactionPolicy?: Json;
    };
  };
}
/**
 * A model call gets a part of the transcript. Not in the list that the contract advertises.
 */
export interface TranscriptProjected {
  /**
   * The variant.
   */
  sessionUpdate: 'transcript_projected';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The policy in force.
       */
      policy?: Json;
      /**
       * Why it was done.
       */
      reason?: Json;
      /**
       * A hash of what stays as it was at the beginning.
       */
      prefixHash?: Json;
      /**
       * Messages that the call gets.
       */
      keptCount?: Json;
      /**
       * Messages that it does not get.
       */
      droppedCount?: Json;
      /**
       * Whether the provider's rules forbade it.
       */
      providerSafetyBlocked?: Json;
      /**
       * Messages whose text was taken out.
       */
      redactedCount?: Json;
      /**
       * Size of what was dropped, in tokens.
       */
      reclaimedTokens?: Json;
      /**
       * The roots that were looked at.
       */
      rootsConsulted?: Json;
      /**
       * Where text was taken out.
       */
      redactionPointers?: Json;
    };
  };
}
/**
 * News of a delegated worker.
 */
export interface WorkerUpdate {
  /**
   * The variant.
   */
  sessionUpdate: 'worker_update';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The worker.
       */
      workerId?: Json;
      /**
       * Its name.
       */
      workerName?: Json;
      /**
       * What it was asked to do.
       */
      workerTask?: Json;
      /**
       * How it runs.
       */
      workerMode?: Json;
      /**
       * What happened, such as `WorkerSpawned`.
       */
      event?: Json;
      /**
       * How it is, such as `running`, `completed`, `failed`.
       */
      status?: Json;
      /**
       * Whether nothing more comes of it.
       */
      terminal?: Json;
      /**
       * Its times, and the paths of its run and snapshot.
       */
      metadata?: Json;
      /**
       * The mutation session that it works in.
       */
      audit?: MutationSession | null;
    };
  };
}
/**
 * A message that was injected is delivered.
 */
export interface UserMessage {
  /**
   * The variant.
   */
  sessionUpdate: 'user_message';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  /**
   * The id that `session/inject` gave.
   */
  messageId: string;
  /**
   * What the user said.
   */
  content: ContentBlock[];
  [k: string]: unknown;
}
/**
 * Only the beginning of the transcript is left.
 */
export interface SessionTruncated {
  /**
   * The variant.
   */
  sessionUpdate: 'session_truncated';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  /**
   * What is left.
   */
  keptTurnCount?: number;
  /**
   * What is gone.
   */
  removedTurnCount?: number;
  /**
   * What is the last one now.
   */
  newTipTurnId?: string | null;
  /**
   * Why.
   */
  reason?: string | null;
  [k: string]: unknown;
}
/**
 * The last turn was undone.
 */
export interface SessionRollback {
  /**
   * The variant.
   */
  sessionUpdate: 'session_rollback';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  /**
   * The checkpoint of the turn.
   */
  checkpointId?: string;
  /**
   * What came of it.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * A turn that was undone is back.
 */
export interface SessionRedo {
  /**
   * The variant.
   */
  sessionUpdate: 'session_redo';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  /**
   * The checkpoint of the turn.
   */
  checkpointId?: string;
  /**
   * What came of it.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * Params that name a session and nothing else.
 */
export interface SessionRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
}
/**
 * Result of `harn.session_timeline.query`.
 */
export interface Timeline {
  /**
   * Version of this form.
   */
  schemaVersion: number;
  cursor: TimelineCursor;
  /**
   * What happened, in order.
   */
  nodes: TimelineNode[];
}
/**
 * How far a timeline is known.
 */
export interface TimelineCursor {
  /**
   * The last event by topic.
   */
  topics: {
    [k: string]: number;
  };
  [k: string]: unknown;
}
/**
 * Something that happened.
 */
export interface TimelineNode {
  /**
   * Its id, which stays.
   */
  id: string;
  /**
   * What it is part of.
   */
  parentId?: string | null;
  /**
   * What is part of it. The guide does not say whether by id or whole.
   */
  children?: Json[];
  /**
   * Where it comes from.
   */
  category?: string;
  /**
   * What it is.
   */
  kind?: string;
  /**
   * How it ended.
   */
  status?: string | null;
  /**
   * What there is to say of it, without secrets.
   */
  attributes?: JsonObject | null;
  /**
   * What it has to do with.
   */
  links?: {
    /**
     * In which way.
     */
    kind: string;
  }[];
  [k: string]: unknown;
}
/**
 * Params of `harn.session_timeline.query`.
 */
export interface TimelineQuery {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * A run.
   */
  runId?: string;
  /**
   * The same by its other name.
   */
  run_id?: string;
  /**
   * Path of a run record.
   */
  runPath?: string;
  /**
   * The same by its other name.
   */
  run_path?: string;
  /**
   * A project.
   */
  projectId?: string;
  /**
   * The same by its other name.
   */
  project_id?: string;
  fromCursor?: TimelineCursor;
  /**
   * The most nodes that are wanted.
   */
  limit?: number;
}
/**
 * Params of `harn.session_timeline.subscribe`.
 */
export interface TimelineSubscribeRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * A run.
   */
  runId?: string;
  /**
   * The same by its other name.
   */
  run_id?: string;
  /**
   * Path of a run record.
   */
  runPath?: string;
  /**
   * The same by its other name.
   */
  run_path?: string;
  /**
   * A project.
   */
  projectId?: string;
  /**
   * The same by its other name.
   */
  project_id?: string;
  fromCursor?: TimelineCursor;
  /**
   * The most nodes that are wanted.
   */
  limit?: number;
  /**
   * Its id; a new one where it is left out.
   */
  subscriptionId?: string;
}
/**
 * The subscription that was made.
 */
export interface TimelineSubscription {
  /**
   * Its id.
   */
  subscriptionId: string;
  /**
   * The notification by which news comes.
   */
  updateMethod: string;
}
/**
 * Params of `harn.session_timeline.unsubscribe`.
 */
export interface TimelineUnsubscribeRequest {
  /**
   * The subscription.
   */
  subscriptionId: string;
}
/**
 * Params of `harn.session_timeline.update`: news of a subscription.
 */
export interface TimelineUpdate {
  /**
   * The subscription.
   */
  subscriptionId: string;
  /**
   * What is new.
   */
  update?: {
    /**
     * Version of this form.
     */
    schemaVersion: number;
    cursor: TimelineCursor;
    node: TimelineNode;
  };
}
export interface TruncateSessionRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * How many are kept.
   */
  keepFirst?: number;
  /**
   * The same by its other name.
   */
  keep_first?: number;
  /**
   * Why.
   */
  reason?: string;
}
/**
 * What is left.
 */
export interface TruncateSessionResponse {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * What is left.
   */
  keptTurnCount?: number;
  /**
   * What is gone.
   */
  removedTurnCount?: number;
  /**
   * What is the last one now.
   */
  newTipTurnId?: string | null;
}
/**
 * Params of `workflow/pause` and `workflow/resume`.
 */
export interface WorkflowControlRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * The workflow.
   */
  workflowId: string;
}
/**
 * Params of `workflow/signal` and `workflow/query`.
 */
export interface WorkflowMessageRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * The workflow.
   */
  workflowId: string;
  /**
   * Name of the signal or query.
   */
  name: string;
  /**
   * What it carries.
   */
  payload?: Json;
}
/**
 * Params of `workflow/update`.
 */
export interface WorkflowUpdateRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * The workflow.
   */
  workflowId: string;
  /**
   * Name of the update.
   */
  name: string;
  /**
   * What it carries.
   */
  payload?: Json;
  /**
   * How long an answer is waited for, in ms.
   */
  timeoutMs?: number;
}
/**
 * Where a session works.
 */
export interface WorkspaceAnchor {
  /**
   * Absolute path of its main folder.
   */
  primary: string;
  [k: string]: unknown;
}
/**
 * Result of the methods about roots: where the session works now.
 */
export interface WorkspaceRootsResult {
  workspaceAnchor: WorkspaceAnchor;
}
/**
 * Which file operations a client offers.
 */
export interface FileSystemCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The client answers `fs/read_text_file`.
   */
  readTextFile?: boolean;
  /**
   * The client answers `fs/write_text_file`.
   */
  writeTextFile?: boolean;
}
/**
 * What a client offers to an agent. What is left out is not offered.
 */
export interface ClientCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  fs?: FileSystemCapabilities;
  /**
   * The client answers all `terminal/` methods.
   */
  terminal?: boolean;
}
/**
 * How a client introduces itself: params of `initialize`, the first request of a connection.
 */
export interface InitializeRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  clientCapabilities?: ClientCapabilities;
  /**
   * The program of the client.
   */
  clientInfo?: Implementation | null;
  protocolVersion: ProtocolVersion;
}
/**
 * Result of `authenticate`: the user is signed in.
 */
export interface AuthenticateResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * Params of `session/prompt`: what the user says.
 */
export interface PromptRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What is said. Only content that the agent takes.
   */
  prompt: ContentBlock[];
  sessionId: SessionId;
}
/**
 * A header for a request.
 */
export interface HttpHeader {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its value.
   */
  value: string;
}
/**
 * An MCP server that the agent reaches over Streamable HTTP.
 */
export interface McpServerHttp {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Headers of each request.
   */
  headers: HttpHeader[];
  /**
   * Name of the server, for people.
   */
  name: string;
  /**
   * Where it is.
   */
  url: string;
}
/**
 * An MCP server that the agent reaches over HTTP with SSE.
 */
export interface McpServerSse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Headers of each request.
   */
  headers: HttpHeader[];
  /**
   * Name of the server, for people.
   */
  name: string;
  /**
   * Where it is.
   */
  url: string;
}
/**
 * A variable for a process.
 */
export interface EnvVariable {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its value.
   */
  value: string;
}
/**
 * An MCP server that the agent starts. Every agent can.
 */
export interface McpServerStdio {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its arguments.
   */
  args: string[];
  /**
   * The program, by an absolute path.
   */
  command: string;
  /**
   * Its environment.
   */
  env: EnvVariable[];
  /**
   * Name of the server, for people.
   */
  name: string;
}
/**
 * Params of `session/new`: where the session works, and with which MCP servers.
 */
export interface NewSessionRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The working directory of the session, as an absolute path.
   */
  cwd: string;
  /**
   * MCP servers for the agent to connect to.
   */
  mcpServers: McpServer[];
}
/**
 * Params of `session/load`: the session to go on with. The agent first repeats what was said in it.
 */
export interface LoadSessionRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The working directory of the session, as an absolute path.
   */
  cwd: string;
  /**
   * MCP servers for the agent to connect to.
   */
  mcpServers: McpServer[];
  sessionId: SessionId;
}
/**
 * The answer that the user chose.
 */
export interface SelectedPermissionOutcome {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  optionId: PermissionOptionId;
}
/**
 * Result of `session/request_permission`: how the question ended.
 */
export interface RequestPermissionResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  outcome: RequestPermissionOutcome;
}
/**
 * Params of `session/close`: the session to end. A running turn is cancelled first.
 */
export interface CloseSessionRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  sessionId: SessionId;
}
/**
 * Result of `session/close`: the session is over.
 */
export interface CloseSessionResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * Which builtin or host tool is called, and with what.
 */
export interface BuiltinCallParams {
  /**
   * Name of the tool, as the host lists it, or of the builtin.
   */
  name: string;
  args?: BridgeAnyValue;
}
/**
 * Nothing, or the session that asks.
 */
export interface HostCapabilitiesParams {
  /**
   * The session of the prompt.
   */
  sessionId?: string;
}
/**
 * Which operation is called, and with what.
 */
export interface HostCallParams {
  /**
   * The operation. No page says how it is written; Harn has capability.operation.
   */
  name?: string;
  /**
   * The arguments.
   */
  args?: Json;
  /**
   * The session that calls.
   */
  sessionId?: string;
}
