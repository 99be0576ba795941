// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * Who speaks in a conversation.
 */
export type Role = 'assistant' | 'user';
/**
 * What kind of result it is: `complete`, `input_required`, or one of an extension.
 */
export type ResultType = string;
/**
 * Ties a response to its request; unique among the requests of its sender.
 */
export type RequestId = string | number;
/**
 * Ties progress notifications to the request that asked for them.
 */
export type ProgressToken = string | number;
/**
 * How severe a log message is, with the names of syslog (RFC 5424).
 */
export type LoggingLevel = 'alert' | 'critical' | 'debug' | 'emergency' | 'error' | 'info' | 'notice' | 'warning';
/**
 * What the client has to say to one question of the server.
 */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;
/**
 * One piece of content.
 */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;
/**
 * One piece of content in a sampling message.
 */
export type SamplingMessageContentBlock =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;
/**
 * Something that a server wants from the client before it goes on.
 */
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;
/**
 * Metadata under prefixed keys, for the protocol itself and for extensions.
 */
export type MetaObject = JsonObject;
/**
 * What to ask the user, and how.
 */
export type ElicitRequestParams = ElicitRequestURLParams | ElicitRequestFormParams;
/**
 * A field of a form.
 */
export type PrimitiveSchemaDefinition =
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | UntitledSingleSelectEnumSchema
  | TitledSingleSelectEnumSchema
  | UntitledMultiSelectEnumSchema
  | TitledMultiSelectEnumSchema
  | LegacyTitledEnumSchema;
/**
 * The wish to end a task was taken.
 */
export type CancelTaskResult = Result & {
  /**
   * What kind of result it is.
   */
  resultType: 'complete';
};
/**
 * A task that was cancelled.
 */
export type CancelledTask = Task & {
  /**
   * Where it stands.
   */
  status: 'cancelled';
};
/**
 * Where a task stands. completed, failed and cancelled are final.
 */
export type TaskStatus = 'cancelled' | 'completed' | 'failed' | 'input_required' | 'working';
/**
 * Any notification of a client.
 */
export type ClientNotification = CancelledNotification;
/**
 * Any request of a client.
 */
export type ClientRequest =
  | DiscoverRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscriptionsListenRequest
  | ListPromptsRequest
  | GetPromptRequest
  | ListToolsRequest
  | CallToolRequest
  | CompleteRequest;
/**
 * Any result of a client. It answers no requests any more; what a server asks is in results.
 */
export type ClientResult = Result;
/**
 * A task that has its result.
 */
export type CompletedTask = Task & {
  /**
   * Where it stands.
   */
  status: 'completed';
  /**
   * What the request would have been answered with.
   */
  result: JsonObject;
};
/**
 * The answer to a call that goes on as a task.
 */
export type CreateTaskResult = Result &
  Task & {
    /**
     * What kind of result it is.
     */
    resultType: 'task';
  };
/**
 * An opaque mark of where a list goes on.
 */
export type Cursor = string;
/**
 * A task with what belongs to its status.
 */
export type DetailedTask = WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask;
/**
 * A task that works.
 */
export type WorkingTask = Task & {
  /**
   * Where it stands.
   */
  status: 'working';
};
/**
 * A task that waits for the client.
 */
export type InputRequiredTask = Task & {
  /**
   * Where it stands.
   */
  status: 'input_required';
  inputRequests: InputRequests;
};
/**
 * A task whose request ended with an error.
 */
export type FailedTask = Task & {
  /**
   * Where it stands.
   */
  status: 'failed';
  error: Error;
};
/**
 * A field for choices.
 */
export type EnumSchema =
  | UntitledSingleSelectEnumSchema
  | TitledSingleSelectEnumSchema
  | UntitledMultiSelectEnumSchema
  | TitledMultiSelectEnumSchema
  | LegacyTitledEnumSchema;
/**
 * Where a task stands.
 */
export type GetTaskResult = Result &
  DetailedTask & {
    /**
     * What kind of result it is.
     */
    resultType: 'complete';
  };
/**
 * Any JSON value.
 */
export type JSONValue = JSONObject | JSONArray | (string | number | boolean | null);
/**
 * Any list of JSON values.
 */
export type JSONArray = JSONValue[];
/**
 * Anything that may stand alone on the wire.
 */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse;
/**
 * An answer, with a result or with an error.
 */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;
/**
 * A field for any of several values.
 */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;
/**
 * Any notification of a server.
 */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | ResourceListChangedNotification
  | SubscriptionsAcknowledgedNotification
  | ResourceUpdatedNotification
  | PromptListChangedNotification
  | ToolListChangedNotification
  | LoggingMessageNotification;
/**
 * Any result of a server.
 */
export type ServerResult =
  | Result
  | InputRequiredResult
  | DiscoverResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult
  | SubscriptionsListenResult
  | ListPromptsResult
  | GetPromptResult
  | ListToolsResult
  | CallToolResult
  | CompleteResult;
/**
 * A field for one of several values.
 */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;
/**
 * The task and where it stands.
 */
export type TaskStatusNotificationParams = NotificationParams & DetailedTask;
/**
 * The answers of a task were taken.
 */
export type UpdateTaskResult = Result & {
  /**
   * What kind of result it is.
   */
  resultType: 'complete';
};

/**
 * Hints for whom something is meant, how much it matters and how old it is.
 */
export interface Annotations {
  /**
   * For whom it is meant.
   */
  audience?: Role[];
  /**
   * How much it matters: 1 is needed, 0 can go.
   */
  priority?: number;
  /**
   * When it last changed, in ISO 8601.
   */
  lastModified?: string;
}
/**
 * Sound for a model or a user.
 */
