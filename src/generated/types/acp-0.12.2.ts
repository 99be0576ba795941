// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** Names one conversation. The agent chooses it. */
export type SessionId = string;
/** Something that happened in a session. `sessionUpdate` tells what. */
export type SessionUpdate =
  | (ContentChunk & {
      /** A piece of what the user said; when a session is loaded. */
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
      /** Title and time of the session. */
      sessionUpdate: 'session_info_update';
    });
/** One piece of what is said, by either side. `type` tells which kind. */
export type ContentBlock =
  | (TextContent & {
      /** Text. Every agent takes it. */
      type: 'text';
    })
  | (ImageContent & {
      /** A picture, for agents that take pictures. */
      type: 'image';
    })
  | (AudioContent & {
      /** A sound, for agents that take sounds. */
      type: 'audio';
    })
  | (ResourceLink & {
      /** A reference. Every agent takes it. */
      type: 'resource_link';
    })
  | (EmbeddedResource & {
      /** A resource with its content, for agents that take embedded context. */
      type: 'resource';
    });
/** Who speaks, or is spoken to. */
export type Role = 'assistant' | 'user';
/** The content of an embedded resource: text or bytes. */
export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents;
/** Something that a tool call produced. `type` tells what. */
export type ToolCallContent =
  | (Content & {
      /** A content block. */
      type: 'content';
    })
  | (Diff & {
      /** A change of a file. */
      type: 'diff';
    })
  | (Terminal & {
      /** A terminal. */
      type: 'terminal';
    });
/** What a tool does, so that a client can choose a picture and an emphasis. */
export type ToolKind =
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other';
/** Where a tool call stands. completed and failed are final. */
export type ToolCallStatus = 'pending' | 'in_progress' | 'completed' | 'failed';
/** Names a tool call; no other call of the session has the same. */
export type ToolCallId = string;
/** How much an entry of a plan matters. */
export type PlanEntryPriority = 'high' | 'medium' | 'low';
/** Where an entry of a plan stands. */
export type PlanEntryStatus = 'pending' | 'in_progress' | 'completed';
/** What a command takes. */
export type AvailableCommandInput = UnstructuredCommandInput;
/** Names a mode of a session. */
export type SessionModeId = string;
/** A setting of a session and its value. `type` tells what kind of setting. */
export type SessionConfigOption = SessionConfigSelect & {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What it is about. */
  category?: SessionConfigOptionCategory | null;
  /** What it does. */
  description?: string | null;
  id: SessionConfigId;
  /** Its name for people. */
  name: string;
  /** One value out of several. */
  type: 'select';
};
/** Names a value that a setting can have. */
export type SessionConfigValueId = string;
/** What the user can choose from: values, or groups of values. */
export type SessionConfigSelectOptions = SessionConfigSelectOption[] | SessionConfigSelectGroup[];
/** Names a group of values. */
export type SessionConfigGroupId = string;
/** What a setting is about, so that a client can place it. Clients pass over names that they do not know. */
export type SessionConfigOptionCategory = 'mode' | 'model' | 'thought_level' | string;
/** Names a setting of a session. */
export type SessionConfigId = string;
/** Ties a response to its request: text, an integer, or null where the id could not be read. */
export type RequestId = null | number | string;
/** What an answer means: yes or no, this time or from now on. */
export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
/** Names an answer that the user can give to one question. */
export type PermissionOptionId = string;
/** A way to sign in. */
export type AuthMethod = AuthMethodAgent;
/** Number of the protocol version. It rises only where peers of different versions could not understand each other. */
export type ProtocolVersion = number;
/** Why a turn ended: done, at the limit of tokens, at the limit of model requests, refused, or cancelled by the client. */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';
/** An MCP server for the agent to connect to. `type` tells the transport; without it, it is stdio. */
export type McpServer =
  | (McpServerHttp & {
      /** Streamable HTTP, for agents that can. */
      type: 'http';
    })
  | (McpServerSse & {
      /** HTTP with SSE, for agents that can. */
      type: 'sse';
    })
  | McpServerStdio;
/** How a question ended. `outcome` tells how. */
export type RequestPermissionOutcome =
  | {
      /** The turn was cancelled before the user chose. */
      outcome: 'cancelled';
    }
  | (SelectedPermissionOutcome & {
      /** The user chose. */
      outcome: 'selected';
    });
