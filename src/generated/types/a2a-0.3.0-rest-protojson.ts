// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * A body that says only that it was done.
 */
export type Empty = JsonObject | null;
/**
 * Why a request failed. It is in no message of the protocol, so it has the forms that it has elsewhere.
 */
export type ErrorBody = ErrorEnvelope | JSONRPCError;
/**
 * Who says it.
 */
export type Role = 'ROLE_USER' | 'ROLE_AGENT';
/**
 * Where a task stands. The state that is called canceled elsewhere has two l here, and unknown is called unspecified.
 */
export type TaskState =
  | 'TASK_STATE_UNSPECIFIED'
  | 'TASK_STATE_SUBMITTED'
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_FAILED'
  | 'TASK_STATE_CANCELLED'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_REJECTED'
  | 'TASK_STATE_AUTH_REQUIRED';
/**
 * The tasks that the caller may see.
 */
export type TaskList = Task[];

/**
 * A key that goes with every request.
 */
export interface APIKeySecurityScheme {
  /**
   * Where it goes.
   */
  location: 'cookie' | 'header' | 'query';
  /**
   * Name of the header, cookie or query parameter.
   */
  name: string;
  /**
   * What it is for, for people.
   */
  description?: string;
}
/**
 * An address of the agent, and the transport that it speaks there.
 */
export interface AgentInterface {
  /**
   * The address.
   */
  url: string;
  /**
   * The transport: JSONRPC, GRPC, HTTP+JSON or another.
   */
  transport: string;
}
/**
 * Who runs the agent.
 */
export interface AgentProvider {
  /**
   * Name of the organization.
   */
  organization: string;
  /**
   * Its web site.
   */
  url: string;
}
/**
 * An extension of the protocol that the agent has.
 */
export interface AgentExtension {
  /**
   * The URI that names it.
   */
  uri: string;
  /**
   * What the agent does with it, for people.
   */
  description?: string;
  /**
   * Whether a client must use it.
   */
  required?: boolean;
  /**
   * Its settings.
   */
  params?: JsonObject;
}
/**
 * The optional parts of the protocol that the agent has.
 */
export interface AgentCapabilities {
  /**
   * Whether it has streams.
   */
  streaming?: boolean;
  /**
   * Whether it posts to webhooks.
   */
  pushNotifications?: boolean;
  /**
   * Whether it tells how a task came to its state.
   */
  stateTransitionHistory?: boolean;
  /**
   * The extensions that it has.
   */
  extensions?: AgentExtension[];
}
/**
 * A signature over the card, as a JSON Web Signature (RFC 7515).
 */
export interface AgentCardSignature {
  /**
   * The protected header, JSON in base64url.
   */
  protected: string;
  /**
   * The signature in base64url.
   */
  signature: string;
  /**
   * The header that is not protected.
   */
  header?: JsonObject;
}
/**
 * What an agent says of itself. Empty lists and empty texts are left out.
 */
export interface AgentCard {
  /**
   * Version of the protocol.
   */
  protocolVersion: string;
  /**
   * Name of the agent.
   */
  name: string;
  /**
   * What it does.
   */
  description: string;
  /**
   * Its address.
   */
  url: string;
  /**
   * The transport at `url`.
   */
  preferredTransport?: string;
  /**
   * All addresses and transports.
   */
  additionalInterfaces?: AgentInterface[];
  /**
   * Version of the agent.
   */
  version: string;
  provider?: AgentProvider;
  /**
   * Address of a picture.
   */
  iconUrl?: string;
  /**
   * Address of its documentation.
   */
  documentationUrl?: string;
  capabilities: AgentCapabilities;
  /**
   * How a client may sign in, by name.
   */
  securitySchemes?: {
    [k: string]: SecurityScheme;
  };
  /**
   * What a client needs; one of these suffices.
   */
  security?: Security[];
  /**
   * Media types that its skills take.
   */
  defaultInputModes?: string[];
  /**
   * Media types that its skills give.
   */
  defaultOutputModes?: string[];
  /**
   * What it can do.
   */
  skills?: AgentSkill[];
  /**
   * Whether those who sign in get a card that says more.
   */
  supportsAuthenticatedExtendedCard?: boolean;
  /**
   * Signatures over this card.
   */
  signatures?: AgentCardSignature[];
}
/**
 * A way to sign in, under a name that says which.
 */
export interface SecurityScheme {
  apiKeySecurityScheme?: APIKeySecurityScheme;
  httpAuthSecurityScheme?: HTTPAuthSecurityScheme;
  oauth2SecurityScheme?: OAuth2SecurityScheme;
  openIdConnectSecurityScheme?: OpenIdConnectSecurityScheme;
  mtlsSecurityScheme?: MutualTlsSecurityScheme;
}
/**
 * A scheme of HTTP authentication.
 */