export interface AudioContent {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Kind of content.
   */
  type: 'audio';
  /**
   * The sound in base64.
   */
  data: string;
  /**
   * MIME type of the sound.
   */
  mimeType: string;
  annotations?: Annotations;
}
/**
 * The two names that things have.
 */
export interface BaseMetadata {
  /**
   * Name of the thing in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the thing for people.
   */
  title?: string;
}
/**
 * Contents of a resource that is binary.
 */
export interface BlobResourceContents {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * URI of the resource.
   */
  uri: string;
  /**
   * MIME type of the resource, if known.
   */
  mimeType?: string;
  /**
   * The bytes in base64.
   */
  blob: string;
}
/**
 * A field for yes or no.
 */
export interface BooleanSchema {
  /**
   * Type of the field.
   */
  type: 'boolean';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * What stands in it at first.
   */
  default?: boolean;
}
/**
 * A result that may be kept for a while.
 */
export interface CacheableResult {
  _meta?: ResultMetaObject;
  resultType: ResultType;
  /**
   * How many milliseconds it stays fresh; 0 is stale at once.
   */
  ttlMs: number;
  /**
   * Whether caches that several users share may keep it.
   */
  cacheScope: 'public' | 'private';
}
/**
 * Metadata of a result: who answered, and keys of extensions.
 */
export interface ResultMetaObject {
  'io.modelcontextprotocol/serverInfo'?: Implementation;
  [k: string]: unknown;
}
/**
 * Name and version of a client or server program.
 */
export interface Implementation {
  /**
   * Name of the program in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the program for people.
   */
  title?: string;
  /**
   * Its version.
   */
  version: string;
  /**
   * What it does.
   */
  description?: string;
  /**
   * Pictures of the program, in one or more sizes.
   */
  icons?: Icon[];
  /**
   * Its home page.
   */
  websiteUrl?: string;
}
/**
 * A picture to show beside a name.
 */
export interface Icon {
  /**
   * Where the picture is: an http, https or data URI.
   */
  src: string;
  /**
   * MIME type of the picture, where the source gives none or a vague one.
   */
  mimeType?: string;
  /**
   * Sizes for which it is made, such as 48x48, or `any` where it scales.
   */
  sizes?: string[];
  /**
   * The background for which it is drawn.
   */
  theme?: 'dark' | 'light';
}
/**
 * Runs a tool.
 */
export interface CallToolRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'tools/call';
  params: CallToolRequestParams;
}
/**
 * Which tool, and its arguments.
 */
export interface CallToolRequestParams {
  _meta: RequestMetaObject;
  /**
   * Name of the tool.
   */
  name: string;
  /**
   * Its arguments.
   */
  arguments?: JsonObject;
  inputResponses?: InputResponses;
  /**
   * The state that came with the questions, as it came.
   */
  requestState?: string;
}
/**
 * Who asks, in which revision, and what the asking client can do.
 */
export interface RequestMetaObject {
  progressToken?: ProgressToken;
  /**
   * Revision that the request is written in.
   */
  'io.modelcontextprotocol/protocolVersion': string;
  'io.modelcontextprotocol/clientInfo'?: Implementation;
  'io.modelcontextprotocol/clientCapabilities': ClientCapabilities;
  'io.modelcontextprotocol/logLevel'?: LoggingLevel;
  [k: string]: unknown;
}
/**
 * What a client offers to a server.
 */
export interface ClientCapabilities {
  /**
   * Capabilities outside the standard, by name.
   */
  experimental?: {
    /**
     * Settings of the capability.
     */
    [k: string]: JsonObject;
  };
  /**
   * The client can list its roots.
   */
  roots?: JsonObject;
  /**
   * The client can ask a model.
   */
  sampling?: {
    /**
     * The client honours `includeContext`.
     */
    context?: JsonObject;
    /**
     * The client takes tools along with the messages.
     */
    tools?: JsonObject;
  };
  /**
   * The client can ask its user. Empty means forms.
   */
  elicitation?: {
    /**
     * The client can show a form.
     */
    form?: JsonObject;
    /**
     * The client can send the user to a URL.
     */
    url?: JsonObject;
  };
  /**
   * Extensions of the protocol that are supported, by identifier.
   */
  extensions?: {
    /**
     * Settings of the extension.
     */
    [k: string]: JsonObject;
  };
}
/**
 * The answers, each under the name of its question.
 */
export interface InputResponses {
  [k: string]: InputResponse;
}
/**
 * What the model answered.
 */
export interface CreateMessageResult {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  role: Role;
  /**
   * One piece of content, or a list.
   */
  content:
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
  /**
   * Name of the model.
   */
  model: string;
  /**
   * Why it ended: endTurn, stopSequence, maxTokens, toolUse, or what the provider says.
   */
  stopReason?: string;
}
/**
 * Text for a model or a user.
 */
export interface TextContent {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Kind of content.
   */
  type: 'text';
  /**
   * The text.
   */
  text: string;
  annotations?: Annotations;
}
/**
 * A picture for a model or a user.
 */
export interface ImageContent {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Kind of content.
   */
  type: 'image';
  /**
   * The picture in base64.
   */
  data: string;
  /**
   * MIME type of the picture.
   */
  mimeType: string;
  annotations?: Annotations;
}
/**
 * A model wants a tool to be called.
 */
export interface ToolUseContent {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Kind of content.
   */
  type: 'tool_use';
  /**
   * Id of the use, to which the result refers.
   */
  id: string;
  /**
   * Name of the tool.
   */
  name: string;
  /**
   * Arguments for it.
   */
  input: JsonObject;
}
/**
 * The result of a tool that a model used.
 */
