// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** Who speaks in a conversation. */
export type Role = 'assistant' | 'user';
/** Ties a response to its request; unique among the requests of its sender. */
export type RequestId = string | number;
/** Ties progress notifications to the request that asked for them. */
export type ProgressToken = string | number;
/** One piece of content. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;
/** The task that was cancelled. */
export type CancelTaskResult = Result & Task;
/** Where a task stands. completed, failed and cancelled are final. */
export type TaskStatus = 'cancelled' | 'completed' | 'failed' | 'input_required' | 'working';
/** The task and where it stands. */
export type TaskStatusNotificationParams = NotificationParams & Task;
/** How severe a log message is, with the names of syslog (RFC 5424). */
export type LoggingLevel = 'alert' | 'critical' | 'debug' | 'emergency' | 'error' | 'info' | 'notice' | 'warning';
/** Where a task stands. */
export type GetTaskResult = Result & Task;
/** One piece of content in a sampling message. */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;
/** What to ask the user, and how. */
export type ElicitRequestParams = ElicitRequestURLParams | ElicitRequestFormParams;
/** A field of a form. */
export type PrimitiveSchemaDefinition =
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | UntitledSingleSelectEnumSchema
  | TitledSingleSelectEnumSchema
  | UntitledMultiSelectEnumSchema
  | TitledMultiSelectEnumSchema
  | LegacyTitledEnumSchema;
