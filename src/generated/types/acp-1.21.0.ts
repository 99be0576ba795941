// Generated from schemas/ by `npm run generate`. Do not edit.

import type {
  AvailableCommandsUpdate, Content, ContentBlock, CurrentModeUpdate, Diff, FileSystemCapabilities, Implementation,
  McpCapabilities, McpServer, PermissionOption, Plan, PromptCapabilities, ProtocolVersion, RequestId,
  SessionCloseCapabilities, SessionConfigId, SessionConfigSelect, SessionConfigValueId, SessionId, SessionInfoUpdate,
  SessionListCapabilities, SessionModeState, SessionResumeCapabilities, ToolCallId, ToolCallLocation, ToolCallStatus,
  ToolKind,
} from './acp-0.12.2.js';
import type { Json, JsonObject } from './json.js';
export type {
  AuthenticateResponse, AvailableCommand, CloseSessionRequest, CloseSessionResponse, ContentBlock,
  CreateTerminalRequest, Implementation, KillTerminalResponse, ListSessionsRequest, McpServer, McpServerHttp,
  McpServerSse, McpServerStdio, NullResult, PermissionOption, PlanEntry, PromptRequest, PromptResponse,
  ReadTextFileRequest, ReadTextFileResponse, ReleaseTerminalResponse, RequestId, RequestPermissionOutcome,
  RequestPermissionResponse, SessionMode, SessionModeState, SetSessionModeRequest, SetSessionModeResponse, StopReason,
  TerminalExitStatus, TerminalOutputResponse, ToolCallLocation, ToolKind, WaitForTerminalExitResponse,
  WriteTextFileRequest, WriteTextFileResponse,
} from './acp-0.12.2.js';

/** Something that happened in a session. `sessionUpdate` tells what. */
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
      /** A new tool call. */
      sessionUpdate: 'tool_call';
    })
  | (ToolCallUpdate & {
      /** A change to a tool call. */
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
    })
  | (UsageUpdate & {
      /** The context window and the cost. */
      sessionUpdate: 'usage_update';
    });
/** Id of a message in a session. Chunks of one message have the same id; another id begins the next message. */
export type MessageId = string;
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
/** Id of a terminal, from `terminal/create`. */
export type TerminalId = string;
/** A setting of a session and its value. `type` tells what kind of setting. */
export type SessionConfigOption = (
  | (SessionConfigSelect & {
      /** One value out of several. */
      type: 'select';
    })
  | (SessionConfigBoolean & {
      /** On or off. */
      type: 'boolean';
    })
) & {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** What it is about. */
  category?: SessionConfigOptionCategory | null;
  /** What it does. */
  description?: string | null;
  id: SessionConfigId;
  /** Its name for people. */
  name: string;
};
/** What a setting is about, so that a client can place it. Clients pass over names that they do not know. */
export type SessionConfigOptionCategory = 'mode' | 'model' | 'model_config' | 'thought_level' | string;
/** Id of a question that sends the user to a URL. The client takes no meaning from it. */
export type ElicitationId = string;
/** Params of `elicitation/create`: a question to the user. `mode` says how it is asked. */
export type CreateElicitationRequest = (
  | (ElicitationFormMode & {
      /** A form that the client shows. */
      mode: 'form';
    })
  | (ElicitationUrlMode & {
      /** A URL that the client offers to open. */
      mode: 'url';
    })
  | ((ElicitationSessionScope | ElicitationRequestScope) & {
      /** A mode of an extension, if it begins with `_`, or of a later version. The client shows it as none of the others. */
      mode: string;
    })
) & {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** What is asked, and why. */
  message: string;
};
/** The part of an elicitation that asks by a form. */
export type ElicitationFormMode = (ElicitationSessionScope | ElicitationRequestScope) & {
  requestedSchema: ElicitationSchema;
};
/** The type of a form: an object. */
export type ElicitationSchemaType = 'object';
/** A field of a form. `type` says what the user enters. */
export type ElicitationPropertySchema =
  | (StringPropertySchema & {
      /** Text, or one choice of several. */
      type: 'string';
    })
  | (NumberPropertySchema & {
      /** A number. */
      type: 'number';
    })
  | (IntegerPropertySchema & {
      /** A whole number. */
      type: 'integer';
    })
  | (BooleanPropertySchema & {
      /** Yes or no. */
      type: 'boolean';
    })
  | (MultiSelectPropertySchema & {
      /** Several choices. */
      type: 'array';
    })
  | {
      /** A field of an extension, if it begins with `_`, or of a later version. The client shows it as none of the others. */
      type: string;
    };