export interface ToolResultContent {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Kind of content.
   */
  type: 'tool_result';
  /**
   * Id of the use.
   */
  toolUseId: string;
  /**
   * The result as content.
   */
  content: ContentBlock[];
  /**
   * The result as JSON of any kind.
   */
  structuredContent?: Json;
  /**
   * The tool failed.
   */
  isError?: boolean;
}
/**
 * A resource that is named inside a prompt or a tool result; it need not be listed.
 */
export interface ResourceLink {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Kind of content.
   */
  type: 'resource_link';
  /**
   * Name of the resource in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the resource for people.
   */
  title?: string;
  /**
   * URI of the resource.
   */
  uri: string;
  /**
   * What it holds, for the model.
   */
  description?: string;
  /**
   * Its MIME type, if known.
   */
  mimeType?: string;
  /**
   * Its size in bytes before any encoding, if known.
   */
  size?: number;
  /**
   * Pictures of the resource, in one or more sizes.
   */
  icons?: Icon[];
  annotations?: Annotations;
}
/**
 * The contents of a resource inside a prompt or a tool result.
 */
export interface EmbeddedResource {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Kind of content.
   */
  type: 'resource';
  /**
   * The contents.
   */
  resource: TextResourceContents | BlobResourceContents;
  annotations?: Annotations;
}
/**
 * Contents of a resource that is text.
 */
export interface TextResourceContents {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * URI of the resource.
   */
  uri: string;
  /**
   * MIME type of the resource, if known.
   */
  mimeType?: string;
  /**
   * The text.
   */
  text: string;
}
/**
 * The roots of the client.
 */
export interface ListRootsResult {
  /**
   * The roots.
   */
  roots: Root[];
}
/**
 * A place in which the server may work.
 */
export interface Root {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * A file URI.
   */
  uri: string;
  /**
   * Name for people.
   */
  name?: string;
}
/**
 * What the user did, and what was filled in.
 */
export interface ElicitResult {
  /**
   * Agreed, left without deciding, or said no.
   */
  action: 'accept' | 'cancel' | 'decline';
  /**
   * What was filled in; for an accepted form.
   */
  content?: {
    /**
     * Value of a field.
     */
    [k: string]: string[] | string | number | boolean;
  };
}
/**
 * What a tool had to say.
 */
export interface CallToolResult {
  _meta?: ResultMetaObject;
  /**
   * The result as content.
   */
  content: ContentBlock[];
  /**
   * The result as JSON of any kind.
   */
  structuredContent?: Json;
  /**
   * The tool failed; the content says how.
   */
  isError?: boolean;
  resultType: ResultType;
}
/**
 * The answer to `tools/call`.
 */
export interface CallToolResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The result, or what is needed first.
   */
  result: InputRequiredResult | CallToolResult;
}
/**
 * Says that the server needs something first. The client asks again, with a new id, the answers and the state.
 */
export interface InputRequiredResult {
  _meta?: ResultMetaObject;
  resultType: ResultType;
  inputRequests?: InputRequests;
  /**
   * What the server wants back with the answers; opaque to the client.
   */
  requestState?: string;
}
/**
 * What a server wants from the client, under names that the answers come back with.
 */
export interface InputRequests {
  [k: string]: InputRequest;
}
/**
 * Asks the client for an answer of a model.
 */
export interface CreateMessageRequest {
  /**
   * The method.
   */
  method: 'sampling/createMessage';
  params: CreateMessageRequestParams;
}
/**
 * What to ask a model.
 */
export interface CreateMessageRequestParams {
  /**
   * The conversation so far.
   */
  messages: SamplingMessage[];
  /**
   * The most tokens that the answer may have.
   */
  maxTokens: number;
  /**
   * System prompt that the server wishes for.
   */
  systemPrompt?: string;
  modelPreferences?: ModelPreferences;
  /**
   * Whose context the client should add. All but none are on their way out.
   */
  includeContext?: 'allServers' | 'none' | 'thisServer';
  /**
   * How freely the model chooses.
   */
  temperature?: number;
  /**
   * Texts at which the model ends.
   */
  stopSequences?: string[];
  /**
   * Settings for the provider of the model.
   */
  metadata?: JsonObject;
  /**
   * Tools that the model may use.
   */
  tools?: Tool[];
  toolChoice?: ToolChoice;
}
/**
 * One message to or from a model.
 */
export interface SamplingMessage {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  role: Role;
  /**
   * One piece of content, or a list.
   */
  content:
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];
}
/**
 * What the server wishes for in a model. The client may choose otherwise.
 */
export interface ModelPreferences {
  /**
   * Wishes, the first that can be met counts.
   */
  hints?: ModelHint[];
  /**
   * How much a low price counts, from 0 to 1.
   */
  costPriority?: number;
  /**
   * How much speed counts, from 0 to 1.
   */
  speedPriority?: number;
  /**
   * How much skill counts, from 0 to 1.
   */
  intelligencePriority?: number;
}
/**
 * A wish for a model.
 */
export interface ModelHint {
  /**
   * A part of the name of a model or a family.
   */
  name?: string;
}
/**
 * Something that a server can do for a model.
 */
export interface Tool {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Name of the tool in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the tool for people.
   */
  title?: string;
  /**
   * What it does, for the model.
   */
  description?: string;
  /**
   * JSON Schema of its arguments.
   */
  inputSchema: {
    /**
     * Dialect of the schema; JSON Schema 2020-12 where it is left out.
     */
    $schema?: string;
    /**
     * The root is an object.
     */
    type: 'object';
  };
  /**
   * JSON Schema of its structured result.
   */
  outputSchema?: {
    /**
     * Dialect of the schema; JSON Schema 2020-12 where it is left out.
     */
    $schema?: string;
  };
  annotations?: ToolAnnotations;
  /**
   * Pictures of the tool, in one or more sizes.
   */
  icons?: Icon[];
}
/**
 * What a tool says about itself. All of it is a hint, and none of it is to be trusted unless the server is.
 */
