// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * Any JSON value, null too.
 */
export type AnyValue = Json;
/**
 * Names one conversation. The agent chooses it.
 */
export type SessionId = string;
/**
 * The operations of one capability, in one of three forms.
 */
export type HostCapability =
  | OperationNames
  | {
      ops: OperationNames;
    }
  | {
      operations: OperationNames | JsonObject;
    };
/**
 * The operations of one capability.
 */
export type OperationNames = string[];
/**
 * A whole skill in either form.
 */
export type FetchedSkill = NestedSkill | FlatSkill;
/**
 * A JSON Schema that is an object.
 */
export type JsonSchemaObject = JsonObject;
/**
 * The tools without anything around them.
 */
export type HostToolArray = HostTool[];
/**
 * Number of the protocol version. It rises only where peers of different versions could not understand each other.
 */
export type ProtocolVersion = number;
/**
 * A way to sign in.
 */
export type AuthMethod = AuthMethodAgent;
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
 * Names a mode of a session.
 */
export type SessionModeId = string;
/**
 * A manifest with entries of no known form, which a runtime leaves out: the spec describes none.
 */
export type OtherManifest = JsonObject;
/**
 * What an answer means: yes or no, this time or from now on.
 */
export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
/**
 * Names an answer that the user can give to one question.
 */
export type PermissionOptionId = string;
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
 * How much an entry of a plan matters.
 */
export type PlanEntryPriority = 'high' | 'medium' | 'low';
/**
 * Where an entry of a plan stands.
 */
export type PlanEntryStatus = 'pending' | 'in_progress' | 'completed';
/**
 * What a command takes.
 */
export type AvailableCommandInput = UnstructuredCommandInput;
/**
 * Something that happened in a turn: a variant of ACP, or one that Harn adds.
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
       * The whole plan.
       */
      sessionUpdate: 'plan';
    })
  | (AvailableCommandsUpdate & {
      /**
       * The commands that there are.
       */
      sessionUpdate: 'available_commands_update';
    })
  | (CurrentModeUpdate & {
      /**
       * The mode that is in force.
       */
      sessionUpdate: 'current_mode_update';
    })
  | (ConfigOptionUpdate & {
      /**
       * All settings.
       */
      sessionUpdate: 'config_option_update';
    })
  | (SessionInfoUpdate & {
      /**
       * What is known of the session.
       */
      sessionUpdate: 'session_info_update';
    })
  | WorkerUpdate
  | SkillActivated
  | SkillDeactivated
  | SkillScopeTools
  | ToolSearchQuery
  | HarnToolSearchResult
  | Progress
  | Log
  | OtherUpdate;
/**
 * The matches without anything around them.
 */
export type SkillMatchArray = SkillMatch[];
/**
 * The matches that count, best first.
 */
export type SkillRanking = RankedSkill[];
/**
 * The skills of a host without anything around them.
 */
export type SkillRefArray = SkillRef[];
/**
 * What a script gets that lists the tools of the host.
 */
export type ToolDescriptorList = ToolDescriptor[];

/**
 * How long the daemon has waited and will wait.
 */
export interface AgentIdleParams {
  /**
   * Number of the iteration.
   */
  iteration: number;
  /**
   * How long it waits now, in ms.
   */
  backoff_ms: 100 | 500 | 1000 | 2000;
}
/**
 * Which builtin or host tool is called, and with what.
 */
export interface BuiltinCallParams {
  /**
   * Name of the tool, as the host lists it, or of the builtin.
   */
  name: string;
  args?: AnyValue;
}
/**
 * Params of `session/cancel`: the session whose turn is to end.
 */
export interface CancelNotification {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  sessionId: SessionId;
}
/**
 * The operations that a host offers, by capability.
 */
export interface CapabilityManifest {
  /**
   * Extensions.
   */
  _meta?: JsonObject;
  [k: string]: HostCapability | JsonObject | undefined;
}
/**
 * A whole skill whose manifest is a member of its own.
 */