export interface HTTPAuthSecurityScheme {
  /**
   * The scheme in the Authorization header.
   */
  scheme: string;
  /**
   * How the token looks, as a hint.
   */
  bearerFormat?: string;
  /**
   * What it is for, for people.
   */
  description?: string;
}
/**
 * Sign-in by OAuth 2.0.
 */
export interface OAuth2SecurityScheme {
  flows: OAuthFlows;
  /**
   * Where the metadata of the authorization server is.
   */
  oauth2MetadataUrl?: string;
  /**
   * What it is for, for people.
   */
  description?: string;
}
/**
 * The flow of OAuth 2.0 that is to be used.
 */
export interface OAuthFlows {
  authorizationCode?: OAuthFlow;
  clientCredentials?: OAuthFlow;
  implicit?: OAuthFlow;
  password?: OAuthFlow;
}
/**
 * One flow of OAuth 2.0.
 */
export interface OAuthFlow {
  /**
   * Where the user agrees.
   */
  authorizationUrl?: string;
  /**
   * Where tokens come from.
   */
  tokenUrl?: string;
  /**
   * Where tokens are renewed.
   */
  refreshUrl?: string;
  /**
   * Scopes by name; none where it is left out.
   */
  scopes?: {
    [k: string]: string;
  };
}
/**
 * Sign-in by OpenID Connect.
 */
export interface OpenIdConnectSecurityScheme {
  /**
   * Where the discovery document is.
   */
  openIdConnectUrl: string;
  /**
   * What it is for, for people.
   */
  description?: string;
}
/**
 * The client shows a certificate.
 */
export interface MutualTlsSecurityScheme {
  /**
   * What it is for, for people.
   */
  description?: string;
}
/**
 * Schemes that a client has to use together.
 */
export interface Security {
  /**
   * The name of each, and the scopes that it needs there.
   */
  schemes?: {
    [k: string]: StringList;
  };
}
/**
 * A list where a map can not have one as its value.
 */
export interface StringList {
  /**
   * The texts.
   */
  list?: string[];
}
/**
 * Something that the agent can do.
 */
export interface AgentSkill {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * What it does.
   */
  description: string;
  /**
   * Keywords.
   */
  tags?: string[];
  /**
   * Things that one may say to use it.
   */
  examples?: string[];
  /**
   * Media types that it takes.
   */
  inputModes?: string[];
  /**
   * Media types that it gives.
   */
  outputModes?: string[];
  /**
   * What a client needs to use it.
   */
  security?: Security[];
}
/**
 * Something that the agent made for a task.
 */
export interface Artifact {
  /**
   * Its id, unique in the task.
   */
  artifactId: string;
  /**
   * What it consists of.
   */
  parts?: Part[];
  /**
   * Its name, for people.
   */
  name?: string;
  /**
   * What it is, for people.
   */
  description?: string;
  /**
   * URIs of the extensions that had a part in it.
   */
  extensions?: string[];
  /**
   * Data of the sender or of extensions.
   */
  metadata?: JsonObject;
}
/**
 * A piece of a message or of an artifact: exactly one of text, file and data.
 */
export interface Part {
  /**
   * A piece of text.
   */
  text?: string;
  file?: FilePart;
  data?: DataPart;
  /**
   * Data of the sender or of extensions.
   */
  metadata?: JsonObject;
}
/**
 * A file, whole or by its address.
 */
export interface FilePart {
  /**
   * Where it is.
   */
  fileWithUri?: string;
  /**
   * The content in base64.
   */
  fileWithBytes?: string;
  /**
   * Its media type.
   */
  mimeType?: string;
  /**
   * Its name.
   */
  name?: string;
}
/**
 * A JSON object.
 */
export interface DataPart {
  /**
   * The object; empty where it is left out.
   */
  data?: JsonObject;
}
/**
 * The schemes that a webhook takes, and credentials for it.
 */
export interface AuthenticationInfo {
  /**
   * HTTP authentication schemes, such as Bearer.
   */
  schemes?: string[];
  /**
   * Credentials for one of them.
   */
  credentials?: string;
}
/**
 * A webhook for the task that the path names.
 */
export interface CreateTaskPushNotificationConfigRequest {
  config: TaskPushNotificationConfig;
  /**
   * The id that it is to have.
   */
  configId?: string;
  /**
   * tasks/TASK.
   */
  parent?: string;
}
/**
 * A webhook, and by its name the task that it hears of.
 */
export interface TaskPushNotificationConfig {
  /**
   * tasks/TASK/pushNotificationConfigs/WEBHOOK.
   */
  name?: string;
  pushNotificationConfig: PushNotificationConfig;
}
/**
 * A webhook of the client that hears of a task.
 */
export interface PushNotificationConfig {
  /**
   * Where the server posts to.
   */
  url: string;
  /**
   * Its id.
   */
  id?: string;
  /**
   * A token that the server sends along.
   */
  token?: string;
  authentication?: AuthenticationInfo;
}
/**
 * Why a request failed.
 */