export interface ToolAnnotations {
  /**
   * Name of the tool for people.
   */
  title?: string;
  /**
   * It changes nothing.
   */
  readOnlyHint?: boolean;
  /**
   * It may destroy or overwrite something.
   */
  destructiveHint?: boolean;
  /**
   * Calling it again with the same arguments changes nothing more.
   */
  idempotentHint?: boolean;
  /**
   * It deals with things outside, such as the web.
   */
  openWorldHint?: boolean;
}
/**
 * Whether the model may or must use tools.
 */
export interface ToolChoice {
  /**
   * As it likes (the default), not at all, or at least one.
   */
  mode?: 'auto' | 'none' | 'required';
}
/**
 * Asks the client for its roots.
 */
export interface ListRootsRequest {
  /**
   * The method.
   */
  method: 'roots/list';
  /**
   * Nothing but metadata.
   */
  params?: {
    _meta?: MetaObject;
  };
}
/**
 * Asks the user something, by way of the client.
 */
export interface ElicitRequest {
  /**
   * The method.
   */
  method: 'elicitation/create';
  params: ElicitRequestParams;
}
/**
 * A page to which the user is sent.
 */
export interface ElicitRequestURLParams {
  /**
   * Kind of question.
   */
  mode: 'url';
  /**
   * Why the user should go there.
   */
  message: string;
  /**
   * The page.
   */
  url: string;
}
/**
 * A form for the user.
 */
export interface ElicitRequestFormParams {
  /**
   * Kind of question; form where it is left out.
   */
  mode?: 'form';
  /**
   * What to tell the user.
   */
  message: string;
  /**
   * The form: a flat object of simple fields.
   */
  requestedSchema: {
    /**
     * Dialect of the schema.
     */
    $schema?: string;
    /**
     * The answer is an object.
     */
    type: 'object';
    /**
     * The fields.
     */
    properties: {
      [k: string]: PrimitiveSchemaDefinition;
    };
    /**
     * Fields that must be filled in.
     */
    required?: string[];
  };
}
/**
 * A field for text.
 */
export interface StringSchema {
  /**
   * Type of the field.
   */
  type: 'string';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * What the text must be.
   */
  format?: 'date' | 'date-time' | 'email' | 'uri';
  /**
   * Fewest characters.
   */
  minLength?: number;
  /**
   * Most characters.
   */
  maxLength?: number;
  /**
   * What stands in it at first.
   */
  default?: string;
}
/**
 * A field for a number.
 */
export interface NumberSchema {
  /**
   * Type of the field.
   */
  type: 'integer' | 'number';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * Least value.
   */
  minimum?: number;
  /**
   * Greatest value.
   */
  maximum?: number;
  /**
   * What stands in it at first.
   */
  default?: number;
}
/**
 * A field for one of several values.
 */
export interface UntitledSingleSelectEnumSchema {
  /**
   * Type of the field.
   */
  type: 'string';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * The values.
   */
  enum: string[];
  /**
   * What is chosen at first.
   */
  default?: string;
}
/**
 * A field for one of several values that have names for people.
 */
export interface TitledSingleSelectEnumSchema {
  /**
   * Type of the field.
   */
  type: 'string';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * The choices.
   *
   * Items: One choice.
   */
  oneOf: {
    /**
     * The value.
     */
    const: string;
    /**
     * Its name for people.
     */
    title: string;
  }[];
  /**
   * What is chosen at first.
   */
  default?: string;
}
/**
 * A field for any of several values.
 */
export interface UntitledMultiSelectEnumSchema {
  /**
   * Type of the field.
   */
  type: 'array';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * The choices.
   */
  items: {
    /**
     * Type of a value.
     */
    type: 'string';
    /**
     * The values.
     */
    enum: string[];
  };
  /**
   * Fewest choices.
   */
  minItems?: number;
  /**
   * Most choices.
   */
  maxItems?: number;
  /**
   * What is chosen at first.
   */
  default?: string[];
}
/**
 * A field for any of several values that have names for people.
 */
export interface TitledMultiSelectEnumSchema {
  /**
   * Type of the field.
   */
  type: 'array';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * The choices.
   */
  items: {
    /**
     * The choices.
     *
     * Items: One choice.
     */
    anyOf: {
      /**
       * The value.
       */
      const: string;
      /**
       * Its name for people.
       */
      title: string;
    }[];
  };
  /**
   * Fewest choices.
   */
  minItems?: number;
  /**
   * Most choices.
   */
  maxItems?: number;
  /**
   * What is chosen at first.
   */
  default?: string[];
}
/**
 * The older way to name choices; replaced by the titled single choice.
 */
export interface LegacyTitledEnumSchema {
  /**
   * Type of the field.
   */
  type: 'string';
  /**
   * Name of the field for people.
   */
  title?: string;
  /**
   * What to enter.
   */
  description?: string;
  /**
   * The values.
   */
  enum: string[];
  /**
   * Names of the values, in the same order.
   */
  enumNames?: string[];
  /**
   * What is chosen at first.
   */
  default?: string;
}
/**
 * Asks a task to end.
 */
export interface CancelTaskRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'tasks/cancel';
  /**
   * Which task.
   */
  params: RequestParams & {
    /**
     * Id of the task.
     */
    taskId: string;
  };
}
/**
 * What the parameters of any request may hold.
 */