/** What some peers answer where a result has nothing to say. Examples in the prose do so, and the schema has an empty object. */
export type NullResult = null;
/** What an agent offers to a client. What is left out is not offered. */
export type AgentCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The agent answers `session/load`. */
  loadSession?: boolean;
  mcpCapabilities?: McpCapabilities;
  promptCapabilities?: PromptCapabilities;
  sessionCapabilities?: SessionCapabilities;
};
/** How an agent reaches MCP servers, besides stdio. */
export type McpCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Over Streamable HTTP. */
  http?: boolean;
  /** Over HTTP with SSE. */
  sse?: boolean;
};
/** Which content an agent takes in a prompt, besides text and resource links. */
export type PromptCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Sounds. */
  audio?: boolean;
  /** Embedded resources. */
  embeddedContext?: boolean;
  /** Pictures. */
  image?: boolean;
};
/** What an agent can do with sessions, besides what every agent can. An object says yes; null or nothing says no. */
export type SessionCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Closing sessions. */
  close?: SessionCloseCapabilities | null;
  /** Listing sessions. */
  list?: SessionListCapabilities | null;
  /** Resuming sessions. */
  resume?: SessionResumeCapabilities | null;
};
/** The agent answers `session/close`. */
export type SessionCloseCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** The agent answers `session/list`. */
export type SessionListCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** The agent answers `session/resume`. */
export type SessionResumeCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** Params of `session/update`: something that happened in a session. */
export type SessionNotification = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  update: SessionUpdate;
};
/** The next piece of a message. */
export type ContentChunk = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  content: ContentBlock;
};
/** Text, plain or in Markdown. */
export type TextContent = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Hints for whom it is meant and how much it matters. */
  annotations?: Annotations | null;
  /** The text. */
  text: string;
};
/** Hints for whom content is meant, how much it matters, and how old it is. */
export type Annotations = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** For whom it is meant. */
  audience?: Role[] | null;
  /** When it last changed, in ISO 8601. */
  lastModified?: string | null;
  /** How much it matters, compared with the rest. */
  priority?: number | null;
};
/** A picture. */
export type ImageContent = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Hints for whom it is meant and how much it matters. */
  annotations?: Annotations | null;
  /** The bytes, in base64. */
  data: string;
  /** Its media type. */
  mimeType: string;
  /** Where it comes from. */
  uri?: string | null;
};
/** A sound. */
export type AudioContent = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Hints for whom it is meant and how much it matters. */
  annotations?: Annotations | null;
  /** The bytes, in base64. */
  data: string;
  /** Its media type. */
  mimeType: string;
};
/** Points to something that the agent can fetch itself. */
export type ResourceLink = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Hints for whom it is meant and how much it matters. */
  annotations?: Annotations | null;
  /** What it is. */
  description?: string | null;
  /** Its media type. */
  mimeType?: string | null;
  /** Its name. */
  name: string;
  /** Its size in bytes. */
  size?: number | null;
  /** Its name for people. */
  title?: string | null;
  /** Where it is. */
  uri: string;
};
/** A resource with its content, so that nobody has to fetch it. */
export type EmbeddedResource = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Hints for whom it is meant and how much it matters. */
  annotations?: Annotations | null;
  resource: EmbeddedResourceResource;
};
/** A resource whose content is text. */
export type TextResourceContents = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its media type. */
  mimeType?: string | null;
  /** The content. */
  text: string;
  /** Where it comes from. */
  uri: string;
};
/** A resource whose content is bytes. */
export type BlobResourceContents = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The content, in base64. */
  blob: string;
  /** Its media type. */
  mimeType?: string | null;
  /** Where it comes from. */
  uri: string;
};
/** A tool call that a model asked for, as the client first hears of it. */
export type ToolCall = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What it produced so far. */
  content?: ToolCallContent[];
  kind?: ToolKind;
  /** Places in files that it is about. */
  locations?: ToolCallLocation[];
  /** What the tool was given. */
  rawInput?: Json;
  /** What the tool gave back. */
  rawOutput?: Json;
  status?: ToolCallStatus;
  /** What it does, for people. */
  title: string;
  toolCallId: ToolCallId;
};
/** A content block that a tool call produced. */
export type Content = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  content: ContentBlock;
};
/** A change of a file, as the text before and after. */
export type Diff = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The text after the change. */
  newText: string;
  /** The text before the change; none for a new file. */
  oldText?: string | null;
  /** The file, as an absolute path. */
  path: string;
};
/** A terminal, embedded so that the user sees what runs in it. */
export type Terminal = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** A terminal from `terminal/create`. */
  terminalId: string;
};
/** A place in a file that a tool call is about, so that an editor can follow. */
export type ToolCallLocation = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The line, counted from 1. */
  line?: number | null;
  /** The file, as an absolute path. */
  path: string;
};
/** What changed about a tool call. What is left out stays as it was; a list replaces the list before. */
export type ToolCallUpdate = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What it produced so far. */
  content?: ToolCallContent[] | null;
  /** What the tool does. */
  kind?: ToolKind | null;
  /** Places in files that it is about. */
  locations?: ToolCallLocation[] | null;
  /** What the tool was given. */
  rawInput?: Json;
  /** What the tool gave back. */
  rawOutput?: Json;
  /** Where it stands. */
  status?: ToolCallStatus | null;
  /** What it does, for people. */
  title?: string | null;
  toolCallId: ToolCallId;
};
/** What the agent means to do: always the whole plan, which replaces the one before. */
export type Plan = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The entries, in order. */
  entries: PlanEntry[];
};
/** Something that the agent means to do. */
export type PlanEntry = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What it is, for people. */
  content: string;
  priority: PlanEntryPriority;
  status: PlanEntryStatus;
};
/** The commands that there are now. */
export type AvailableCommandsUpdate = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** All commands. */
  availableCommands: AvailableCommand[];
};
/** A command that the user can begin a prompt with. */
export type AvailableCommand = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What it does. */
  description: string;
  /** What it takes; none where it takes nothing. */
  input?: AvailableCommandInput | null;
  /** Its name. */
  name: string;
};
/** The text behind the name of the command is its input. */
export type UnstructuredCommandInput = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What the user sees before typing. */
  hint: string;
};
/** The agent changed the mode. */
export type CurrentModeUpdate = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  currentModeId: SessionModeId;
};
/** A setting changed. */
export type ConfigOptionUpdate = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** All settings of the session, each with its value. */
  configOptions: SessionConfigOption[];
};
/** The part of a setting that says what is chosen, and from what. */
export type SessionConfigSelect = {
  currentValue: SessionConfigValueId;
  options: SessionConfigSelectOptions;
};
/** A value that the user can choose. */
export type SessionConfigSelectOption = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What it means. */
  description?: string | null;
  /** Its name for people. */
  name: string;
  value: SessionConfigValueId;
};
/** Values that belong together. */
export type SessionConfigSelectGroup = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  group: SessionConfigGroupId;
  /** Its name for people. */
  name: string;
  /** The values. */
  options: SessionConfigSelectOption[];
};
/** What changed about the session. What is left out stays as it was; null takes it away. */
export type SessionInfoUpdate = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its title for people. */
  title?: string | null;
  /** When something last happened in it, in ISO 8601. */
  updatedAt?: string | null;
};
/** Params of `fs/write_text_file`: a file and its new text. */
export type WriteTextFileRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The text. */
  content: string;
  /** The file, as an absolute path. It is made where there is none. */
  path: string;
  sessionId: SessionId;
};
/** Params of `fs/read_text_file`: a file, or some lines of it. */
export type ReadTextFileRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** How many lines at most. */
  limit?: number | null;
  /** The line to begin with, counted from 1. */
  line?: number | null;
  /** The file, as an absolute path. */
  path: string;
  sessionId: SessionId;
};
/** Params of `session/request_permission`: may this tool call run? */
export type RequestPermissionRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The answers to choose from. */
  options: PermissionOption[];
  sessionId: SessionId;
  toolCall: ToolCallUpdate;
};
/** An answer that the user can give. */
export type PermissionOption = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  kind: PermissionOptionKind;
  /** Its text for people. */
  name: string;
  optionId: PermissionOptionId;
};
/** Params of `terminal/create`: a command to run. */
export type CreateTerminalRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its arguments. */
  args?: string[];
  /** The command. */
  command: string;
  /** Where it runs, as an absolute path. */
  cwd?: string | null;
  /** Its environment. */
  env?: EnvVariable[];
  /** How many bytes of output are kept. What is too much goes from the beginning, at the edge of a character. */
  outputByteLimit?: number | null;
  sessionId: SessionId;
};
/** A variable for a process. */
export type EnvVariable = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its name. */
  name: string;
  /** Its value. */
  value: string;
};
/** How an agent introduces itself: result of `initialize`. */
export type InitializeResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  agentCapabilities?: AgentCapabilities;
  /** The program of the agent. */
  agentInfo?: Implementation | null;
  /** Ways to sign in. */
  authMethods?: AuthMethod[];
  protocolVersion: ProtocolVersion;
};
/** The program behind one side. */
export type Implementation = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its name in programs. */
  name: string;
  /** Its name for people. */
  title?: string | null;
  /** Its version. */
  version: string;
};
/** A way to sign in that the agent sees through by itself. */
export type AuthMethodAgent = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What the user should know of it. */
  description?: string | null;
  /** Its name in programs. */
  id: string;
  /** Its name for people. */
  name: string;
};
/** Result of `authenticate`: the user is signed in. */
export type AuthenticateResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** Result of `session/new`: the session that was made. */
export type NewSessionResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The settings of the session, where it has settings. */
  configOptions?: SessionConfigOption[] | null;
  /** The modes of the session, where it has modes. */
  modes?: SessionModeState | null;
  sessionId: SessionId;
};
/** The modes of a session, and the one it is in. */
export type SessionModeState = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The modes that it can be in. */
  availableModes: SessionMode[];
  currentModeId: SessionModeId;
};
/** A way for the agent to work in, such as asking before it edits. */
export type SessionMode = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What it means. */
  description?: string | null;
  id: SessionModeId;
  /** Its name for people. */
  name: string;
};
/** Result of `session/load`: everything that was said has been repeated. */
export type LoadSessionResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The settings of the session, where it has settings. */
  configOptions?: SessionConfigOption[] | null;
  /** The modes of the session, where it has modes. */
  modes?: SessionModeState | null;
};
/** Result of `session/list`: a page of sessions. */
export type ListSessionsResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Where the next page begins; none where this was the last one. */
  nextCursor?: string | null;
  /** The sessions. */
  sessions: SessionInfo[];
};
/** A session in a list. */
export type SessionInfo = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The working directory of the session, as an absolute path. */
  cwd: string;
  sessionId: SessionId;
  /** Its title for people. */
  title?: string | null;
  /** When something last happened in it, in ISO 8601. */
  updatedAt?: string | null;
};
/** Result of `session/resume`: the session is ready. */
export type ResumeSessionResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The settings of the session, where it has settings. */
  configOptions?: SessionConfigOption[] | null;
  /** The modes of the session, where it has modes. */
  modes?: SessionModeState | null;
};
/** Result of `session/close`: the session is over. */
export type CloseSessionResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** Result of `session/set_mode`: the session is in that mode. */
export type SetSessionModeResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** Result of `session/set_config_option`: all settings as they are now, since one may change others. */
export type SetSessionConfigOptionResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** All settings of the session, each with its value. */
  configOptions: SessionConfigOption[];
};
/** Result of `session/prompt`: the turn is over. */
export type PromptResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  stopReason: StopReason;
};
/** Params of `authenticate`: the way to sign in that the user chose. */
export type AuthenticateRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The id of a method from `initialize`. */
  methodId: string;
};
/** Params of `session/cancel`: the session whose turn is to end. */
export type CancelNotification = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
};
/** What a client offers to an agent. What is left out is not offered. */
export type ClientCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  fs?: FileSystemCapabilities;
  /** The client answers all `terminal/` methods. */
  terminal?: boolean;
};
/** Which file operations a client offers. */
export type FileSystemCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The client answers `fs/read_text_file`. */
  readTextFile?: boolean;
  /** The client answers `fs/write_text_file`. */
  writeTextFile?: boolean;
};
/** How a client introduces itself: params of `initialize`, the first request of a connection. */
export type InitializeRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  clientCapabilities?: ClientCapabilities;
  /** The program of the client. */
  clientInfo?: Implementation | null;
  protocolVersion: ProtocolVersion;
};
/** Params of `session/new`: where the session works, and with which MCP servers. */
export type NewSessionRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The working directory of the session, as an absolute path. */
  cwd: string;
  /** MCP servers for the agent to connect to. */
  mcpServers: McpServer[];
};
/** An MCP server that the agent reaches over Streamable HTTP. */
export type McpServerHttp = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Headers of each request. */
  headers: HttpHeader[];
  /** Name of the server, for people. */
  name: string;
  /** Where it is. */
  url: string;
};
/** A header for a request. */
export type HttpHeader = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its name. */
  name: string;
  /** Its value. */
  value: string;
};
/** An MCP server that the agent reaches over HTTP with SSE. */
export type McpServerSse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Headers of each request. */
  headers: HttpHeader[];
  /** Name of the server, for people. */
  name: string;
  /** Where it is. */
  url: string;
};
/** An MCP server that the agent starts. Every agent can. */
export type McpServerStdio = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its arguments. */
  args: string[];
  /** The program, by an absolute path. */
  command: string;
  /** Its environment. */
  env: EnvVariable[];
  /** Name of the server, for people. */
  name: string;
};
/** Params of `session/load`: the session to go on with. The agent first repeats what was said in it. */
export type LoadSessionRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The working directory of the session, as an absolute path. */
  cwd: string;
  /** MCP servers for the agent to connect to. */
  mcpServers: McpServer[];
  sessionId: SessionId;
};
/** Params of `session/list`: which sessions, and from where on. */
export type ListSessionsRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Where an earlier page ended. */
  cursor?: string | null;
  /** Only sessions of this working directory. */
  cwd?: string | null;
};
/** Params of `session/resume`: the session to go on with, without a word of what was said in it. */
export type ResumeSessionRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The working directory of the session, as an absolute path. */
  cwd: string;
  /** MCP servers for the agent to connect to. */
  mcpServers?: McpServer[];
  sessionId: SessionId;
};
/** Params of `session/close`: the session to end. A running turn is cancelled first. */
export type CloseSessionRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
};
/** Params of `session/set_mode`: the mode to go to. */
export type SetSessionModeRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  modeId: SessionModeId;
  sessionId: SessionId;
};
/** Params of `session/set_config_option`: a setting and its new value. */
export type SetSessionConfigOptionRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  configId: SessionConfigId;
  sessionId: SessionId;
  value: SessionConfigValueId;
};
/** Params of `session/prompt`: what the user says. */
export type PromptRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What is said. Only content that the agent takes. */
  prompt: ContentBlock[];
  sessionId: SessionId;
};
/** Result of `fs/write_text_file`: the text is written. */
export type WriteTextFileResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** Result of `fs/read_text_file`: the text, with what the user has not saved yet. */
export type ReadTextFileResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The text. */
  content: string;
};
/** Result of `session/request_permission`: how the question ended. */
export type RequestPermissionResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  outcome: RequestPermissionOutcome;
};
/** The answer that the user chose. */
export type SelectedPermissionOutcome = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  optionId: PermissionOptionId;
};
/** Result of `terminal/output`: what the command wrote so far. */
export type TerminalOutputResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** How it ended; none while it runs. */
  exitStatus?: TerminalExitStatus | null;
  /** What is kept of its output. */
  output: string;
  /** Whether something was dropped from the beginning. */
  truncated: boolean;
};
/** How a command ended. */
export type TerminalExitStatus = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its exit code, where it ended by itself. */
  exitCode?: number | null;
  /** The signal that ended it, where one did. */
  signal?: string | null;
};
/** Result of `terminal/release`: the id is no longer valid. */
export type ReleaseTerminalResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
/** Result of `terminal/wait_for_exit`: how the command ended. */
export type WaitForTerminalExitResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** Its exit code, where it ended by itself. */
  exitCode?: number | null;
  /** The signal that ended it, where one did. */
  signal?: string | null;
};
/** Result of `terminal/kill`: the command was told to end. */
export type KillTerminalResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
};