/** A success that has nothing to say. */
export type EmptyResult = Result;
/** Hints for whom something is meant, how much it matters and how old it is. */
export type Annotations = {
  /** For whom it is meant. */
  audience?: Role[];
  /** How much it matters: 1 is needed, 0 can go. */
  priority?: number;
  /** When it last changed, in ISO 8601. */
  lastModified?: string;
};
/** Sound for a model or a user. */
export type AudioContent = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Kind of content. */
  type: 'audio';
  /** The sound in base64. */
  data: string;
  /** MIME type of the sound. */
  mimeType: string;
  annotations?: Annotations;
};
/** Contents of a resource that is binary. */
export type BlobResourceContents = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** URI of the resource. */
  uri: string;
  /** MIME type of the resource, if known. */
  mimeType?: string;
  /** The bytes in base64. */
  blob: string;
};
/** A field for yes or no. */
export type BooleanSchema = {
  /** Type of the field. */
  type: 'boolean';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /** What stands in it at first. */
  default?: boolean;
};
/** Which tool, and its arguments. */
export type CallToolRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** Name of the tool. */
  name: string;
  /** Its arguments. */
  arguments?: JsonObject;
  task?: TaskMetadata;
};
/** How the sender of a request wants its task to be. */
export type TaskMetadata = {
  /** How long the task should be kept after it was made, in ms. */
  ttl?: number;
};
/** What a tool had to say. */
export type CallToolResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The result as content. */
  content: ContentBlock[];
  /** The result as a JSON object, as the output schema of the tool wants it. */
  structuredContent?: JsonObject;
  /** The tool failed; the content says how. */
  isError?: boolean;
};
/** Text for a model or a user. */
export type TextContent = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Kind of content. */
  type: 'text';
  /** The text. */
  text: string;
  annotations?: Annotations;
};
/** A picture for a model or a user. */
export type ImageContent = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Kind of content. */
  type: 'image';
  /** The picture in base64. */
  data: string;
  /** MIME type of the picture. */
  mimeType: string;
  annotations?: Annotations;
};
/** A resource that is named inside a prompt or a tool result; it need not be listed. */
export type ResourceLink = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Kind of content. */
  type: 'resource_link';
  /** Name of the resource in programs; shown where there is no title. */
  name: string;
  /** Name of the resource for people. */
  title?: string;
  /** URI of the resource. */
  uri: string;
  /** What it holds, for the model. */
  description?: string;
  /** Its MIME type, if known. */
  mimeType?: string;
  /** Its size in bytes before any encoding, if known. */
  size?: number;
  /** Pictures of the resource, in one or more sizes. */
  icons?: Icon[];
  annotations?: Annotations;
};
/** A picture to show beside a name. */
export type Icon = {
  /** Where the picture is: an http, https or data URI. */
  src: string;
  /** MIME type of the picture, where the source gives none or a vague one. */
  mimeType?: string;
  /** Sizes for which it is made, such as 48x48, or `any` where it scales. */
  sizes?: string[];
  /** The background for which it is drawn. */
  theme?: 'dark' | 'light';
};
/** The contents of a resource inside a prompt or a tool result. */
export type EmbeddedResource = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Kind of content. */
  type: 'resource';
  /** The contents. */
  resource: TextResourceContents | BlobResourceContents;
  annotations?: Annotations;
};
/** Contents of a resource that is text. */
export type TextResourceContents = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** URI of the resource. */
  uri: string;
  /** MIME type of the resource, if known. */
  mimeType?: string;
  /** The text. */
  text: string;
};
/** Ends a task. */
export type CancelTaskRequest = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0';
  id: RequestId;
  /** The method. */
  method: 'tasks/cancel';
  /** Which task. */
  params: {
    /** Id of the task. */
    taskId: string;
  };
};
/** What any successful response carries. */
export type Result = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
} & JsonObject;
/** A request that runs on its own and is asked about. */
export type Task = {
  /** Id of the task, made by the receiver of the request. */
  taskId: string;
  status: TaskStatus;
  /** More about where it stands. */
  statusMessage?: string;
  /** When it was made, in ISO 8601. */
  createdAt: string;
  /** When its status last changed, in ISO 8601. */
  lastUpdatedAt: string;
  /** How long it is kept from when it was made, in ms; null: without limit. */
  ttl: number | null;
  /** How long to wait between questions, in ms. */
  pollInterval?: number;
};
/** Which request its sender no longer wants, and why. */
export type CancelledNotificationParams = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  requestId?: RequestId;
  /** Why, for a log or a user. */
  reason?: string;
};
/** What a client offers to a server. */
export type ClientCapabilities = {
  /** Capabilities outside the standard, by name. */
  experimental?: {
    /** Settings of the capability. */
    [k: string]: JsonObject;
  };
  /** The client can list its roots. */
  roots?: {
    /** The client says when its roots change. */
    listChanged?: boolean;
  };
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
  /** The client can run requests as tasks. */
  tasks?: {
    /** Tasks can be listed. */
    list?: JsonObject;
    /** Tasks can be cancelled. */
    cancel?: JsonObject;
    /** Requests that can run as tasks. */
    requests?: {
      /** Sampling requests. */
      sampling?: {
        /** `sampling/createMessage` can run as a task. */
        createMessage?: JsonObject;
      };
      /** Elicitation requests. */
      elicitation?: {
        /** `elicitation/create` can run as a task. */
        create?: JsonObject;
      };
    };
  };
};
/** What the parameters of any notification may hold. */
export type NotificationParams = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
};
/** How far a request has come. */
export type ProgressNotificationParams = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  progressToken: ProgressToken;
  /** How far it is; it rises each time. */
  progress: number;
  /** Where it will end, if known. */
  total?: number;
  /** What is being done. */
  message?: string;
};
/** How a client introduces itself. */
export type InitializeRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** The protocol version that the client wants to speak. */
  protocolVersion: string;
  capabilities: ClientCapabilities;
  clientInfo: Implementation;
};
/** Name and version of a client or server program. */
export type Implementation = {
  /** Name of the program in programs; shown where there is no title. */
  name: string;
  /** Name of the program for people. */
  title?: string;
  /** Its version. */
  version: string;
  /** What it does. */
  description?: string;
  /** Pictures of the program, in one or more sizes. */
  icons?: Icon[];
  /** Its home page. */
  websiteUrl?: string;
};
/** What the parameters of any request may hold. */
export type RequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
};
/** Parameters of a request for one page of a list. */
export type PaginatedRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** Where to go on: the cursor of the page before. Left out for the first page. */
  cursor?: string;
};
/** Which resource to read. */
export type ReadResourceRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** URI of the resource; the server decides what it means. */
  uri: string;
};
/** Which resource to watch. */
export type SubscribeRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** URI of the resource; the server decides what it means. */
  uri: string;
};
/** Which resource to watch no longer. */
export type UnsubscribeRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** URI of the resource; the server decides what it means. */
  uri: string;
};
/** Which prompt, and its values. */
export type GetPromptRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** Name of the prompt. */
  name: string;
  /** Values for its arguments. */
  arguments?: {
    [k: string]: string;
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
  params: {
    /** Id of the task. */
    taskId: string;
  };
};
/** Waits for a task and asks for what its request would have answered. */
export type GetTaskPayloadRequest = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0';
  id: RequestId;
  /** The method. */
  method: 'tasks/result';
  /** Which task. */
  params: {
    /** Id of the task. */
    taskId: string;
  };
};
/** From which level on the client wants log messages. */
export type SetLevelRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  level: LoggingLevel;
};
/** Which argument of what to complete. */
export type CompleteRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** The prompt or resource template whose argument it is. */
  ref: PromptReference | ResourceTemplateReference;
  /** The argument. */
  argument: {
    /** Name of the argument. */
    name: string;
    /** What has been typed so far. */
    value: string;
  };
  /** What else is known. */
  context?: {
    /** Arguments that are settled already. */
    arguments?: {
      [k: string]: string;
    };
  };
};
/** Names a prompt. */
export type PromptReference = {
  /** Kind of reference. */
  type: 'ref/prompt';
  /** Name of the prompt in programs; shown where there is no title. */
  name: string;
  /** Name of the prompt for people. */
  title?: string;
};
/** Names a resource or a resource template. */
export type ResourceTemplateReference = {
  /** Kind of reference. */
  type: 'ref/resource';
  /** URI or URI template. */
  uri: string;
};
/** What the request of the task would have answered; its shape is the one of that result. */
export type GetTaskPayloadResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
} & JsonObject;
/** One page of tasks. */
export type ListTasksResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The tasks. */
  tasks: Task[];
  /** Where the next page begins. Left out on the last page. */
  nextCursor?: string;
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
/** A model wants a tool to be called. */
export type ToolUseContent = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Kind of content. */
  type: 'tool_use';
  /** Id of the use, to which the result refers. */
  id: string;
  /** Name of the tool. */
  name: string;
  /** Arguments for it. */
  input: JsonObject;
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
  /** The result as a JSON object. */
  structuredContent?: JsonObject;
  /** The tool failed. */
  isError?: boolean;
};
/** The roots of the client. */
export type ListRootsResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The roots. */
  roots: Root[];
};
/** A place in which the server may work. */
export type Root = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** A file URI. */
  uri: string;
  /** Name for people. */
  name?: string;
};
/** What the user did, and what was filled in. */
export type ElicitResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Agreed, left without deciding, or said no. */
  action: 'accept' | 'cancel' | 'decline';
  /** What was filled in; for an accepted form. */
  content?: {
    /** Value of a field. */
    [k: string]: string[] | string | number | boolean;
  };
};
/** How an argument may go on. */
export type CompleteResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The proposals. */
  completion: {
    /** Proposals, at most 100. */
    values: string[];
    /** How many there are in all. */
    total?: number;
    /** There are more than are given here. */
    hasMore?: boolean;
  };
};
/** What to ask a model. */
export type CreateMessageRequestParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
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
  task?: TaskMetadata;
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
/** What the server wishes for in a model. The client may choose otherwise. */
export type ModelPreferences = {
  /** Wishes, the first that can be met counts. */
  hints?: ModelHint[];
  /** How much a low price counts, from 0 to 1. */
  costPriority?: number;
  /** How much speed counts, from 0 to 1. */
  speedPriority?: number;
  /** How much skill counts, from 0 to 1. */
  intelligencePriority?: number;
};
/** A wish for a model. */
export type ModelHint = {
  /** A part of the name of a model or a family. */
  name?: string;
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
    /** Schemas of the members. */
    properties?: {
      /** A JSON Schema: an object, or true or false. */
      [k: string]: JsonObject | boolean;
    };
    /** Members that must be there. */
    required?: string[];
  };
  /** JSON Schema of its structured result. */
  outputSchema?: {
    /** Dialect of the schema; JSON Schema 2020-12 where it is left out. */
    $schema?: string;
    /** The root is an object. */
    type: 'object';
    /** Schemas of the members. */
    properties?: {
      /** A JSON Schema: an object, or true or false. */
      [k: string]: JsonObject | boolean;
    };
    /** Members that must be there. */
    required?: string[];
  };
  annotations?: ToolAnnotations;
  execution?: ToolExecution;
  /** Pictures of the tool, in one or more sizes. */
  icons?: Icon[];
};
/** What a tool says about itself. All of it is a hint, and none of it is to be trusted unless the server is. */
export type ToolAnnotations = {
  /** Name of the tool for people. */
  title?: string;
  /** It changes nothing. */
  readOnlyHint?: boolean;
  /** It may destroy or overwrite something. */
  destructiveHint?: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  idempotentHint?: boolean;
  /** It deals with things outside, such as the web. */
  openWorldHint?: boolean;
};
/** How a tool may be run. */
export type ToolExecution = {
  /** Whether it runs as a task: never (the default), on request, or always. */
  taskSupport?: 'forbidden' | 'optional' | 'required';
};
/** Whether the model may or must use tools. */
export type ToolChoice = {
  /** As it likes (the default), not at all, or at least one. */
  mode?: 'auto' | 'none' | 'required';
};
/** The answer to a request that now runs as a task. */
export type CreateTaskResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  task: Task;
};
/** A page to which the user is sent. */
export type ElicitRequestURLParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
  /** Kind of question. */
  mode: 'url';
  /** Why the user should go there. */
  message: string;
  /** Id of the question, opaque to the client. */
  elicitationId: string;
  /** The page. */
  url: string;
  task?: TaskMetadata;
};
/** A form for the user. */
export type ElicitRequestFormParams = {
  /** Metadata under prefixed keys; `progressToken` asks for progress. */
  _meta?: {
    progressToken?: ProgressToken;
  } & JsonObject;
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
  task?: TaskMetadata;
};
/** A field for text. */
export type StringSchema = {
  /** Type of the field. */
  type: 'string';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /** What the text must be. */
  format?: 'date' | 'date-time' | 'email' | 'uri';
  /** Fewest characters. */
  minLength?: number;
  /** Most characters. */
  maxLength?: number;
  /** What stands in it at first. */
  default?: string;
};
/** A field for a number. */
export type NumberSchema = {
  /** Type of the field. */
  type: 'integer' | 'number';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /** Least value. */
  minimum?: number;
  /** Greatest value. */
  maximum?: number;
  /** What stands in it at first. */
  default?: number;
};
/** A field for one of several values. */
export type UntitledSingleSelectEnumSchema = {
  /** Type of the field. */
  type: 'string';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /** The values. */
  enum: string[];
  /** What is chosen at first. */
  default?: string;
};
/** A field for one of several values that have names for people. */
export type TitledSingleSelectEnumSchema = {
  /** Type of the field. */
  type: 'string';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /**
   * The choices.
   *
   * Items: One choice.
   */
  oneOf: {
    /** The value. */
    const: string;
    /** Its name for people. */
    title: string;
  }[];
  /** What is chosen at first. */
  default?: string;
};
/** A field for any of several values. */
export type UntitledMultiSelectEnumSchema = {
  /** Type of the field. */
  type: 'array';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /** The choices. */
  items: {
    /** Type of a value. */
    type: 'string';
    /** The values. */
    enum: string[];
  };
  /** Fewest choices. */
  minItems?: number;
  /** Most choices. */
  maxItems?: number;
  /** What is chosen at first. */
  default?: string[];
};
/** A field for any of several values that have names for people. */
export type TitledMultiSelectEnumSchema = {
  /** Type of the field. */
  type: 'array';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /** The choices. */
  items: {
    /**
     * The choices.
     *
     * Items: One choice.
     */
    anyOf: {
      /** The value. */
      const: string;
      /** Its name for people. */
      title: string;
    }[];
  };
  /** Fewest choices. */
  minItems?: number;
  /** Most choices. */
  maxItems?: number;
  /** What is chosen at first. */
  default?: string[];
};
/** The older way to name choices; replaced by the titled single choice. */
export type LegacyTitledEnumSchema = {
  /** Type of the field. */
  type: 'string';
  /** Name of the field for people. */
  title?: string;
  /** What to enter. */
  description?: string;
  /** The values. */
  enum: string[];
  /** Names of the values, in the same order. */
  enumNames?: string[];
  /** What is chosen at first. */
  default?: string;
};
/** Says that the user is done with a page. */
export type ElicitationCompleteNotification = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0';
  /** The method. */
  method: 'notifications/elicitation/complete';
  /** Which question. */
  params: {
    /** Id of the question. */
    elicitationId: string;
  };
};
/** Why a request could not be answered with a result. */
export type Error = {
  /** What kind of error it is. */
  code: number;
  /** The error in one short sentence. */
  message: string;
  /** Anything more that the sender wants to say. */
  data?: Json;
};
/** A prompt, filled in. */
export type GetPromptResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** What it is for. */
  description?: string;
  /** Its messages. */
  messages: PromptMessage[];
};
/** One message of a prompt. */
export type PromptMessage = {
  role: Role;
  content: ContentBlock;
};
/** How a server introduces itself, and the version that both will speak. */
export type InitializeResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The protocol version that the server chose. */
  protocolVersion: string;
  capabilities: ServerCapabilities;
  serverInfo: Implementation;
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
  /** The server can run requests as tasks. */
  tasks?: {
    /** Tasks can be listed. */
    list?: JsonObject;
    /** Tasks can be cancelled. */
    cancel?: JsonObject;
    /** Requests that can run as tasks. */
    requests?: {
      /** Tool requests. */
      tools?: {
        /** `tools/call` can run as a task. */
        call?: JsonObject;
      };
    };
  };
};
/** One page of prompts. */
export type ListPromptsResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The prompts. */
  prompts: Prompt[];
  /** Where the next page begins. Left out on the last page. */
  nextCursor?: string;
};
/** A prompt that the server has ready. */
export type Prompt = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Name of the prompt in programs; shown where there is no title. */
  name: string;
  /** Name of the prompt for people. */
  title?: string;
  /** What it is good for. */
  description?: string;
  /** The values that it takes. */
  arguments?: PromptArgument[];
  /** Pictures of the prompt, in one or more sizes. */
  icons?: Icon[];
};
/** A value that a prompt takes. */
export type PromptArgument = {
  /** Name of the argument in programs; shown where there is no title. */
  name: string;
  /** Name of the argument for people. */
  title?: string;
  /** What it is for. */
  description?: string;
  /** Whether it must be given. */
  required?: boolean;
};
/** One page of resource templates. */
export type ListResourceTemplatesResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The templates. */
  resourceTemplates: ResourceTemplate[];
  /** Where the next page begins. Left out on the last page. */
  nextCursor?: string;
};
/** A family of resources whose URIs follow a template. */
export type ResourceTemplate = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Name of the template in programs; shown where there is no title. */
  name: string;
  /** Name of the template for people. */
  title?: string;
  /** URI template (RFC 6570). */
  uriTemplate: string;
  /** What the resources are, for the model. */
  description?: string;
  /** MIME type of all its resources, where they share one. */
  mimeType?: string;
  /** Pictures of the template, in one or more sizes. */
  icons?: Icon[];
  annotations?: Annotations;
};
/** One page of resources. */
export type ListResourcesResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The resources. */
  resources: Resource[];
  /** Where the next page begins. Left out on the last page. */
  nextCursor?: string;
};
/** Something that a server lets clients read. */
export type Resource = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** Name of the resource in programs; shown where there is no title. */
  name: string;
  /** Name of the resource for people. */
  title?: string;
  /** URI of the resource. */
  uri: string;
  /** What it holds, for the model. */
  description?: string;
  /** Its MIME type, if known. */
  mimeType?: string;
  /** Its size in bytes before any encoding, if known. */
  size?: number;
  /** Pictures of the resource, in one or more sizes. */
  icons?: Icon[];
  annotations?: Annotations;
};
/** One page of tools. */
export type ListToolsResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The tools. */
  tools: Tool[];
  /** Where the next page begins. Left out on the last page. */
  nextCursor?: string;
};
/** A log message. */
export type LoggingMessageNotificationParams = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  level: LoggingLevel;
  /** Name of the logger. */
  logger?: string;
  /** What is logged: any JSON value. */
  data: Json;
};
/** The contents of a resource, in one or more parts. */
export type ReadResourceResult = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** The parts. */
  contents: (TextResourceContents | BlobResourceContents)[];
};
/** Which resource changed. */
export type ResourceUpdatedNotificationParams = {
  /** Metadata under prefixed keys, for the protocol itself and for extensions. */
  _meta?: JsonObject;
  /** URI of what changed; it may lie below the subscribed resource. */
  uri: string;
};