export interface RequestParams {
  _meta: RequestMetaObject;
}
/**
 * What any successful response carries.
 */
export interface Result {
  _meta?: ResultMetaObject;
  resultType: ResultType;
  [k: string]: unknown;
}
/**
 * Says that the sender no longer wants the answer to one of its requests.
 */
export interface CancelledNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/cancelled';
  params: CancelledNotificationParams;
}
/**
 * Which request its sender no longer wants, and why.
 */
export interface CancelledNotificationParams {
  _meta?: NotificationMetaObject;
  requestId: RequestId;
  /**
   * Why, for a log or a user.
   */
  reason?: string;
}
/**
 * Metadata of a notification: the subscription that it belongs to, and keys of extensions.
 */
export interface NotificationMetaObject {
  'io.modelcontextprotocol/subscriptionId'?: RequestId;
  [k: string]: unknown;
}
/**
 * A request that goes on behind its answer, and is asked about.
 */
export interface Task {
  /**
   * Id of the task, made by the server.
   */
  taskId: string;
  status: TaskStatus;
  /**
   * More about where it stands.
   */
  statusMessage?: string;
  /**
   * When it was made, in ISO 8601.
   */
  createdAt: string;
  /**
   * When it last changed, in ISO 8601.
   */
  lastUpdatedAt: string;
  /**
   * How long it is kept from when it was made, in ms; null: without limit.
   */
  ttlMs: number | null;
  /**
   * How long to wait between questions, in ms.
   */
  pollIntervalMs?: number;
}
/**
 * Asks which revisions and capabilities the server has.
 */
export interface DiscoverRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'server/discover';
  params: RequestParams;
}
/**
 * Asks for the resources of the server, a page at a time.
 */
export interface ListResourcesRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'resources/list';
  params: PaginatedRequestParams;
}
/**
 * Parameters of a request for one page of a list.
 */
export interface PaginatedRequestParams {
  _meta: RequestMetaObject;
  /**
   * Where to go on: the cursor of the page before. Left out for the first page.
   */
  cursor?: string;
}
/**
 * Asks for the resource templates of the server, a page at a time.
 */
export interface ListResourceTemplatesRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'resources/templates/list';
  params: PaginatedRequestParams;
}
/**
 * Asks for the contents of a resource.
 */
export interface ReadResourceRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'resources/read';
  params: ReadResourceRequestParams;
}
/**
 * Which resource to read.
 */
export interface ReadResourceRequestParams {
  _meta: RequestMetaObject;
  /**
   * URI of the resource; the server decides what it means.
   */
  uri: string;
  inputResponses?: InputResponses;
  /**
   * The state that came with the questions, as it came.
   */
  requestState?: string;
}
/**
 * Asks for notifications of some kinds, until either side ends it.
 */
export interface SubscriptionsListenRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'subscriptions/listen';
  params: SubscriptionsListenRequestParams;
}
/**
 * Which notifications are wanted.
 */
export interface SubscriptionsListenRequestParams {
  _meta: RequestMetaObject;
  notifications: SubscriptionFilter;
}
/**
 * Kinds of notifications. What is left out is not wanted.
 */
export interface SubscriptionFilter {
  /**
   * The list of tools changed.
   */
  toolsListChanged?: boolean;
  /**
   * The list of prompts changed.
   */
  promptsListChanged?: boolean;
  /**
   * The list of resources changed.
   */
  resourcesListChanged?: boolean;
  /**
   * Resources whose changes are wanted, by URI.
   */
  resourceSubscriptions?: string[];
}
/**
 * Asks for the prompts of the server, a page at a time.
 */
export interface ListPromptsRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'prompts/list';
  params: PaginatedRequestParams;
}
/**
 * Asks for a prompt, filled in.
 */
export interface GetPromptRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'prompts/get';
  params: GetPromptRequestParams;
}
/**
 * Which prompt, and its values.
 */
export interface GetPromptRequestParams {
  _meta: RequestMetaObject;
  /**
   * Name of the prompt.
   */
  name: string;
  /**
   * Values for its arguments.
   */
  arguments?: {
    [k: string]: string;
  };
  inputResponses?: InputResponses;
  /**
   * The state that came with the questions, as it came.
   */
  requestState?: string;
}
/**
 * Asks for the tools of the server, a page at a time.
 */
export interface ListToolsRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'tools/list';
  params: PaginatedRequestParams;
}
/**
 * Asks how an argument may go on.
 */
export interface CompleteRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'completion/complete';
  params: CompleteRequestParams;
}
/**
 * Which argument of what to complete.
 */
export interface CompleteRequestParams {
  _meta: RequestMetaObject;
  /**
   * The prompt or resource template whose argument it is.
   */
  ref: PromptReference | ResourceTemplateReference;
  /**
   * The argument.
   */
  argument: {
    /**
     * Name of the argument.
     */
    name: string;
    /**
     * What has been typed so far.
     */
    value: string;
  };
  /**
   * What else is known.
   */
  context?: {
    /**
     * Arguments that are settled already.
     */
    arguments?: {
      [k: string]: string;
    };
  };
}
/**
 * Names a prompt.
 */
export interface PromptReference {
  /**
   * Kind of reference.
   */
  type: 'ref/prompt';
  /**
   * Name of the prompt in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the prompt for people.
   */
  title?: string;
}
/**
 * Names a resource or a resource template.
 */
export interface ResourceTemplateReference {
  /**
   * Kind of reference.
   */
  type: 'ref/resource';
  /**
   * URI or URI template.
   */
  uri: string;
}
/**
 * How an argument may go on.
 */