export interface NestedSkill {
  /**
   * Name of the skill.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * The instructions that the model gets.
   */
  body: string;
  manifest: SkillManifest;
}
/**
 * What a skill says about its use.
 */
export interface SkillManifest {
  /**
   * When the skill fits.
   */
  when_to_use?: string;
  /**
   * The only tools that may be used while it is active.
   */
  allowed_tools?: string[];
  /**
   * Patterns of the files that it is about.
   */
  paths?: string[];
  /**
   * The model that it wants.
   */
  model?: string;
}
/**
 * A whole skill with the members of its manifest beside its own.
 */
export interface FlatSkill {
  /**
   * Name of the skill.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * The instructions that the model gets.
   */
  body: string;
  /**
   * When the skill fits.
   */
  when_to_use?: string;
  /**
   * The only tools that may be used while it is active.
   */
  allowed_tools?: string[];
  /**
   * Patterns of the files that it is about.
   */
  paths?: string[];
  /**
   * The model that it wants.
   */
  model?: string;
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
 * A tool as a host describes it. The canonical names are `description` and `schema`; the others mean the same and are read where those are missing.
 */
export interface HostTool {
  /**
   * Name by which the tool is called.
   */
  name: string;
  /**
   * What it does.
   */
  description?: string;
  /**
   * Another name for `description`.
   */
  short_description?: string;
  /**
   * JSON Schema of its arguments, or null.
   */
  schema?: JsonSchemaObject | null;
  /**
   * Another name for `schema`.
   */
  parameters?: JsonSchemaObject | null;
  /**
   * Another name for `schema`.
   */
  input_schema?: JsonSchemaObject | null;
  /**
   * Whether scripts should use something else. False where it is left out.
   */
  deprecated?: boolean;
}
/**
 * The canonical form inside a second `result`.
 */
export interface HostToolEnvelope {
  result: HostToolList;
}
/**
 * The tools in the canonical form.
 */
export interface HostToolList {
  tools: HostToolArray;
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
export interface AgentCapabilities {
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
export interface InitializeResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  agentCapabilities?: AgentCapabilities;
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
 * Result of `session/new`: the session that was made.
 */
export interface NewSessionResponse {
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
 * Params of a method that takes none: an empty object, where they are sent at all.
 */
export interface NoParams {}
/**
 * A variant of Harn that the bridge has nothing to say about.
 */
export interface OtherUpdate {
  /**
   * The variant. `call_start`, `call_progress` and `call_end` come from old runtimes.
   */
  sessionUpdate:
    | 'fs_watch'
    | 'transcript_compacted'
    | 'transcript_projected'
    | 'handoff'
    | 'skill_narrow'
    | 'hitl_request'
    | 'hitl_resolved'
    | 'user_message'
    | 'session_truncated'
    | 'session_rollback'
    | 'session_redo'
    | 'call_start'
    | 'call_progress'
    | 'call_end';
}
/**
 * The form of ACP for a question that was withdrawn: not granted.
 */
export interface PermissionCancelled {
  /**
   * What came of the question.
   */
  outcome: {
    /**
     * Nothing was chosen.
     */
    outcome: 'cancelled';
  };
}
/**
 * What the runtime makes of any answer, an error and silence too.
 */
export interface PermissionDecision {
  /**
   * Whether the tool runs.
   */
  granted: boolean;
  /**
   * The arguments to use, where the host changed them.
   */
  args?: JsonObject;
  /**
   * Why it does not run.
   */
  reason?: string;
}
/**
 * The older form of a denial.
 */
export interface PermissionDenied {
  /**
   * No.
   */
  granted: false;
  /**
   * Why, for the model.
   */
  reason?: string;
}
/**
 * The older form: granted, with other arguments where the host changed them.
 */
export interface PermissionGranted {
  /**
   * Yes.
   */
  granted: true;
  /**
   * The arguments to use instead of the proposed ones, complete.
   */
  args?: JsonObject;
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
 * What the agent wants to do, and on whose account.
 */
export interface PermissionParams {
  /**
   * The session of the running prompt.
   */
  sessionId: string;
  toolCall: PermissionToolCall;
  /**
   * The mutation session, or null where none is installed. Usually as in the audit of tool updates; the spec shows one and no rule.
   */
  mutation?: JsonObject | null;
  /**
   * The paths that the call declares to touch.
   */
  declaredPaths?: string[] | null;
  /**
   * The answers to choose from, where the runtime offers any.
   */
  options?: PermissionOption[];
}
/**
 * The call that the question is about. Where its name stands differs between runtimes.
 */
export interface PermissionToolCall {
  /**
   * The id of the call, as the updates have it.
   */
  toolCallId: string;
  /**
   * Name of the tool.
   */
  toolName?: string;
  /**
   * Name of the call for people.
   */
  title?: string | null;
  /**
   * The arguments that the model proposed.
   */
  rawInput?: Json;
  /**
   * What kind of tool it is.
   */
  kind?: string | null;
  /**
   * How far the call is.
   */
  status?: string | null;
  /**
   * What the call would do, such as a diff.
   */
  content?: Json[] | null;
  /**
   * Extensions; `harn.toolName` is another place for the name.
   */
  _meta?: JsonObject | null;
}
/**
 * The form of ACP: granted, unless the option that it names rejects.
 */
export interface PermissionSelected {
  /**
   * What came of the question.
   */
  outcome: {
    /**
     * An answer was chosen.
     */
    outcome: 'selected';
    /**
     * Which of the offered answers. Left out where none was offered.
     */
    optionId?: string;
  };
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
 * How a turn ended. `completed` is how old runtimes say `end_turn`.
 */
export interface PromptResult {
  /**
   * Why the turn is over.
   */
  stopReason: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled' | 'completed';
}
/**
 * A message of the user for a run that goes on.
 */
export interface QueuedMessageParams {
  /**
   * What the user says. No page gives a payload; Harn sends a text.
   */
  content?: Json;
  /**
   * When it is delivered: `interrupt_immediate`, `finish_step`, or at the end.
   */
  mode?: Json;
}
/**
 * A match as the runtime uses it: a candidate, with score and reason filled in.
 */
export interface RankedSkill {
  /**
   * Name of a candidate.
   */
  name: string;
  /**
   * How well it fits.
   */
  score: number;
  /**
   * Why; `host match` where the host does not say it.
   */
  reason: string;
}
/**
 * The next piece of a message.
 */
export interface ContentChunk {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  content: ContentBlock;
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
 * A tool call that a model asked for, as the client first hears of it.
 */
export interface ToolCall {
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
 * What changed about a tool call. What is left out stays as it was; a list replaces the list before.
 */
export interface ToolCallUpdate {
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
export interface Plan {
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
 * What changed about the session. What is left out stays as it was; null takes it away.
 */
export interface SessionInfoUpdate {
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
export interface HarnToolSearchResult {
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
 * The session and what happens in it.
 */
export interface SessionUpdateParams {
  /**
   * The session.
   */
  sessionId: string;
  update: SessionUpdate;
}
/**
 * A skill as the runtime keeps it, whatever form the host used.
 */
export interface Skill {
  /**
   * Name of the skill.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * The instructions that the model gets.
   */
  body: string;
  /**
   * When the skill fits.
   */
  when_to_use: string;
  /**
   * The only tools that may be used while it is active.
   */
  allowed_tools: string[];
  /**
   * Patterns of the files that it is about.
   */
  paths: string[];
  /**
   * The model that it wants.
   */
  model?: string;
}
/**
 * A skill that may be chosen.
 */
export interface SkillCandidate {
  /**
   * Name of the skill.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * When it fits; empty where it does not say it.
   */
  when_to_use: string;
  /**
   * Patterns of the files that it is about.
   */
  paths: string[];
}
/**
 * Which skill is wanted.
 */
export interface SkillFetchParams {
  /**
   * The id of the list.
   */
  id: string;
}
/**
 * One skill that the host proposes.
 */
export interface SkillMatch {
  /**
   * Name of a candidate.
   */
  name: string;
  /**
   * How well it fits: more is better. 1 where it is left out.
   */
  score?: number;
  /**
   * Why, in a few words.
   */
  reason?: string;
}
/**
 * The canonical form inside a second `result`.
 */
export interface SkillMatchEnvelope {
  result: SkillMatchList;
}
/**
 * The matches in the canonical form.
 */
export interface SkillMatchList {
  matches: SkillMatchArray;
}
/**
 * What the user wants, and the skills to choose from.
 */
export interface SkillMatchParams {
  /**
   * The strategy of the agent: `host`, or its other name.
   */
  strategy: 'host' | 'embedding';
  /**
   * What the user asked.
   */
  prompt: string;
  /**
   * The files that the agent works on.
   */
  working_files: string[];
  /**
   * Every skill that may be chosen.
   */
  candidates: SkillCandidate[];
}
/**
 * The matches under the name `skills`.
 */
export interface SkillMatchSkills {
  skills: SkillMatchArray;
}
/**
 * A skill as the list shows it.
 */
export interface SkillRef {
  /**
   * What the skill is fetched by. It may hold slashes.
   */
  id: string;
  /**
   * Name of the skill.
   */
  name: string;
  /**
   * What it is for.
   */
  description: string;
  /**
   * Where it comes from, such as `host`.
   */
  source: string;
}
/**
 * The skills of a host in an object.
 */
export interface SkillRefList {
  skills: SkillRefArray;
}
/**
 * A host tool as scripts see it, whatever form the host used: these four members and no other.
 */
export interface ToolDescriptor {
  /**
   * Name by which the tool is called.
   */
  name: string;
  /**
   * What it does; empty where the host does not say it.
   */
  description: string;
  /**
   * JSON Schema of its arguments, or null where the host has none.
   */
  schema: JsonSchemaObject | null;
  /**
   * Whether scripts should use something else.
   */
  deprecated: boolean;
}
/**
 * The same inside a second `result`.
 */
export interface ToolSearchEnvelope {
  result: ToolSearchResult;
}
/**
 * The tools to promote, best first.
 */
export interface ToolSearchResult {
  /**
   * Names out of the candidates, about twenty at most.
   */
  tool_names: string[];
  /**
   * A word for the model about the search.
   */
  diagnostic?: string;
}
/**
 * What the model gets to see of a search, whatever form the host used. An error of the host is an empty list with its message as diagnostic.
 */
export interface ToolSearchOutcome {
  /**
   * The tools that were promoted, in order.
   */
  tool_names: string[];
  /**
   * A word of the host, or why nothing was found.
   */
  diagnostic?: string;
}
/**
 * What the model looks for, and among which tools.
 */
export interface ToolSearchParams {
  /**
   * How the host is to search. Other strategies never leave the runtime.
   */
  strategy: 'semantic' | 'host';
  /**
   * The words of the model, unchanged.
   */
  query: string;
  /**
   * The names of all deferred tools.
   */
  candidates: string[];
}
/**
 * Which session, as ACP has it.
 */
export type CancelParams = CancelNotification;
/**
 * What the host speaks and offers, as ACP has it.
 */
export type InitializeParams = InitializeRequest;
/**
 * What the runtime speaks and offers, as ACP has it.
 */
export type InitializeResult = InitializeResponse;
/**
 * Where the session works, as ACP has it.
 */
export type NewSessionParams = NewSessionRequest;
/**
 * The session, as ACP has it.
 */
export type NewSessionResult = NewSessionResponse;
/**
 * What the user says, as ACP has it.
 */
export type PromptParams = PromptRequest;
