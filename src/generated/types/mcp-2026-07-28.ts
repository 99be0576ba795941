// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';
import type {
  AudioContent, ContentBlock, Error, Icon, ImageContent, Implementation, LoggingLevel, ModelPreferences,
  PrimitiveSchemaDefinition, ProgressToken, RequestId, Role, Root, TaskStatus, TextContent, ToolAnnotations,
  ToolChoice, ToolUseContent,
} from './mcp-2025-11-25.js';

/** What kind of result it is: `complete`, `input_required`, or one of an extension. */
export type ResultType = string;
/** What the client has to say to one question of the server. */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;
/** One piece of content in a sampling message. */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;
/** Something that a server wants from the client before it goes on. */
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;
/** Metadata under prefixed keys, for the protocol itself and for extensions. */
export type MetaObject = JsonObject;
/** What to ask the user, and how. */
export type ElicitRequestParams = ElicitRequestURLParams | ElicitRequestFormParams;
/** The wish to end a task was taken. */
export type CancelTaskResult = Result & {
  /** What kind of result it is. */
  resultType: 'complete';
};
/** A task that was cancelled. */
export type CancelledTask = Task & {
  /** Where it stands. */
  status: 'cancelled';
};
/** A task that has its result. */
export type CompletedTask = Task & {
  /** Where it stands. */
  status: 'completed';
  /** What the request would have been answered with. */
  result: JsonObject;
};
/** The answer to a call that goes on as a task. */
export type CreateTaskResult = Result &
  Task & {
    /** What kind of result it is. */
    resultType: 'task';
  };
/** A task with what belongs to its status. */
export type DetailedTask = WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask;
/** A task that works. */
export type WorkingTask = Task & {
  /** Where it stands. */
  status: 'working';
};
/** A task that waits for the client. */
export type InputRequiredTask = Task & {
  /** Where it stands. */
  status: 'input_required';
  inputRequests: InputRequests;
};
/** A task whose request ended with an error. */
export type FailedTask = Task & {
  /** Where it stands. */
  status: 'failed';
  error: Error;
};
/** Where a task stands. */
export type GetTaskResult = Result &
  DetailedTask & {
    /** What kind of result it is. */
    resultType: 'complete';
  };