export interface CompleteResult {
  _meta?: ResultMetaObject;
  /**
   * The proposals.
   */
  completion: {
    /**
     * Proposals, at most 100.
     *
     * @maxItems 100
     */
    values: string[];
    /**
     * How many there are in all.
     */
    total?: number;
    /**
     * There are more than are given here.
     */
    hasMore?: boolean;
  };
  resultType: ResultType;
}
/**
 * The answer to `completion/complete`.
 */
export interface CompleteResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: CompleteResult;
}
/**
 * Why a request could not be answered with a result.
 */
export interface Error {
  /**
   * What kind of error it is.
   */
  code: number;
  /**
   * The error in one short sentence.
   */
  message: string;
  /**
   * Anything more that the sender wants to say.
   */
  data?: Json;
}
/**
 * The revisions and capabilities of the server.
 */
export interface DiscoverResult {
  _meta?: ResultMetaObject;
  resultType: ResultType;
  /**
   * How many milliseconds it stays fresh; 0 is stale at once.
   */
  ttlMs: number;
  /**
   * Whether caches that several users share may keep it.
   */
  cacheScope: 'public' | 'private';
  /**
   * Revisions that the server speaks.
   */
  supportedVersions: string[];
  capabilities: ServerCapabilities;
  /**
   * How to use the server, for the model.
   */
  instructions?: string;
}
/**
 * What a server offers to a client.
 */
export interface ServerCapabilities {
  /**
   * Capabilities outside the standard, by name.
   */
  experimental?: {
    /**
     * Settings of the capability.
     */
    [k: string]: JsonObject;
  };
  /**
   * The server sends log messages.
   */
  logging?: JsonObject;
  /**
   * The server completes arguments.
   */
  completions?: JsonObject;
  /**
   * The server has prompts.
   */
  prompts?: {
    /**
     * The server says when its prompts change.
     */
    listChanged?: boolean;
  };
  /**
   * The server has resources.
   */
  resources?: {
    /**
     * Changes of single resources can be subscribed to.
     */
    subscribe?: boolean;
    /**
     * The server says when its list of resources changes.
     */
    listChanged?: boolean;
  };
  /**
   * The server has tools.
   */
  tools?: {
    /**
     * The server says when its tools change.
     */
    listChanged?: boolean;
  };
  /**
   * Extensions of the protocol that are supported, by identifier.
   */
  extensions?: {
    /**
     * Settings of the extension.
     */
    [k: string]: JsonObject;
  };
}
/**
 * The answer to `server/discover`.
 */
export interface DiscoverResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: DiscoverResult;
}
/**
 * A prompt, filled in.
 */
export interface GetPromptResult {
  _meta?: ResultMetaObject;
  /**
   * What it is for.
   */
  description?: string;
  /**
   * Its messages.
   */
  messages: PromptMessage[];
  resultType: ResultType;
}
/**
 * One message of a prompt.
 */
export interface PromptMessage {
  role: Role;
  content: ContentBlock;
}
/**
 * The answer to `prompts/get`.
 */
export interface GetPromptResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The result, or what is needed first.
   */
  result: InputRequiredResult | GetPromptResult;
}
/**
 * Asks where a task stands.
 */
export interface GetTaskRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'tasks/get';
  /**
   * Which task.
   */
  params: RequestParams & {
    /**
     * Id of the task.
     */
    taskId: string;
  };
}
/**
 * A header of the HTTP request is missing, can't be read, or contradicts the body.
 */
export interface HeaderMismatchError {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * Id of the request. Null, or absent, where it could not be read.
   */
  id?: RequestId | null;
  /**
   * The error.
   */
  error: Error & {
    /**
     * The code.
     */
    code?: -32020;
  };
}
/**
 * Pictures that a thing may have.
 */
export interface Icons {
  /**
   * Pictures of the thing, in one or more sizes.
   */
  icons?: Icon[];
}
/**
 * What a request carries that is sent again with answers.
 */
export interface InputResponseRequestParams {
  _meta: RequestMetaObject;
  inputResponses?: InputResponses;
  /**
   * The state that came with the questions, as it came.
   */
  requestState?: string;
}
/**
 * The receiver failed while it answered.
 */
export interface InternalError {
  /**
   * The code.
   */
  code: -32603;
  /**
   * What went wrong, in one sentence.
   */
  message: string;
  /**
   * More about it.
   */
  data?: Json;
}
/**
 * The parameters do not fit.
 */
export interface InvalidParamsError {
  /**
   * The code.
   */
  code: -32602;
  /**
   * What went wrong, in one sentence.
   */
  message: string;
  /**
   * More about it.
   */
  data?: Json;
}
/**
 * The JSON was no request.
 */
export interface InvalidRequestError {
  /**
   * The code.
   */
  code: -32600;
  /**
   * What went wrong, in one sentence.
   */
  message: string;
  /**
   * More about it.
   */
  data?: Json;
}
/**
 * Any JSON object.
 */
export interface JSONObject {
  [k: string]: JSONValue;
}
/**
 * The answer to a request that failed, or to a message that could not be read.
 */
export interface JSONRPCErrorResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * Id of the request. Null, or absent, where it could not be read.
   */
  id?: RequestId | null;
  error: Error;
}
/**
 * A message that wants an answer.
 */
export interface JSONRPCRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: string;
  /**
   * Its parameters.
   */
  params?: JsonObject;
}
/**
 * A message that gets no answer.
 */
export interface JSONRPCNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: string;
  /**
   * Its parameters.
   */
  params?: JsonObject;
}
/**
 * The answer to a request that went well.
 */
export interface JSONRPCResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: Result;
}
/**
 * One page of prompts.
 */
