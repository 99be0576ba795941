// Generated from schemas/ by `npm run generate`. Do not edit.

import type {
  AgentCapabilities as AcpAgentCapabilities, AuthenticateRequest as AcpAuthenticateRequest,
  ContentChunk as AcpContentChunk, InitializeResponse as AcpInitializeResponse,
  LoadSessionResponse as AcpLoadSessionResponse, NewSessionResponse as AcpNewSessionResponse, Plan as AcpPlan,
  RequestPermissionRequest as AcpRequestPermissionRequest, SessionInfoUpdate as AcpSessionInfoUpdate,
  ToolCall as AcpToolCall, ToolCallUpdate as AcpToolCallUpdate, AvailableCommandsUpdate, ConfigOptionUpdate,
  ContentBlock, CurrentModeUpdate, SessionConfigOption, SessionId, SessionModeState, StopReason,
} from './acp-0.12.2.js';
import type { Json, JsonObject } from './json.js';
export type {
  AuthenticateResponse, CloseSessionRequest, CloseSessionResponse, ContentBlock, InitializeRequest,
  LoadSessionRequest, NewSessionRequest, NullResult, PromptRequest, RequestPermissionResponse, SessionConfigOption,
} from './acp-0.12.2.js';

/** What an agent offers: that of ACP, and what Harn adds. */
export type AgentCapabilities = AcpAgentCapabilities & {
  /** What can be put into a session while a turn runs. */
  session?: {
    inject?: InjectCapabilities;
    remind?: RemindCapabilities;
  } & JsonObject;
  /** Sessions. */
  sessionCapabilities?: {
    /** Undoing the last turn. */
    rollback?: JsonObject | boolean | null;
    /** Doing again what was undone. */
    redo?: JsonObject | boolean | null;
  };
  /** Extensions. */
  _meta?: {
    harn?: HarnCapabilities;
  } & JsonObject | null;
};
/** A result of which nothing is said. */
export type AnyObject = JsonObject;
/** A result that may be any JSON. */
export type AnyValue = JsonObject | Json[] | string | number | boolean | null;
/** Params of `authenticate`: a way to sign in, and what it needs. */
export type AuthenticateRequest = AcpAuthenticateRequest & {
  /** Extensions. */
  _meta?: {
    /** What Harn adds. */
    harn?: {
      /** The key. */
      apiKey?: string;
    } & JsonObject;
  } & JsonObject | null;
};
/** A piece of a message of ACP with what Harn adds to its content. */
export type ContentChunk = AcpContentChunk & {
  /** The piece. */
  content?: {
    /** Extensions. */
    _meta?: {
      harn?: ContentExtension;
    } & JsonObject | null;
  };
};
/** How an agent introduces itself. */
export type InitializeResponse = AcpInitializeResponse & {
  agentCapabilities?: AgentCapabilities;
};
/** What a user says: a text, or blocks of content. */
export type InjectedContent = string | ContentBlock[];
/** The modes and settings of a session that was loaded. */
export type LoadSessionResponse = AcpLoadSessionResponse & {
  modes: SessionModeState;
  /** Every setting with its value. */
  configOptions: SessionConfigOption[];
};
/** The session that was made, with its modes and its settings. */
export type NewSessionResponse = AcpNewSessionResponse & {
  modes: SessionModeState;
  /** Every setting with its value. */
  configOptions: SessionConfigOption[];
};
/** A plan of ACP with that of Harn. */
export type Plan = AcpPlan & {
  harnPlan?: HarnPlan;
  /** Extensions. */
  _meta?: {
    /** What Harn adds. */
    harn?: {
      harnPlan?: HarnPlan;
    } & JsonObject;
  } & JsonObject | null;
};
/** Params of `_harn/providerCatalog`. */
export type ProviderCatalogRequest = JsonObject;
/** The catalog. The page names the address of its form and no member; `ProviderCatalog` is that form. */
export type ProviderCatalogResponse = JsonObject;
/** Params of session/request_permission of ACP, with what Harn's page on its bridge shows beside them. */
export type RequestPermissionRequest = AcpRequestPermissionRequest & {
  /** The tool call. */
  toolCall?: {
    /** The name of the tool. */
    toolName?: string;
  };
  /** The mutation session that the call belongs to. */
  mutation?: JsonObject | null;
  /** The paths that the tool declares. */
  declaredPaths?: string[] | null;
};
/** News of a session of ACP, with what Harn says of a branch. */
export type SessionInfoUpdate = AcpSessionInfoUpdate & {
  /** Extensions. */
  _meta?: {
    /** `forked` for a branch. */
    state?: Json;
    /** The session that a branch came from. */
    parent_id?: Json;
    /** How many messages it has of that. */
    branched_at?: Json;
    /** Its name. */
    branch_name?: Json;
  } & JsonObject | null;
};
/** Something that happened in a session: a variant of ACP, or one of Harn's own. */
export type SessionUpdate =
  | (ContentChunk & {
      /** A piece of what the user said. */
      sessionUpdate: 'user_message_chunk';
    })
  | (ContentChunk & {
      /** A piece of what the agent says. */
      sessionUpdate: 'agent_message_chunk';
    })
  | (ContentChunk & {
      /** A piece of what the agent thinks. */
      sessionUpdate: 'agent_thought_chunk';
    })
  | (ToolCall & {
      /** A tool call that is new. */
      sessionUpdate: 'tool_call';
    })
  | (ToolCallUpdate & {
      /** News of a tool call. */
      sessionUpdate: 'tool_call_update';
    })
  | (Plan & {
      /** The plan. */
      sessionUpdate: 'plan';
    })
  | (AvailableCommandsUpdate & {
      /** The commands. */
      sessionUpdate: 'available_commands_update';
    })
  | (CurrentModeUpdate & {
      /** The mode. */
      sessionUpdate: 'current_mode_update';
    })
  | (ConfigOptionUpdate & {
      /** The settings. */
      sessionUpdate: 'config_option_update';
    })
  | (SessionInfoUpdate & {
      /** News of the session. */
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
/** A tool call of ACP with what Harn adds. */
export type ToolCall = AcpToolCall & {
  /** Extensions. */
  _meta?: {
    harn?: ToolCallExtension;
  } & JsonObject | null;
};
/** News of a tool call of ACP with what Harn adds. */
export type ToolCallUpdate = AcpToolCallUpdate & {
  /** Extensions. */
  _meta?: {
    harn?: ToolCallUpdateExtension;
  } & JsonObject | null;
};
/** Where a tool ran. */
export type ToolExecutor = 'harn_builtin' | 'host_bridge' | 'provider_native' | McpExecutor;
/** Any JSON value, null too. */
export type BridgeAnyValue = Json;
/** Params of `harn.session_add_root`. */
export type AddRootRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** Path of the folder. */
  path?: string;
  /** The same by its other name. */
  root?: string;
  /** What may be done in it. */
  mountMode?: 'read_only' | 'extend' | 'sandboxed';
  /** Why. */
  reason?: string;
};
/** How messages of the user can be put into a turn that runs. */
export type InjectCapabilities = {
  /** When they can be delivered. */
  modes: string[];
  /** What can be done with those that wait. */
  pending?: {
    /** Whether one that waits can be replaced. */
    replace?: boolean;
  } & JsonObject;
} & JsonObject;
/** How reminders can be put into a turn that runs. */
export type RemindCapabilities = {
  /** When they can be delivered. */
  modes: string[];
  /** What can be done with those that wait. */
  pending?: {
    /** Whether what waits can be listed. */
    list?: boolean;
    /** Whether a reminder that waits can be revoked. */
    revoke?: boolean;
  } & JsonObject;
} & JsonObject;
/** The contract that an agent offers, below `agentCapabilities._meta.harn`. */
export type HarnCapabilities = {
  /** The schema of ACP that messages are written by. */
  schemaCompatibility: string;
  /** Address of the contract. */
  extensionContract: string;
  /** Variants of `session/update` beyond ACP. */
  sessionUpdateExtensions: string[];
  /** Fields below `_meta.harn` of tool calls and their updates. */
  toolLifecycleExtensionFields: string[];
  /** Fields below `_meta.harn` of content. */
  contentExtensionFields: string[];
  /** Methods beyond ACP, by name. */
  extensionMethods: {
    [k: string]: ExtensionMethod;
  };
  /** Operations that may be asked of the host, by capability. Experimental. */
  hostCapabilityOperations?: {
    [k: string]: string[];
  };
} & JsonObject;
/** A method beyond ACP. */
export type ExtensionMethod = {
  /** What it does. */
  description?: string;
  /** Where its schema is, which the contract says of its own two methods alone. */
  schema?: string;
  /** The version of that. */
  schemaVersion?: number;
} & JsonObject;
/** Params of `_harn/agentEvent`: a milestone that no `session/update` tells. */
export type AgentEvent = {
  /** The session. */
  sessionId?: Json;
  /** What happened, such as `budget_exhausted`. */
  kind?: Json;
} & JsonObject;
/** Which tools the policy decides about by itself, and for which it asks. */
export type ApprovalPolicy = {
  /** Patterns of tools that run without a question. */
  auto_approve?: string[];
  /** Patterns of tools that never run. */
  auto_deny?: string[];
  /** Patterns of tools that the host is asked about. */
  require_approval?: string[];
  /** Patterns of the paths that may be written. */
  write_path_allowlist?: string[];
};
/** Params of `session/cancel_tool_call`. */
export type CancelToolCallRequest = {
  /** The session. */
  sessionId: string;
  /** The call. */
  toolCallId: string;
  /** Why; the model is told. */
  reason?: string;
  /** Whether a reminder tells the model of it; yes where it is left out. */
  injectReminder?: boolean;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** What became of the call. */
export type CancelToolCallResponse = {
  /** What was done. */
  status: 'cancelled' | 'already_cancelled' | 'not_found';
  /** The call. */
  callId: string;
  /** Name of the tool. */
  tool?: string | null;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** A short name of a model. */
export type CatalogAlias = {
  /** The name. */
  name: string;
  /** The model. */
  model_id: string;
  /** Its provider. */
  provider: string;
  /** How it is told of tools. */
  tool_format?: string | null;
  /** How it calls them. */
  tool_calling?: Json;
};
/** A model of a provider. */
export type CatalogModel = {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its provider. */
  provider: string;
  /** Other names of it. */
  aliases: string[];
  /** Tokens that it takes. */
  context_window: number;
  /** Tokens that it takes here. */
  runtime_context_window?: number;
  /** Kinds of content. */
  modalities: {
    /** What it reads. */
    input: string[];
    /** What it writes. */
    output: string[];
  };
  /** How it uses tools. */
  tool_support: {
    /** Whether it calls tools by itself. */
    native: boolean;
    /** Whether it does in words. */
    text: boolean;
    /** How it searches tools. */
    tool_search: string[];
  } & JsonObject;
  /** How it thinks. */
  reasoning: {
    /** Ways to think. */
    modes: string[];
    /** How much can be said. */
    effort_supported: boolean;
    /** It can be kept from thinking. */
    none_supported: boolean;
    /** It thinks between tool calls. */
    interleaved_supported: boolean;
    /** What it thought is given back to it. */
    preserve_thinking: boolean;
  } & JsonObject;
  /** What it costs, where that is known. */
  pricing?: JsonObject;
  /** How it is to be had. */
  availability: 'serverless' | 'dedicated' | 'unknown';
  /** Whether it will go. */
  deprecation: {
    /** Whether it will go. */
    status: 'active' | 'deprecated';
    /** What to use instead. */
    note?: string | null;
  } & JsonObject;
  /** How long a stream may be silent, in seconds. */
  stream_timeout?: number;
  /** How the model gives output of a form. */
  structured_output: string;
  /** How prompts for it are best written. */
  format_preferences: {
    /** Prompts are better in XML. */
    prefers_xml_scaffolding: boolean;
    /** Prompts are better in Markdown. */
    prefers_markdown_scaffolding: boolean;
    /** How a form is asked for. */
    structured_output_mode: string;
    /** The answer can be begun for it. */
    supports_assistant_prefill: boolean;
    /** Instructions are better in the role developer. */
    prefers_role_developer: boolean;
    /** Tools are better called in XML. */
    prefers_xml_tools: boolean;
    /** How it marks what it thinks. */
    thinking_block_style: string;
  } & JsonObject;
  /** Prompts are cached. */
  prompt_cache: boolean;
  /** What it is good at. */
  quality_tags: string[];
  /** What it can do. */
  capability_tags: string[];
} & JsonObject;
/** A provider of models. */
export type CatalogProvider = {
  /** Its id. */
  id: string;
  /** Its name. */
  display_name: string;
  /** Where it runs. */
  classification: 'hosted' | 'local';
  /** How it is reached. */
  endpoint: {
    /** Its address. */
    base_url: string;
    /** The variable that overrides it. */
    base_url_env?: string;
    /** Path of its chat. */
    chat_endpoint: string;
    /** Path of its completions. */
    completion_endpoint?: string;
  };
  /** What it wants to see. */
  auth: {
    /** How the key is carried. */
    style: string;
    /** In which header. */
    header?: string;
    /** Names of the variables that may hold the key. */
    env: string[];
    /** Whether there has to be one. */
    required: boolean;
  };
  /** The protocols that it speaks. */
  protocols: string[];
  /** What it can do. */
  features: string[];
  /** What it can't. */
  caveats: string[];
  /** Its icon. */
  icon?: string;
  /** Requests a minute. */
  rpm?: number;
  /** How long it usually takes, in ms. */
  latency_p50_ms?: number;
};
/** A way to use a model that has a name. */
export type CatalogVariant = {
  /** Its id. */
  id: string;
  /** Its name. */
  label: string;
  /** What it is. */
  description: string;
  /** The model. */
  model_id: string;
  /** Its provider. */
  provider: string;
  /** Where it is written down. */
  source: string;
};
/** Result of `session/rollback` and `session/redo`. One that failed has its status alone. */
export type CheckpointResult = {
  /** What came of it: `rolled_back` for a rollback that was done. */
  status: string;
  /** The turn. */
  checkpointId?: string;
  /** Messages on one side of it. */
  beforeMessageCount?: number;
  /** Messages on the other. */
  afterMessageCount?: number;
  /** Snapshots of files that were restored. */
  fsSnapshotIds?: string[];
  /** Snapshots that were made for the other direction. */
  redoFsSnapshotIds?: string[];
  /** What became of the files. */
  fsRestores?: FsRestore[];
};
/** Files that a snapshot brought back. */
export type FsRestore = {
  /** The snapshot. */
  snapshotId: string;
  /** Paths that are as they were. */
  restoredPaths: string[];
  /** Paths that were left, with the reason. */
  skippedPathsWithReasons: Json[];
};
/** What Harn adds to a block of content, below its `_meta.harn`. Experimental. */
export type ContentExtension = {
  /** What the user can see of the message so far. */
  visible_text?: string;
  /** What this piece adds to it. */
  visible_delta?: string;
} & JsonObject;
/** Params of `session/fork`: the session that a branch is made of. */
export type ForkSessionRequest = {
  /** The session. */
  session_id: string;
  /** The same by the name that other methods have for it. */
  sessionId?: string;
  /** How many messages the branch has; all where it is left out. */
  keep_first?: number;
  /** The id of the branch; a new one where it is left out. */
  id?: string;
  /** Its name. */
  branch_name?: string;
};
/** The branch that was made. */
export type ForkSessionResponse = {
  /** The branch. */
  sessionId: string;
  /** That it is one. */
  state: 'forked';
  /** The session that it came from. */
  parent_id: string;
  /** How many messages it has of that, where that was said. */
  branched_at?: number | null;
  /** Its modes. */
  modes?: SessionModeState | null;
  /** Its settings. */
  configOptions?: SessionConfigOption[] | null;
};
/** Something changed in a folder that is watched. */
export type FsWatch = {
  /** The variant. */
  sessionUpdate: 'fs_watch';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The watch. */
      subscriptionId?: Json;
      /** What changed, in the order in which it did. */
      events?: Json;
    };
  };
};
/** A workflow hands its work to somebody else. */
export type Handoff = {
  /** The variant. */
  sessionUpdate: 'handoff';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The handoff. */
      handoffId?: Json;
      /** The artifact that it was made of. */
      artifactId?: Json;
      /** The artifact itself. */
      handoff?: Json;
    };
  };
};
/** A plan of Harn, beside the entries that it was made of. */
export type HarnPlan = {
  /** Its steps. */
  steps: Json[];
  /** What it takes for granted. */
  assumptions?: Json[];
} & JsonObject;
/** A script asks a human. Experimental. */
export type HitlRequest = {
  /** The variant. */
  sessionUpdate: 'hitl_request';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The question. */
      requestId?: Json;
      /** What is asked, such as `question` or `approval`. */
      kind?: Json;
      /** The question itself. */
      payload?: Json;
    };
  };
};
/** What a script asked a human is settled. Experimental. */
export type HitlResolved = {
  /** The variant. */
  sessionUpdate: 'hitl_resolved';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The question. */
      requestId?: Json;
      /** What was asked. */
      kind?: Json;
      /** How it ended. */
      outcome?: Json;
    };
  };
};
/** Params of `harn.hitl.respond`. */
export type HitlResponse = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** The question. */
  request_id: string;
  /** The answer to a question. */
  answer?: Json;
  /** The answer to a wish for approval. */
  approved?: boolean;
  /** The answer to an escalation. */
  accepted?: boolean;
  /** Who answers. */
  reviewer?: string;
  /** Why. */
  reason?: string | null;
} & JsonObject;
/** Params of `session/inject`: a message of the user for a turn that runs. */
export type InjectRequest = {
  /** The session. */
  sessionId: string;
  /** When it is delivered: at the end of the interaction, or after the current operation. */
  mode: 'queue' | 'steer';
  content: InjectedContent;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** The message was taken. */
export type InjectResponse = {
  /** Its id, which the agent made. */
  messageId: string;
  /** What became of it, such as `accepted`. */
  status?: string;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** A line of the log. */
export type Log = {
  /** The variant. */
  sessionUpdate: 'log';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** How severe it is. */
      level?: Json;
      /** In words. */
      message?: Json;
      /** Data of the line. */
      fields?: Json;
    };
  };
};
/** A tool ran on an MCP server. */
export type McpExecutor = {
  /** The kind. */
  kind: 'mcp_server';
  /** Name of the server. */
  serverName: string;
};
/** On whose account something is changed. The same record stands in the audit of tool updates. */
export type MutationSession = {
  /** The session. */
  session_id: string;
  /** The session that this one came from. */
  parent_session_id?: string | null;
  /** The run. */
  run_id?: string | null;
  /** The delegated worker, if there is one. */
  worker_id?: string | null;
  /** What kind of run it is. */
  execution_kind?: string | null;
  /** How far changes may go, such as `read_only` or `apply_workspace`. */
  mutation_scope: string;
  /** The policy in force. */
  approval_policy?: ApprovalPolicy | null;
};
/** Result of `session/pending_injections`: what waits, in the order in which it came. */
export type PendingInjections = {
  /** How many there are. */
  pendingCount: number;
  /** What waits. */
  injections: (PendingUserMessage | PendingReminder)[];
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** A message of the user that waits. */
export type PendingUserMessage = {
  /** The kind. */
  kind: 'user';
  /** The message. */
  messageId: string;
  /** When it is delivered. */
  mode?: string;
} & JsonObject;
/** A reminder that waits. */
export type PendingReminder = {
  /** The kind. */
  kind: 'reminder';
  /** The reminder. */
  reminderId: string;
  /** When it is delivered. */
  mode?: string;
  /** What the model is reminded of. */
  body?: string;
} & JsonObject;
/** What became of a message that waited. */
export type PendingMessageResult = {
  /** The message. */
  messageId?: string;
  /** What became of it, such as `revoked`, `already_revoked` or `replaced`. */
  status?: string;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** The short form of an answer to session/request_permission that Harn's page on its bridge has. */
export type PermissionShim = {
  /** Whether the call may run. */
  granted: boolean;
  /** The arguments that it shall run with, if they are not those that were asked for. */
  args?: JsonObject;
  /** Why it may not. */
  reason?: string;
};
/** How far something is. */
export type Progress = {
  /** The variant. */
  sessionUpdate: 'progress';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** What is going on. */
      phase?: string;
      /** In words. */
      message?: string;
      /** How much is done. */
      progress?: number | null;
      /** How much there is to do. */
      total?: number | null;
      /** Whatever else there is to say. */
      data?: Json;
    };
  };
};
/** Result of `session/prompt`: the turn is over. */
export type PromptResponse = {
  /** Extensions. */
  _meta?: JsonObject | null;
  /** Why it ended. */
  stopReason: StopReason | 'completed';
};
/** The whole catalog, as Harn exports it. The specification names the address of this form, and Harn's sources say what it is. */
export type ProviderCatalog = {
  /** Version of this form. */
  schema_version: 2;
  /** Address of its schema. */
  schema: 'https://harnlang.com/schemas/provider-catalog.v2.json';
  /** What made it. */
  generated_by: string;
  /** The providers. */
  providers: CatalogProvider[];
  /** Their models. */
  models: CatalogModel[];
  /** Short names. */
  aliases: CatalogAlias[];
  /** Ways to use them. */
  variants: CatalogVariant[];
  /** Models for checks, by what is checked. */
  qc_defaults: {
    [k: string]: string;
  };
};
/** Params of `harn.session_reanchor`. */
export type ReanchorRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** Path of the folder. */
  path?: string;
  /** The same by its other name. */
  primary?: string;
  /** Why. */
  reason?: string;
  /** Whether the transcript is kept; yes where it is left out. */
  carryTranscript?: boolean;
  /** Whether it is compacted; no where it is left out. */
  compact?: boolean;
};
/** Params of `session/remind`: a reminder of the system for a turn that runs. */
export type RemindRequest = {
  /** The session. */
  sessionId?: string;
  /** What the model is reminded of. */
  body: string;
  /** What it is about. */
  tags?: string[];
  /** Of reminders with the same key one is enough. */
  dedupe_key?: string;
  /** For how many turns it holds. */
  ttl_turns?: number;
  /** In which role the model gets it. */
  role_hint?: string;
  /** When it is delivered. */
  mode?: 'interrupt_immediate' | 'finish_step' | 'audit_only';
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** The reminder was taken. */
export type RemindResponse = {
  /** Its id. */
  reminderId?: string;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** Params of `session/replace_inject`. */
export type ReplaceInjectRequest = {
  /** The session. */
  sessionId: string;
  /** The message. */
  messageId: string;
  content: InjectedContent;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** Params of `session/revoke_inject`. */
export type RevokeInjectRequest = {
  /** The session. */
  sessionId: string;
  /** The message. */
  messageId: string;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** Params of `session/revoke_reminder`. */
export type RevokeReminderRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** The reminder. */
  reminderId: string;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** What became of the reminder. */
export type RevokeReminderResponse = {
  /** The reminder. */
  reminderId?: string;
  /** `revoked` or `already_revoked`. */
  status?: string;
  /** Extensions. */
  _meta?: JsonObject | null;
};
/** Params of `session/update`: something that happened in a session. */
export type SessionNotification = {
  /** Extensions. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  update: SessionUpdate;
};
/** What Harn adds to a tool call, below `_meta.harn`. */
export type ToolCallExtension = {
  audit?: MutationSession;
  /** Whether its input is still being read. Experimental. */
  parsing?: Json;
} & JsonObject;
/** What Harn adds to news of a tool call, below `_meta.harn`. */
export type ToolCallUpdateExtension = {
  audit?: MutationSession;
  executor?: ToolExecutor;
  /** How long all of it took, in ms. */
  durationMs?: number;
  /** How long the tool itself took, in ms. */
  executionDurationMs?: number;
  /** What went wrong, for people. */
  error?: string;
  /** What went wrong, such as `schema_validation` or `parse_aborted`. */
  errorCategory?: string;
  /** Whether its input is still being read. Experimental. */
  parsing?: Json;
  /** Input that could not be read. Experimental. */
  rawInputPartial?: Json;
} & JsonObject;
/** A skill is in force from now on. */
export type SkillActivated = {
  /** The variant. */
  sessionUpdate: 'skill_activated';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** Name of the skill. */
      skillName?: Json;
      /** Iteration of the agent loop. */
      iteration?: Json;
      /** Why it was chosen. */
      reason?: Json;
    };
  };
};
/** A skill is no longer in force. */
export type SkillDeactivated = {
  /** The variant. */
  sessionUpdate: 'skill_deactivated';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** Name of the skill. */
      skillName?: Json;
      /** Iteration of the agent loop. */
      iteration?: Json;
    };
  };
};
/** A skill takes tools away from this turn. */
export type SkillNarrow = {
  /** The variant. */
  sessionUpdate: 'skill_narrow';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** Why. */
      reason?: Json;
      /** Names of the tools that are gone. */
      removedTools?: Json;
      /** Names of those that are left. */
      remainingTools?: Json;
      /** The policy in force. */
      policy?: Json;
      /** What there is to say of those that are gone. */
      removedToolDetails?: Json;
      /** What there is to say of those that are left. */
      keptToolDetails?: Json;
    };
  };
};
/** An active skill leaves only some tools. */
export type SkillScopeTools = {
  /** The variant. */
  sessionUpdate: 'skill_scope_tools';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** Name of the skill. */
      skillName?: Json;
      /** The tools that are left. */
      allowedTools?: Json;
    };
  };
};
/** The model looks for tools. */
export type ToolSearchQuery = {
  /** The variant. */
  sessionUpdate: 'tool_search_query';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The call of the search tool. */
      toolUseId?: Json;
      /** Name of the search tool. */
      name?: Json;
      /** What the model passed. */
      query?: Json;
      /** How it is searched. */
      strategy?: Json;
      /** Who searches. */
      mode?: Json;
    };
  };
};
/** What the search brought. */
export type ToolSearchResult = {
  /** The variant. */
  sessionUpdate: 'tool_search_result';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The call of the search tool. */
      toolUseId?: Json;
      /** The tools that the model can use from now on, in order. */
      promoted?: Json;
      /** How it was searched. */
      strategy?: Json;
      /** Who searched. */
      mode?: Json;
    };
  };
};
/** Messages of the transcript were replaced by a summary. */
export type TranscriptCompacted = {
  /** The variant. */
  sessionUpdate: 'transcript_compacted';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** Who asked for it, such as `auto` or `manual`. */
      mode?: Json;
      /** Why it was done. */
      reason?: Json;
      /** How it was done. */
      strategy?: Json;
      /** How many messages were taken out. */
      archivedMessages?: Json;
      /** Size before, in tokens. */
      estimatedTokensBefore?: Json;
      /** Size after, in tokens. */
      estimatedTokensAfter?: Json;
      /** Where what was taken out is kept. */
      snapshotAssetId?: Json;
      /** How the instructions of the summary are joined to Harn's own. */
      instructionMode?: Json;
      /** Who gave them. */
      instructionSource?: Json;
      /** The policy in force. */
      compactionPolicy?: Json;
    };
  };
};
/** A model call gets a part of the transcript. Not in the list that the contract advertises. */
export type TranscriptProjected = {
  /** The variant. */
  sessionUpdate: 'transcript_projected';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The policy in force. */
      policy?: Json;
      /** Why it was done. */
      reason?: Json;
      /** A hash of what stays as it was at the beginning. */
      prefixHash?: Json;
      /** Messages that the call gets. */
      keptCount?: Json;
      /** Messages that it does not get. */
      droppedCount?: Json;
      /** Whether the provider's rules forbade it. */
      providerSafetyBlocked?: Json;
      /** Messages whose text was taken out. */
      redactedCount?: Json;
      /** Size of what was dropped, in tokens. */
      reclaimedTokens?: Json;
      /** The roots that were looked at. */
      rootsConsulted?: Json;
      /** Where text was taken out. */
      redactionPointers?: Json;
    };
  };
};
/** News of a delegated worker. */
export type WorkerUpdate = {
  /** The variant. */
  sessionUpdate: 'worker_update';
  /** Extensions. */
  _meta: {
    /** What Harn adds. */
    harn: {
      /** The worker. */
      workerId?: Json;
      /** Its name. */
      workerName?: Json;
      /** What it was asked to do. */
      workerTask?: Json;
      /** How it runs. */
      workerMode?: Json;
      /** What happened, such as `WorkerSpawned`. */
      event?: Json;
      /** How it is, such as `running`, `completed`, `failed`. */
      status?: Json;
      /** Whether nothing more comes of it. */
      terminal?: Json;
      /** Its times, and the paths of its run and snapshot. */
      metadata?: Json;
      /** The mutation session that it works in. */
      audit?: MutationSession | null;
    };
  };
};
/** A message that was injected is delivered. */
export type UserMessage = {
  /** The variant. */
  sessionUpdate: 'user_message';
  /** Extensions. */
  _meta?: JsonObject | null;
  /** The id that `session/inject` gave. */
  messageId: string;
  /** What the user said. */
  content: ContentBlock[];
} & JsonObject;
/** Only the beginning of the transcript is left. */
export type SessionTruncated = {
  /** The variant. */
  sessionUpdate: 'session_truncated';
  /** Extensions. */
  _meta?: JsonObject | null;
  /** What is left. */
  keptTurnCount?: number;
  /** What is gone. */
  removedTurnCount?: number;
  /** What is the last one now. */
  newTipTurnId?: string | null;
  /** Why. */
  reason?: string | null;
} & JsonObject;
/** The last turn was undone. */
export type SessionRollback = {
  /** The variant. */
  sessionUpdate: 'session_rollback';
  /** Extensions. */
  _meta?: JsonObject | null;
  /** The checkpoint of the turn. */
  checkpointId?: string;
  /** What came of it. */
  status?: string;
} & JsonObject;
/** A turn that was undone is back. */
export type SessionRedo = {
  /** The variant. */
  sessionUpdate: 'session_redo';
  /** Extensions. */
  _meta?: JsonObject | null;
  /** The checkpoint of the turn. */
  checkpointId?: string;
  /** What came of it. */
  status?: string;
} & JsonObject;
/** Params that name a session and nothing else. */
export type SessionRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
};
/** Result of `harn.session_timeline.query`. */
export type Timeline = {
  /** Version of this form. */
  schemaVersion: number;
  cursor: TimelineCursor;
  /** What happened, in order. */
  nodes: TimelineNode[];
};
/** How far a timeline is known. */
export type TimelineCursor = {
  /** The last event by topic. */
  topics: {
    [k: string]: number;
  };
} & JsonObject;
/** Something that happened. */
export type TimelineNode = {
  /** Its id, which stays. */
  id: string;
  /** What it is part of. */
  parentId?: string | null;
  /** What is part of it. The guide does not say whether by id or whole. */
  children?: Json[];
  /** Where it comes from. */
  category?: string;
  /** What it is. */
  kind?: string;
  /** How it ended. */
  status?: string | null;
  /** What there is to say of it, without secrets. */
  attributes?: JsonObject | null;
  /** What it has to do with. */
  links?: {
    /** In which way. */
    kind: string;
  }[];
} & JsonObject;
/** Params of `harn.session_timeline.query`. */
export type TimelineQuery = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** A run. */
  runId?: string;
  /** The same by its other name. */
  run_id?: string;
  /** Path of a run record. */
  runPath?: string;
  /** The same by its other name. */
  run_path?: string;
  /** A project. */
  projectId?: string;
  /** The same by its other name. */
  project_id?: string;
  fromCursor?: TimelineCursor;
  /** The most nodes that are wanted. */
  limit?: number;
};
/** Params of `harn.session_timeline.subscribe`. */
export type TimelineSubscribeRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** A run. */
  runId?: string;
  /** The same by its other name. */
  run_id?: string;
  /** Path of a run record. */
  runPath?: string;
  /** The same by its other name. */
  run_path?: string;
  /** A project. */
  projectId?: string;
  /** The same by its other name. */
  project_id?: string;
  fromCursor?: TimelineCursor;
  /** The most nodes that are wanted. */
  limit?: number;
  /** Its id; a new one where it is left out. */
  subscriptionId?: string;
};
/** The subscription that was made. */
export type TimelineSubscription = {
  /** Its id. */
  subscriptionId: string;
  /** The notification by which news comes. */
  updateMethod: string;
};
/** Params of `harn.session_timeline.unsubscribe`. */
export type TimelineUnsubscribeRequest = {
  /** The subscription. */
  subscriptionId: string;
};
/** Params of `harn.session_timeline.update`: news of a subscription. */
export type TimelineUpdate = {
  /** The subscription. */
  subscriptionId: string;
  /** What is new. */
  update?: {
    /** Version of this form. */
    schemaVersion: number;
    cursor: TimelineCursor;
    node: TimelineNode;
  };
};
/** Params of `session/truncate`: how much of the transcript is kept. The guide names no members; these are Harn's. */
export type TruncateSessionRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** How many are kept. */
  keepFirst?: number;
  /** The same by its other name. */
  keep_first?: number;
  /** Why. */
  reason?: string;
};
/** What is left. */
export type TruncateSessionResponse = {
  /** The session. */
  sessionId?: string;
  /** What is left. */
  keptTurnCount?: number;
  /** What is gone. */
  removedTurnCount?: number;
  /** What is the last one now. */
  newTipTurnId?: string | null;
};
/** Params of `workflow/pause` and `workflow/resume`. */
export type WorkflowControlRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** The workflow. */
  workflowId: string;
};
/** Params of `workflow/signal` and `workflow/query`. */
export type WorkflowMessageRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** The workflow. */
  workflowId: string;
  /** Name of the signal or query. */
  name: string;
  /** What it carries. */
  payload?: Json;
};
/** Params of `workflow/update`. */
export type WorkflowUpdateRequest = {
  /** The session. */
  sessionId?: string;
  /** The same by its other name. */
  session_id?: string;
  /** The workflow. */
  workflowId: string;
  /** Name of the update. */
  name: string;
  /** What it carries. */
  payload?: Json;
  /** How long an answer is waited for, in ms. */
  timeoutMs?: number;
};
/** Where a session works. */
export type WorkspaceAnchor = {
  /** Absolute path of its main folder. */
  primary: string;
} & JsonObject;
/** Result of the methods about roots: where the session works now. */
export type WorkspaceRootsResult = {
  workspaceAnchor: WorkspaceAnchor;
};
/** Which builtin or host tool is called, and with what. */
export type BuiltinCallParams = {
  /** Name of the tool, as the host lists it, or of the builtin. */
  name: string;
  args?: BridgeAnyValue;
};
/** Nothing, or the session that asks. */
export type HostCapabilitiesParams = {
  /** The session of the prompt. */
  sessionId?: string;
};
/** Which operation is called, and with what. */
export type HostCallParams = {
  /** The operation. No page says how it is written; Harn has capability.operation. */
  name?: string;
  /** The arguments. */
  args?: Json;
  /** The session that calls. */
  sessionId?: string;
};