/** The answers of a task were taken. */
export type UpdateTaskResult = Result & {
  /** What kind of result it is. */
  resultType: 'complete';
};
/** Metadata of a result: who answered, and keys of extensions. */
export type ResultMetaObject = {
  'io.modelcontextprotocol/serverInfo'?: Implementation;
} & JsonObject;
/** Who asks, in which revision, and what the asking client can do. */
export type RequestMetaObject = {
  progressToken?: ProgressToken;
  /** Revision that the request is written in. */
  'io.modelcontextprotocol/protocolVersion': string;
  'io.modelcontextprotocol/clientInfo'?: Implementation;
  'io.modelcontextprotocol/clientCapabilities': ClientCapabilities;
  'io.modelcontextprotocol/logLevel'?: LoggingLevel;
} & JsonObject;
/** What a client offers to a server. */
export type ClientCapabilities = {
  /** Capabilities outside the standard, by name. */
  experimental?: {
    /** Settings of the capability. */
    [k: string]: JsonObject;
  };
  /** The client can list its roots. */
  roots?: JsonObject;
  /** The client can ask a model. */
  sampling?: {
    /** The client honours `includeContext`. */
    context?: JsonObject;
    /** The client takes tools along with the messages. */
    tools?: JsonObject;
  };
  /** The client can ask its user. Empty means forms. */
  elicitation?: {
    /** The client can show a form. */
    form?: JsonObject;
    /** The client can send the user to a URL. */
    url?: JsonObject;
  };
  /** Extensions of the protocol that are supported, by identifier. */
  extensions?: {
    /** Settings of the extension. */
    [k: string]: JsonObject;
  };
};
/** The answers, each under the name of its question. */
export type InputResponses = {
  [k: string]: InputResponse;
};
/** What the model answered. */
export type CreateMessageResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  role: Role;
  /** One piece of content, or a list. */
  content:
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
  /** Name of the model. */
  model: string;
  /** Why it ended: endTurn, stopSequence, maxTokens, toolUse, or what the provider says. */
  stopReason?: string;
};
/** The result of a tool that a model used. */
export type ToolResultContent = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Kind of content. */
  type: 'tool_result';
  /** Id of the use. */
  toolUseId: string;
  /** The result as content. */
  content: ContentBlock[];
  /** The result as JSON of any kind. */
  structuredContent?: Json;
  /** The tool failed. */
  isError?: boolean;
};
/** The roots of the client. */
export type ListRootsResult = {
  /** The roots. */
  roots: Root[];
};
/** What the user did, and what was filled in. */
export type ElicitResult = {
  /** Agreed, left without deciding, or said no. */
  action: 'accept' | 'cancel' | 'decline';
  /** What was filled in; for an accepted form. */
  content?: {
    /** Value of a field. */
    [k: string]: string[] | string | number | boolean;
  };
};
/** Says that the server needs something first. The client asks again, with a new id, the answers and the state. */
export type InputRequiredResult = {
  _meta?: ResultMetaObject;
  resultType: ResultType;
  inputRequests?: InputRequests;
  /** What the server wants back with the answers; opaque to the client. */
  requestState?: string;
};
/** What a server wants from the client, under names that the answers come back with. */
export type InputRequests = {
  [k: string]: InputRequest;
};
/** Asks the client for an answer of a model. */
export type CreateMessageRequest = {
  /** The method. */
  method: 'sampling/createMessage';
  params: CreateMessageRequestParams;
};
/** What to ask a model. */
export type CreateMessageRequestParams = {
  /** The conversation so far. */
  messages: SamplingMessage[];
  /** The most tokens that the answer may have. */
  maxTokens: number;
  /** System prompt that the server wishes for. */
  systemPrompt?: string;
  modelPreferences?: ModelPreferences;
  /** Whose context the client should add. All but none are on their way out. */
  includeContext?: 'allServers' | 'none' | 'thisServer';
  /** How freely the model chooses. */
  temperature?: number;
  /** Texts at which the model ends. */
  stopSequences?: string[];
  /** Settings for the provider of the model. */
  metadata?: JsonObject;
  /** Tools that the model may use. */
  tools?: Tool[];
  toolChoice?: ToolChoice;
};
/** One message to or from a model. */
export type SamplingMessage = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  role: Role;
  /** One piece of content, or a list. */
  content:
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
};
/** Something that a server can do for a model. */
export type Tool = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Name of the tool in programs; shown where there is no title. */
  name: string;
  /** Name of the tool for people. */
  title?: string;
  /** What it does, for the model. */
  description?: string;
  /** JSON Schema of its arguments. */
  inputSchema: {
    /** Dialect of the schema; JSON Schema 2020-12 where it is left out. */
    $schema?: string;
    /** The root is an object. */
    type: 'object';
  };
  /** JSON Schema of its structured result. */
  outputSchema?: {
    /** Dialect of the schema; JSON Schema 2020-12 where it is left out. */
    $schema?: string;
  };
  annotations?: ToolAnnotations;
  /** Pictures of the tool, in one or more sizes. */
  icons?: Icon[];
};
/** Asks the client for its roots. */
export type ListRootsRequest = {
  /** The method. */
  method: 'roots/list';
  /** Nothing but metadata. */
  params?: {
    _meta?: MetaObject;
  };
};
/** Asks the user something, by way of the client. */
export type ElicitRequest = {
  /** The method. */
  method: 'elicitation/create';
  params: ElicitRequestParams;
};
/** A page to which the user is sent. */
export type ElicitRequestURLParams = {
  /** Kind of question. */
  mode: 'url';
  /** Why the user should go there. */
  message: string;
  /** The page. */
  url: string;
};
/** A form for the user. */
export type ElicitRequestFormParams = {
  /** Kind of question; form where it is left out. */
  mode?: 'form';
  /** What to tell the user. */
  message: string;
  /** The form: a flat object of simple fields. */
  requestedSchema: {
    /** Dialect of the schema. */
    $schema?: string;
    /** The answer is an object. */
    type: 'object';
    /** The fields. */
    properties: {
      [k: string]: PrimitiveSchemaDefinition;
    };
    /** Fields that must be filled in. */
    required?: string[];
  };
};
/** What the parameters of any request may hold. */
export type RequestParams = {
  _meta: RequestMetaObject;
};
/** What any successful response carries. */
export type Result = {
  _meta?: ResultMetaObject;
  resultType: ResultType;
} & JsonObject;
/** Metadata of a notification: the subscription that it belongs to, and keys of extensions. */
export type NotificationMetaObject = {
  'io.modelcontextprotocol/subscriptionId'?: RequestId;
} & JsonObject;
/** A request that goes on behind its answer, and is asked about. */
export type Task = {
  /** Id of the task, made by the server. */
  taskId: string;
  status: TaskStatus;
  /** More about where it stands. */
  statusMessage?: string;
  /** When it was made, in ISO 8601. */
  createdAt: string;
  /** When it last changed, in ISO 8601. */
  lastUpdatedAt: string;
  /** How long it is kept from when it was made, in ms; null: without limit. */
  ttlMs: number | null;
  /** How long to wait between questions, in ms. */
  pollIntervalMs?: number;
};
/** Which notifications are wanted. */
export type SubscriptionsListenRequestParams = {
  _meta: RequestMetaObject;
  notifications: SubscriptionFilter;
};
/** Kinds of notifications. What is left out is not wanted. */
export type SubscriptionFilter = {
  /** The list of tools changed. */
  toolsListChanged?: boolean;
  /** The list of prompts changed. */
  promptsListChanged?: boolean;
  /** The list of resources changed. */
  resourcesListChanged?: boolean;
  /** Resources whose changes are wanted, by URI. */
  resourceSubscriptions?: string[];
};
/** The revisions and capabilities of the server. */
export type DiscoverResult = {
  _meta?: ResultMetaObject;
  resultType: ResultType;
  /** How many milliseconds it stays fresh; 0 is stale at once. */
  ttlMs: number;
  /** Whether caches that several users share may keep it. */
  cacheScope: 'public' | 'private';
  /** Revisions that the server speaks. */
  supportedVersions: string[];
  capabilities: ServerCapabilities;
  /** How to use the server, for the model. */
  instructions?: string;
};
/** What a server offers to a client. */
export type ServerCapabilities = {
  /** Capabilities outside the standard, by name. */
  experimental?: {
    /** Settings of the capability. */
    [k: string]: JsonObject;
  };
  /** The server sends log messages. */
  logging?: JsonObject;
  /** The server completes arguments. */
  completions?: JsonObject;
  /** The server has prompts. */
  prompts?: {
    /** The server says when its prompts change. */
    listChanged?: boolean;
  };
  /** The server has resources. */
  resources?: {
    /** Changes of single resources can be subscribed to. */
    subscribe?: boolean;
    /** The server says when its list of resources changes. */
    listChanged?: boolean;
  };
  /** The server has tools. */
  tools?: {
    /** The server says when its tools change. */
    listChanged?: boolean;
  };
  /** Extensions of the protocol that are supported, by identifier. */
  extensions?: {
    /** Settings of the extension. */
    [k: string]: JsonObject;
  };
};
/** Asks where a task stands. */
export type GetTaskRequest = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0';
  id: RequestId;
  /** The method. */
  method: 'tasks/get';
  /** Which task. */
  params: RequestParams & {
    /** Id of the task. */
    taskId: string;
  };
};
/** Which of the wanted notifications will come. */
export type SubscriptionsAcknowledgedNotificationParams = {
  _meta?: NotificationMetaObject;
  notifications: SubscriptionFilter;
};
/** Ends a subscription on the side of the server. */
export type SubscriptionsListenResult = {
  _meta: SubscriptionsListenResultMetaObject;
  resultType: ResultType;
};
/** Metadata of the result that ends a subscription: which one. */
export type SubscriptionsListenResultMetaObject = {
  'io.modelcontextprotocol/serverInfo'?: Implementation;
  'io.modelcontextprotocol/subscriptionId': RequestId;
} & JsonObject;
/** Brings what a task wanted of the client. */
export type UpdateTaskRequest = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0';
  id: RequestId;
  /** The method. */
  method: 'tasks/update';
  /** Which task. */
  params: RequestParams & {
    /** Id of the task. */
    taskId: string;
    inputResponses: InputResponses;
  };
};