export interface ListPromptsResult {
  _meta?: ResultMetaObject;
  /**
   * The prompts.
   */
  prompts: Prompt[];
  /**
   * Where the next page begins. Left out on the last page.
   */
  nextCursor?: string;
  resultType: ResultType;
  /**
   * How many milliseconds it stays fresh; 0 is stale at once.
   */
  ttlMs: number;
  /**
   * Whether caches that several users share may keep it.
   */
  cacheScope: 'public' | 'private';
}
/**
 * A prompt that the server has ready.
 */
export interface Prompt {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Name of the prompt in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the prompt for people.
   */
  title?: string;
  /**
   * What it is good for.
   */
  description?: string;
  /**
   * The values that it takes.
   */
  arguments?: PromptArgument[];
  /**
   * Pictures of the prompt, in one or more sizes.
   */
  icons?: Icon[];
}
/**
 * A value that a prompt takes.
 */
export interface PromptArgument {
  /**
   * Name of the argument in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the argument for people.
   */
  title?: string;
  /**
   * What it is for.
   */
  description?: string;
  /**
   * Whether it must be given.
   */
  required?: boolean;
}
/**
 * The answer to `prompts/list`.
 */
export interface ListPromptsResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: ListPromptsResult;
}
/**
 * One page of resource templates.
 */
export interface ListResourceTemplatesResult {
  _meta?: ResultMetaObject;
  /**
   * The templates.
   */
  resourceTemplates: ResourceTemplate[];
  /**
   * Where the next page begins. Left out on the last page.
   */
  nextCursor?: string;
  resultType: ResultType;
  /**
   * How many milliseconds it stays fresh; 0 is stale at once.
   */
  ttlMs: number;
  /**
   * Whether caches that several users share may keep it.
   */
  cacheScope: 'public' | 'private';
}
/**
 * A family of resources whose URIs follow a template.
 */
export interface ResourceTemplate {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Name of the template in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the template for people.
   */
  title?: string;
  /**
   * URI template (RFC 6570).
   */
  uriTemplate: string;
  /**
   * What the resources are, for the model.
   */
  description?: string;
  /**
   * MIME type of all its resources, where they share one.
   */
  mimeType?: string;
  /**
   * Pictures of the template, in one or more sizes.
   */
  icons?: Icon[];
  annotations?: Annotations;
}
/**
 * The answer to `resources/templates/list`.
 */
export interface ListResourceTemplatesResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: ListResourceTemplatesResult;
}
/**
 * One page of resources.
 */
export interface ListResourcesResult {
  _meta?: ResultMetaObject;
  /**
   * The resources.
   */
  resources: Resource[];
  /**
   * Where the next page begins. Left out on the last page.
   */
  nextCursor?: string;
  resultType: ResultType;
  /**
   * How many milliseconds it stays fresh; 0 is stale at once.
   */
  ttlMs: number;
  /**
   * Whether caches that several users share may keep it.
   */
  cacheScope: 'public' | 'private';
}
/**
 * Something that a server lets clients read.
 */
export interface Resource {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * Name of the resource in programs; shown where there is no title.
   */
  name: string;
  /**
   * Name of the resource for people.
   */
  title?: string;
  /**
   * URI of the resource.
   */
  uri: string;
  /**
   * What it holds, for the model.
   */
  description?: string;
  /**
   * Its MIME type, if known.
   */
  mimeType?: string;
  /**
   * Its size in bytes before any encoding, if known.
   */
  size?: number;
  /**
   * Pictures of the resource, in one or more sizes.
   */
  icons?: Icon[];
  annotations?: Annotations;
}
/**
 * The answer to `resources/list`.
 */
export interface ListResourcesResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: ListResourcesResult;
}
/**
 * One page of tools.
 */
export interface ListToolsResult {
  _meta?: ResultMetaObject;
  /**
   * The tools.
   */
  tools: Tool[];
  /**
   * Where the next page begins. Left out on the last page.
   */
  nextCursor?: string;
  resultType: ResultType;
  /**
   * How many milliseconds it stays fresh; 0 is stale at once.
   */
  ttlMs: number;
  /**
   * Whether caches that several users share may keep it.
   */
  cacheScope: 'public' | 'private';
}
/**
 * The answer to `tools/list`.
 */
export interface ListToolsResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: ListToolsResult;
}
/**
 * Hands a log message to the client.
 */
export interface LoggingMessageNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/message';
  params: LoggingMessageNotificationParams;
}
/**
 * A log message.
 */
export interface LoggingMessageNotificationParams {
  _meta?: NotificationMetaObject;
  level: LoggingLevel;
  /**
   * Name of the logger.
   */
  logger?: string;
  /**
   * What is logged: any JSON value.
   */
  data: Json;
}
/**
 * The receiver has no such method, or did not advertise what the method needs.
 */
export interface MethodNotFoundError {
  /**
   * The code.
   */
  code: -32601;
  /**
   * What went wrong, in one sentence.
   */
  message: string;
  /**
   * More about it.
   */
  data?: Json;
}
/**
 * The request needs something that the client did not say it can do.
 */
export interface MissingRequiredClientCapabilityError {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * Id of the request. Null, or absent, where it could not be read.
   */
  id?: RequestId | null;
  /**
   * The error.
   */
  error: Error & {
    /**
     * The code.
     */
    code?: -32021;
    /**
     * What is missing.
     */
    data: {
      requiredCapabilities: ClientCapabilities;
    };
  };
}
/**
 * What all notifications have in common, apart from the envelope.
 */
export interface Notification {
  /**
   * The method.
   */
  method: string;
  /**
   * Its parameters.
   */
  params?: JsonObject;
}
/**
 * What the parameters of any notification may hold.
 */