export interface JSONRPCError {
  /**
   * What went wrong, as a number.
   */
  code: number;
  /**
   * What went wrong, in a sentence.
   */
  message: string;
  /**
   * More about it.
   */
  data?: Json;
}
/**
 * An error as in a JSON-RPC response, with or without the rest of that response.
 */
export interface ErrorEnvelope {
  error: JSONRPCError;
}
/**
 * The webhooks that are set for one task.
 */
export interface ListTaskPushNotificationConfigResponse {
  /**
   * The webhooks; none where it is left out.
   */
  configs?: TaskPushNotificationConfig[];
  /**
   * Where the next page begins, if there is one.
   */
  nextPageToken?: string;
}
/**
 * One thing that the user or the agent says.
 */
export interface Message {
  /**
   * Its id, made by the sender.
   */
  messageId: string;
  role: Role;
  /**
   * What is said; nothing where it is left out.
   */
  content?: Part[];
  /**
   * The conversation that it belongs to.
   */
  contextId?: string;
  /**
   * The task that it belongs to.
   */
  taskId?: string;
  /**
   * URIs of the extensions that had a part in it.
   */
  extensions?: string[];
  /**
   * Data of the sender or of extensions.
   */
  metadata?: JsonObject;
}
/**
 * How the client wants its message to be answered.
 */
export interface SendMessageConfiguration {
  /**
   * Media types that it takes.
   */
  acceptedOutputModes?: string[];
  /**
   * Whether the answer waits until the task ends or is interrupted.
   */
  blocking?: boolean;
  /**
   * How many of the latest messages the answer shows at most.
   */
  historyLength?: number;
  pushNotification?: PushNotificationConfig;
}
/**
 * A message for the agent.
 */
export interface SendMessageRequest {
  message: Message;
  configuration?: SendMessageConfiguration;
  /**
   * Data of the sender or of extensions.
   */
  metadata?: JsonObject;
}
/**
 * What came of a message: the task or the answer.
 */
export interface SendMessageResponse {
  task?: Task;
  message?: Message;
}
/**
 * A piece of work that the agent has taken on.
 */
export interface Task {
  /**
   * Its id, made by the server.
   */
  id: string;
  /**
   * The conversation that it belongs to.
   */
  contextId: string;
  status: TaskStatus;
  /**
   * What was said about it.
   */
  history?: Message[];
  /**
   * What was made for it.
   */
  artifacts?: Artifact[];
  /**
   * Data of the sender or of extensions.
   */
  metadata?: JsonObject;
}
/**
 * Where a task stands, since when, and what the agent says about it.
 */
export interface TaskStatus {
  state?: TaskState;
  message?: Message;
  /**
   * Since when, in ISO 8601.
   */
  timestamp?: string;
}
/**
 * One event of message:stream or :subscribe.
 */
export interface StreamResponse {
  task?: Task;
  message?: Message;
  statusUpdate?: TaskStatusUpdateEvent;
  artifactUpdate?: TaskArtifactUpdateEvent;
}
/**
 * On a stream: where the task stands now.
 */
export interface TaskStatusUpdateEvent {
  /**
   * The task.
   */
  taskId: string;
  /**
   * The conversation that it belongs to.
   */
  contextId: string;
  status: TaskStatus;
  /**
   * Whether this stream ends here; it does not where it is left out.
   */
  final?: boolean;
  /**
   * Data of the sender or of extensions.
   */
  metadata?: JsonObject;
}
/**
 * On a stream: an artifact, or more of one.
 */
export interface TaskArtifactUpdateEvent {
  /**
   * The task.
   */
  taskId: string;
  /**
   * The conversation that it belongs to.
   */
  contextId: string;
  artifact: Artifact;
  /**
   * Whether its parts come after those that were sent before.
   */
  append?: boolean;
  /**
   * Whether nothing more of it comes.
   */
  lastChunk?: boolean;
  /**
   * Data of the sender or of extensions.
   */
  metadata?: JsonObject;
}
/**
 * Names a task, and how much of its history is wanted.
 */
export interface TaskQueryParams {
  /**
   * The task.
   */
  id: string;
  /**
   * How many of the latest messages the answer shows at most.
   */
  historyLength?: number;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * The path says it all.
 */
export interface NoParams {}
/**
 * Names a task.
 */
export interface TaskIdParams {
  /**
   * The task.
   */
  id: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * Names a webhook of a task.
 */
export interface GetTaskPushNotificationConfigParams {
  /**
   * The task.
   */
  id: string;
  /**
   * The webhook; where it is left out, the only one.
   */
  pushNotificationConfigId?: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * Names the task whose webhooks are wanted.
 */
export interface ListTaskPushNotificationConfigParams {
  /**
   * The task.
   */
  id: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * Names the webhook that is to go.
 */
export interface DeleteTaskPushNotificationConfigParams {
  /**
   * The task.
   */
  id: string;
  /**
   * The webhook.
   */
  pushNotificationConfigId: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