/** What a text has to be. */
export type StringFormat = 'email' | 'uri' | 'date' | 'date-time';
/** The choices of a field for several: plain ones have a `type`, titled ones need none. */
export type MultiSelectItems =
  | (StringMultiSelectItems & {
      /** Plain choices. */
      type: 'string';
    })
  | {
      /** Choices of an extension, if it begins with `_`, or of a later version. The client shows them as none of the others. */
      type: string;
    }
  | TitledMultiSelectItems;
/** The part of an elicitation that sends the user to a URL. */
export type ElicitationUrlMode = (ElicitationSessionScope | ElicitationRequestScope) & {
  elicitationId: ElicitationId;
  /** Where the user goes. */
  url: string;
};
/** A way to sign in. Without a `type` it is one that the agent carries out. */
export type AuthMethod =
  | (AuthMethodTerminal & {
      /** In a terminal. */
      type: 'terminal';
    })
  | AuthMethodAgent;
/** Id of a way to sign in, from `authMethods`. */
export type AuthMethodId = string;
/** Params of `session/set_config_option`: a setting and its new value. */
export type SetSessionConfigOptionRequest = (
  | {
      /** The setting is on or off. */
      type: 'boolean';
      /** Whether it is to be on. */
      value: boolean;
    }
  | {
      value: SessionConfigValueId;
    }
) & {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  configId: SessionConfigId;
  sessionId: SessionId;
};
/** Result of `elicitation/create`: what the user did. */
export type CreateElicitationResponse = (
  | (ElicitationAcceptAction & {
      /** The user sent the form, or agreed to open the URL. */
      action: 'accept';
    })
  | {
      /** The user said no. */
      action: 'decline';
    }
  | {
      /** The user closed the question without a choice. */
      action: 'cancel';
    }
  | {
      /** An action of an extension, if it begins with `_`, or of a later version. The agent takes it for none of the others. */
      action: string;
    }
) & {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
};
/** What the user entered in one field. */
export type ElicitationContentValue = string | number | boolean | string[];
/** What an agent can do about signing in and out. An object says yes; null or nothing says no. */
export type AgentAuthCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Signing out. */
  logout?: LogoutCapabilities | null;
};
/** The agent answers `logout`. */
export type LogoutCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
};
/** What an agent offers to a client. What is left out is not offered. */
export type AgentCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The agent answers `session/load`. */
  loadSession?: boolean;
  mcpCapabilities?: McpCapabilities;
  promptCapabilities?: PromptCapabilities;
  sessionCapabilities?: SessionCapabilities;
  auth?: AgentAuthCapabilities;
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
  /** Directories beside `cwd`. */
  additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null;
  /** Deleting sessions. */
  delete?: SessionDeleteCapabilities | null;
};
/** The agent takes `additionalDirectories` in the requests that begin a session or go on with one. */
export type SessionAdditionalDirectoriesCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
};
/** The agent answers `session/delete`. */
export type SessionDeleteCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
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
  /** The message that it is a piece of. */
  messageId?: MessageId | null;
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
/** A terminal, embedded so that the user sees what runs in it. */
export type Terminal = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  terminalId: TerminalId;
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
/** A setting changed. */
export type ConfigOptionUpdate = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** All settings of the session, each with its value. */
  configOptions: SessionConfigOption[];
};
/** The part of a setting that says whether it is on. */
export type SessionConfigBoolean = {
  /** Whether it is on. */
  currentValue: boolean;
};
/** How much of the context window is in use, and what the session has cost. */
export type UsageUpdate = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Tokens in the context. */
  used: number;
  /** Tokens that the context window holds. */
  size: number;
  /** What the session has cost so far. */
  cost?: Cost | null;
};
/** What a session has cost so far. */
export type Cost = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** The sum. */
  amount: number;
  /** Its currency, an ISO 4217 code. */
  currency: string;
};
/** Params of `elicitation/complete`: what the user did at the URL is done. */
export type CompleteElicitationNotification = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  elicitationId: ElicitationId;
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
/** Params of `terminal/output`: the terminal to look at. */
export type TerminalOutputRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  terminalId: TerminalId;
};
/** Params of `terminal/release`: the terminal that nobody needs any more. A command that still runs ends. */
export type ReleaseTerminalRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  terminalId: TerminalId;
};
/** Params of `terminal/wait_for_exit`: the terminal to wait for. */
export type WaitForTerminalExitRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  terminalId: TerminalId;
};
/** Params of `terminal/kill`: the terminal whose command is to end. The terminal itself stays. */
export type KillTerminalRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  terminalId: TerminalId;
};
/** The question belongs to a session, and perhaps to a tool call in it. */
export type ElicitationSessionScope = {
  sessionId: SessionId;
  /** The tool call, if it belongs to one. */
  toolCallId?: ToolCallId | null;
};
/** The question belongs to a request outside any session, such as one that signs the user in. */
export type ElicitationRequestScope = {
  requestId: RequestId;
};
/** The fields of a form, as a JSON Schema of a flat object. */
export type ElicitationSchema = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  type?: ElicitationSchemaType;
  /** The name of the form for people. */
  title?: string | null;
  /** What the form is for. */
  description?: string | null;
  /** The fields by name. */
  properties?: {
    [k: string]: ElicitationPropertySchema;
  };
  /** Names of the fields that need a value. */
  required?: string[] | null;
};
/** The part of a field for text. With `enum` or `oneOf` the user picks one of several. */
export type StringPropertySchema = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Its name for people. */
  title?: string | null;
  /** What the user should know about it. */
  description?: string | null;
  /** The fewest characters. */
  minLength?: number | null;
  /** The most characters. */
  maxLength?: number | null;
  /** A regular expression that the text matches. */
  pattern?: string | null;
  /** What the text has to be. */
  format?: StringFormat | null;
  /** What the field has at first. */
  default?: string | null;
  /** The choices. */
  enum?: string[] | null;
  /** The choices, with titles. */
  oneOf?: EnumOption[] | null;
};
/** A choice with its name for people. */
export type EnumOption = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** The value. */
  const: string;
  /** Its name for people. */
  title: string;
  /** What the user should know about it. */
  description?: string | null;
};
/** The part of a field for a number. */
export type NumberPropertySchema = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Its name for people. */
  title?: string | null;
  /** What the user should know about it. */
  description?: string | null;
  /** The least value. */
  minimum?: number | null;
  /** The greatest value. */
  maximum?: number | null;
  /** What the field has at first. */
  default?: number | null;
};
/** The part of a field for a whole number. */
export type IntegerPropertySchema = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Its name for people. */
  title?: string | null;
  /** What the user should know about it. */
  description?: string | null;
  /** The least value. */
  minimum?: number | null;
  /** The greatest value. */
  maximum?: number | null;
  /** What the field has at first. */
  default?: number | null;
};
/** The part of a field that is yes or no. */
export type BooleanPropertySchema = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Its name for people. */
  title?: string | null;
  /** What the user should know about it. */
  description?: string | null;
  /** What the field has at first. */
  default?: boolean | null;
};
/** The part of a field for several choices. */
export type MultiSelectPropertySchema = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Its name for people. */
  title?: string | null;
  /** What the user should know about it. */
  description?: string | null;
  items: MultiSelectItems;
  /** The fewest choices. */
  minItems?: number | null;
  /** The most choices. */
  maxItems?: number | null;
  /** The choices that are made at first. */
  default?: string[] | null;
};
/** Choices without titles. */
export type StringMultiSelectItems = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** The choices. */
  enum: string[];
};
/** Choices with titles. */
export type TitledMultiSelectItems = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** The choices. */
  anyOf: EnumOption[];
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
/** A way to sign in for which the client starts the agent a second time, in a terminal. Exit code 0 means that the user is signed in. It is never passed to `authenticate`. */
export type AuthMethodTerminal = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  id: AuthMethodId;
  /** Its name for people. */
  name: string;
  /** What the user should know about it. */
  description?: string | null;
  /** Arguments to append to those of the agent. */
  args?: string[];
  /** Variables to set for the agent, in place of its variables of the same names. */
  env?: {
    [k: string]: string;
  };
};
/** A way to sign in that the agent sees through by itself. */
export type AuthMethodAgent = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** What the user should know of it. */
  description?: string | null;
  id: AuthMethodId;
  /** Its name for people. */
  name: string;
};
/** Result of `logout`: the user is signed out. */
export type LogoutResponse = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
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
  /** Directories that the session uses beside `cwd`, as absolute paths. */
  additionalDirectories?: string[];
};
/** Result of `session/delete`: the session is in no list any more. */
export type DeleteSessionResponse = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
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
/** Result of `session/set_config_option`: all settings as they are now, since one may change others. */
export type SetSessionConfigOptionResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** All settings of the session, each with its value. */
  configOptions: SessionConfigOption[];
};
/** The ways to sign in that a client can carry out, besides those of the agent itself. */
export type AuthCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** The client can start the agent in a terminal for the user to sign in. */
  terminal?: boolean;
};
/** Params of `authenticate`: the way to sign in that the user chose. */
export type AuthenticateRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  methodId: AuthMethodId;
};
/** The client shows settings of type `boolean`, and can change them. */
export type BooleanConfigOptionCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
};
/** Params of `$/cancel_request`: the request whose answer the sender no longer needs. It gets an answer all the same. */
export type CancelRequestNotification = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  requestId: RequestId;
};
/** What a client offers to an agent. What is left out is not offered. */
export type ClientCapabilities = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  fs?: FileSystemCapabilities;
  /** The client answers all `terminal/` methods. */
  terminal?: boolean;
  auth?: AuthCapabilities;
  /** Questions to the user. */
  elicitation?: ElicitationCapabilities | null;
  /** Sessions. */
  session?: ClientSessionCapabilities | null;
};
/** The modes of elicitation that a client can show. An object says yes; null or nothing says no, so `{}` offers none. */
export type ElicitationCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Forms. */
  form?: ElicitationFormCapabilities | null;
  /** URLs. */
  url?: ElicitationUrlCapabilities | null;
};
/** The client can show a form to the user. */
export type ElicitationFormCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
};
/** The client can send the user to a URL. */
export type ElicitationUrlCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
};
/** What a client can do with sessions. */
export type ClientSessionCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Kinds of settings. */
  configOptions?: SessionConfigOptionsCapabilities | null;
};
/** Kinds of settings that a client shows, besides choices. An object says yes; null or nothing says no. */
export type SessionConfigOptionsCapabilities = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  /** Settings that are on or off. */
  boolean?: BooleanConfigOptionCapabilities | null;
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
/** Params of `logout`: ends the state in which the user is signed in. */
export type LogoutRequest = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
};
/** Params of `session/new`: where the session works, and with which MCP servers. */
export type NewSessionRequest = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  /** The working directory of the session, as an absolute path. */
  cwd: string;
  /** MCP servers for the agent to connect to. */
  mcpServers: McpServer[];
  /** Directories that the session may use beside `cwd`, as absolute paths. */
  additionalDirectories?: string[];
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
  /** Directories that the session may use beside `cwd`, as absolute paths. */
  additionalDirectories?: string[];
};
/** Params of `session/delete`: the session to take out of the lists of `session/list`. */
export type DeleteSessionRequest = {
  /** Data of extensions, by key. Receivers make no assumptions about it. */
  _meta?: JsonObject | null;
  sessionId: SessionId;
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
  /** Directories that the session may use beside `cwd`, as absolute paths. */
  additionalDirectories?: string[];
};
/** Result of `terminal/create`: the command runs. */
export type CreateTerminalResponse = {
  /** Data of extensions, each under a key of its own. Nobody may count on what stands here. */
  _meta?: JsonObject | null;
  terminalId: TerminalId;
};
/** The part of an answer that has what the user entered. */
export type ElicitationAcceptAction = {
  /** Values by the names of the fields. */
  content?: {
    [k: string]: ElicitationContentValue;
  } | null;
};