export interface NotificationParams {
  _meta?: NotificationMetaObject;
}
/**
 * A request for one page of a list.
 */
export interface PaginatedRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: string;
  params: PaginatedRequestParams;
}
/**
 * One page of a list.
 */
export interface PaginatedResult {
  _meta?: ResultMetaObject;
  /**
   * Where the next page begins. Left out on the last page.
   */
  nextCursor?: string;
  resultType: ResultType;
}
/**
 * The text was no JSON.
 */
export interface ParseError {
  /**
   * The code.
   */
  code: -32700;
  /**
   * What went wrong, in one sentence.
   */
  message: string;
  /**
   * More about it.
   */
  data?: Json;
}
/**
 * Says how far a long request has come.
 */
export interface ProgressNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/progress';
  params: ProgressNotificationParams;
}
/**
 * How far a request has come.
 */
export interface ProgressNotificationParams {
  _meta?: NotificationMetaObject;
  progressToken: ProgressToken;
  /**
   * How far it is; it rises each time.
   */
  progress: number;
  /**
   * Where it will end, if known.
   */
  total?: number;
  /**
   * What is being done.
   */
  message?: string;
}
/**
 * Says that the list of prompts is another one now.
 */
export interface PromptListChangedNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/prompts/list_changed';
  params?: NotificationParams;
}
/**
 * The contents of a resource, in one or more parts.
 */
export interface ReadResourceResult {
  _meta?: ResultMetaObject;
  /**
   * The parts.
   */
  contents: (TextResourceContents | BlobResourceContents)[];
  resultType: ResultType;
  /**
   * How many milliseconds it stays fresh; 0 is stale at once.
   */
  ttlMs: number;
  /**
   * Whether caches that several users share may keep it.
   */
  cacheScope: 'public' | 'private';
}
/**
 * The answer to `resources/read`.
 */
export interface ReadResourceResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The result, or what is needed first.
   */
  result: InputRequiredResult | ReadResourceResult;
}
/**
 * What all requests have in common, apart from the envelope.
 */
export interface Request {
  /**
   * The method.
   */
  method: string;
  /**
   * Its parameters.
   */
  params?: JsonObject;
}
/**
 * What all contents of resources have in common.
 */
export interface ResourceContents {
  /**
   * Metadata under prefixed keys, for the protocol itself and for extensions.
   */
  _meta?: JsonObject;
  /**
   * URI of the resource.
   */
  uri: string;
  /**
   * MIME type of the resource, if known.
   */
  mimeType?: string;
}
/**
 * Says that the list of resources is another one now.
 */
export interface ResourceListChangedNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/resources/list_changed';
  params?: NotificationParams;
}
/**
 * What requests about one resource have in common.
 */
export interface ResourceRequestParams {
  _meta: RequestMetaObject;
  /**
   * URI of the resource; the server decides what it means.
   */
  uri: string;
}
/**
 * Says that a resource changed to which the client subscribed.
 */
export interface ResourceUpdatedNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/resources/updated';
  params: ResourceUpdatedNotificationParams;
}
/**
 * Which resource changed.
 */
export interface ResourceUpdatedNotificationParams {
  _meta?: NotificationMetaObject;
  /**
   * URI of what changed; it may lie below the subscribed resource.
   */
  uri: string;
}
/**
 * The first message of a subscription: which notifications will come.
 */
export interface SubscriptionsAcknowledgedNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/subscriptions/acknowledged';
  params: SubscriptionsAcknowledgedNotificationParams;
}
/**
 * Which of the wanted notifications will come.
 */
export interface SubscriptionsAcknowledgedNotificationParams {
  _meta?: NotificationMetaObject;
  notifications: SubscriptionFilter;
}
/**
 * Says that the list of tools is another one now.
 */
export interface ToolListChangedNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/tools/list_changed';
  params?: NotificationParams;
}
/**
 * Ends a subscription on the side of the server.
 */
export interface SubscriptionsListenResult {
  _meta: SubscriptionsListenResultMetaObject;
  resultType: ResultType;
}
/**
 * Metadata of the result that ends a subscription: which one.
 */
export interface SubscriptionsListenResultMetaObject {
  'io.modelcontextprotocol/serverInfo'?: Implementation;
  'io.modelcontextprotocol/subscriptionId': RequestId;
  [k: string]: unknown;
}
/**
 * The answer to `subscriptions/listen`, which ends the subscription.
 */
export interface SubscriptionsListenResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  result: SubscriptionsListenResult;
}
/**
 * Says that a task changed. It need not be sent.
 */
export interface TaskStatusNotification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: 'notifications/tasks';
  params: TaskStatusNotificationParams;
}
/**
 * The server does not speak the revision of the request.
 */
export interface UnsupportedProtocolVersionError {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * Id of the request. Null, or absent, where it could not be read.
   */
  id?: RequestId | null;
  /**
   * The error.
   */
  error: Error & {
    /**
     * The code.
     */
    code?: -32022;
    /**
     * What was asked for, and what there is.
     */
    data: {
      /**
       * Revisions that the server speaks.
       */
      supported: string[];
      /**
       * The revision of the request.
       */
      requested: string;
    };
  };
}
/**
 * Brings what a task wanted of the client.
 */
export interface UpdateTaskRequest {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: RequestId;
  /**
   * The method.
   */
  method: 'tasks/update';
  /**
   * Which task.
   */
  params: RequestParams & {
    /**
     * Id of the task.
     */
    taskId: string;
    inputResponses: InputResponses;
  };
}
/**
 * A success that has nothing to say.
 */
export type EmptyResult = Result;
