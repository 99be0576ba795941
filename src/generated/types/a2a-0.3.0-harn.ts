// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * A way to sign in. `type` says which.
 */
export type SecurityScheme =
  | APIKeySecurityScheme
  | HTTPAuthSecurityScheme
  | OAuth2SecurityScheme
  | OpenIdConnectSecurityScheme
  | MutualTLSSecurityScheme;
/**
 * Where a task stands. Of the names of A2A, canceled has two l here, and unknown is none.
 */
export type HarnTaskState =
  'submitted' | 'working' | 'input-required' | 'auth-required' | 'completed' | 'failed' | 'cancelled' | 'rejected';
/**
 * A piece of a message or of an artifact. `kind` says which.
 */
export type Part = TextPart | FilePart | DataPart;
/**
 * A piece of a message whose kind stands in `type`.
 */
export type OlderPart =
  | {
      /**
       * Kind of part.
       */
      type: 'text';
      /**
       * The text.
       */
      text: string;
      /**
       * Data of the sender or of extensions, under keys of their own.
       */
      metadata?: JsonObject;
    }
  | {
      /**
       * Kind of part.
       */
      type: 'file';
      /**
       * The file.
       */
      file: FileWithBytes | FileWithUri;
      /**
       * Data of the sender or of extensions, under keys of their own.
       */
      metadata?: JsonObject;
    }
  | {
      /**
       * Kind of part.
       */
      type: 'data';
      /**
       * The object.
       */
      data: JsonObject;
      /**
       * Data of the sender or of extensions, under keys of their own.
       */
      metadata?: JsonObject;
    };
/**
 * How the client wants its message to be answered.
 */
export type SendConfiguration = MessageSendConfiguration & {
  /**
   * Whether the answer comes before the task ends. Where it contradicts `blocking`, this one counts.
   */
  returnImmediately?: boolean;
};
/**
 * What a query reads or an update brings: any JSON; null where there is nothing of that name.
 */
export type WorkflowValue = Json;
/**
 * Every webhook that is set for one task.
 */
export type TaskPushNotificationConfigList = TaskPushNotificationConfig[];
/**
 * There is nothing to say but that it was done.
 */
export type NullResult = null;

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
 * A key that goes with every request.
 */
export interface APIKeySecurityScheme {
  /**
   * Type of scheme.
   */
  type: 'apiKey';
  /**
   * Where it goes.
   */
  in: 'cookie' | 'header' | 'query';
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
 * A scheme of HTTP authentication.
 */
export interface HTTPAuthSecurityScheme {
  /**
   * Type of scheme.
   */
  type: 'http';
  /**
   * The scheme in the Authorization header, such as bearer.
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
 * OAuth 2.0 with a code.
 */
export interface AuthorizationCodeOAuthFlow {
  /**
   * Where the user agrees.
   */
  authorizationUrl: string;
  /**
   * Where tokens come from.
   */
  tokenUrl: string;
  /**
   * Where tokens are renewed.
   */
  refreshUrl?: string;
  /**
   * Scopes by name, each with what it is for.
   */
  scopes: {
    [k: string]: string;
  };
}
/**
 * OAuth 2.0 with credentials of the client.
 */
export interface ClientCredentialsOAuthFlow {
  /**
   * Where tokens come from.
   */
  tokenUrl: string;
  /**
   * Where tokens are renewed.
   */
  refreshUrl?: string;
  /**
   * Scopes by name, each with what it is for.
   */
  scopes: {
    [k: string]: string;
  };
}
/**
 * OAuth 2.0 with a token in the redirect.
 */
export interface ImplicitOAuthFlow {
  /**
   * Where the user agrees.
   */
  authorizationUrl: string;
  /**
   * Where tokens are renewed.
   */
  refreshUrl?: string;
  /**
   * Scopes by name, each with what it is for.
   */
  scopes: {
    [k: string]: string;
  };
}
/**
 * OAuth 2.0 with the password of the user.
 */
export interface PasswordOAuthFlow {
  /**
   * Where tokens come from.
   */
  tokenUrl: string;
  /**
   * Where tokens are renewed.
   */
  refreshUrl?: string;
  /**
   * Scopes by name, each with what it is for.
   */
  scopes: {
    [k: string]: string;
  };
}
/**
 * The flows of OAuth 2.0 that may be used.
 */
export interface OAuthFlows {
  authorizationCode?: AuthorizationCodeOAuthFlow;
  clientCredentials?: ClientCredentialsOAuthFlow;
  implicit?: ImplicitOAuthFlow;
  password?: PasswordOAuthFlow;
}
/**
 * Sign-in by OAuth 2.0.
 */
export interface OAuth2SecurityScheme {
  /**
   * Type of scheme.
   */
  type: 'oauth2';
  flows: OAuthFlows;
  /**
   * Where the metadata of the authorization server is (RFC 8414).
   */
  oauth2MetadataUrl?: string;
  /**
   * What it is for, for people.
   */
  description?: string;
}
/**
 * Sign-in by OpenID Connect.
 */
export interface OpenIdConnectSecurityScheme {
  /**
   * Type of scheme.
   */
  type: 'openIdConnect';
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
export interface MutualTLSSecurityScheme {
  /**
   * Type of scheme.
   */
  type: 'mutualTLS';
  /**
   * What it is for, for people.
   */
  description?: string;
}
/**
 * Schemes that a client has to use together: the name of each, and the scopes that it needs there.
 */
export interface SecurityRequirement {
  [k: string]: string[];
}
/**
 * Something that the agent can do.
 */
export interface AgentSkill {
  /**
   * Its id, unique in the card.
   */
  id: string;
  /**
   * Its name, for people.
   */
  name: string;
  /**
   * What it does, for people and models.
   */
  description: string;
  /**
   * Keywords.
   */
  tags: string[];
  /**
   * Things that one may say to use it.
   */
  examples?: string[];
  /**
   * Media types that it takes, in place of those of the card.
   */
  inputModes?: string[];
  /**
   * Media types that it gives, in place of those of the card.
   */
  outputModes?: string[];
  /**
   * What a client needs to use it; one of these suffices.
   */
  security?: SecurityRequirement[];
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
 * What an agent says of itself: what it can do, where it is, and how to reach it.
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
   * What it does, for people and models.
   */
  description: string;
  /**
   * Its address, where it speaks its preferred transport.
   */
  url: string;
  /**
   * The transport at `url`; JSONRPC where it is left out.
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
  security?: SecurityRequirement[];
  /**
   * Media types that its skills take.
   */
  defaultInputModes: string[];
  /**
   * Media types that its skills give.
   */
  defaultOutputModes: string[];
  /**
   * What it can do.
   */
  skills: AgentSkill[];
  /**
   * Whether those who sign in get a card that says more.
   */
  supportsAuthenticatedExtendedCard?: boolean;
  /**
   * Signatures over this card.
   */
  signatures?: AgentCardSignature[];
}
export interface HarnAgentCard {
  /**
   * Signatures over this card, where it is signed.
   */
  signatures?: SignatureEnvelope[];
}
/**
 * A signature over the card by HS256, whose payload is the card without its signatures.
 */
export interface SignatureEnvelope {
  /**
   * The protected header, JSON in base64url without padding.
   */
  protected: string;
  /**
   * The signature in base64url without padding.
   */
  signature: string;
}
/**
 * On a stream: where the task stands now. What a human is asked stands in `metadata.hitl`, or in a data part of the message of the status.
 */
export interface HarnStatusUpdateEvent {
  /**
   * Kind of event.
   */
  kind: 'status-update';
  /**
   * The task.
   */
  taskId: string;
  /**
   * The conversation that it belongs to.
   */
  contextId: string;
  status: HarnTaskStatus;
  /**
   * Whether this stream ends here.
   */
  final: boolean;
  /**
   * Data of the agent.
   */
  metadata?: {
    hitl?: HitlRequest;
  };
}
/**
 * Where a task stands, since when, and what the agent says about it.
 */
export interface HarnTaskStatus {
  state: HarnTaskState;
  message?: Message;
  /**
   * Since when, in ISO 8601.
   */
  timestamp?: string;
}
/**
 * One thing that the user or the agent says.
 */
export interface Message {
  /**
   * Tells it from a task.
   */
  kind: 'message';
  /**
   * Its id, made by the sender.
   */
  messageId: string;
  /**
   * Who says it.
   */
  role: 'agent' | 'user';
  /**
   * What is said.
   */
  parts: Part[];
  /**
   * The conversation that it belongs to.
   */
  contextId?: string;
  /**
   * The task that it belongs to.
   */
  taskId?: string;
  /**
   * Other tasks that it refers to.
   */
  referenceTaskIds?: string[];
  /**
   * URIs of the extensions that had a part in it.
   */
  extensions?: string[];
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A piece of text.
 */
export interface TextPart {
  /**
   * Kind of part.
   */
  kind: 'text';
  /**
   * The text.
   */
  text: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A file, whole or by its address.
 */
export interface FilePart {
  /**
   * Kind of part.
   */
  kind: 'file';
  /**
   * The file.
   */
  file: FileWithBytes | FileWithUri;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A file whose content stands in the message.
 */
export interface FileWithBytes {
  /**
   * The content in base64.
   */
  bytes: string;
  /**
   * Name of the file.
   */
  name?: string;
  /**
   * Its media type.
   */
  mimeType?: string;
}
/**
 * A file that is to be fetched.
 */
export interface FileWithUri {
  /**
   * Where it is.
   */
  uri: string;
  /**
   * Name of the file.
   */
  name?: string;
  /**
   * Its media type.
   */
  mimeType?: string;
}
/**
 * A JSON object, such as a form or the values for one.
 */
export interface DataPart {
  /**
   * Kind of part.
   */
  kind: 'data';
  /**
   * The object.
   */
  data: JsonObject;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * What a task that waits for a human wants to know.
 */
export interface HitlRequest {
  /**
   * Its id.
   */
  requestId?: string;
  /**
   * What is asked: a question, an approval, a dual control, an escalation.
   */
  kind?: string;
  /**
   * The question itself.
   */
  payload: Json;
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
  parts: Part[];
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
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A function that runs for a caller, with all that came of it so far.
 */
export interface HarnTask {
  /**
   * Tells it from a message.
   */
  kind: 'task';
  /**
   * Its id.
   */
  id: string;
  /**
   * The conversation that it belongs to.
   */
  contextId: string;
  status: HarnTaskStatus;
  /**
   * What was said about it.
   */
  history?: Message[];
  /**
   * What was made for it.
   */
  artifacts?: Artifact[];
  metadata?: HarnTaskMetadata;
}
/**
 * What a function handed on beside its result. It is there only where there was something.
 */
export interface HarnTaskMetadata {
  /**
   * Ids of the handoffs.
   */
  handoff_ids?: string[];
  /**
   * The handoffs themselves.
   */
  handoffs?: JsonObject[];
}
/**
 * A message as the guide of Harn shows it: without a kind, and the id may be left out.
 */
export interface OlderMessage {
  /**
   * Who says it.
   */
  role: 'user' | 'agent';
  /**
   * What is said, in either form.
   */
  parts: (OlderPart | Part)[];
  /**
   * Its id.
   */
  id?: string;
  /**
   * Its id.
   */
  messageId?: string;
  /**
   * The conversation that it belongs to.
   */
  contextId?: string;
  /**
   * The task that it belongs to.
   */
  taskId?: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * The schemes that a webhook takes, and credentials for it.
 */
export interface PushNotificationAuthenticationInfo {
  /**
   * HTTP authentication schemes, such as Bearer.
   */
  schemes: string[];
  /**
   * Credentials for one of them.
   */
  credentials?: string;
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
   * Its id; a task may have several.
   */
  id?: string;
  /**
   * A token that the server sends along, so that the client knows it.
   */
  token?: string;
  authentication?: PushNotificationAuthenticationInfo;
}
/**
 * How the client wants its message to be answered.
 */
export interface MessageSendConfiguration {
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
  pushNotificationConfig?: PushNotificationConfig;
}
/**
 * A message for one of the functions that the agent exports.
 */
export interface SendParams {
  /**
   * The message, in the form of A2A or in the older one.
   */
  message: Message | OlderMessage;
  /**
   * The function that is to run. It may be left out where there is only one.
   */
  function?: string;
  configuration?: SendConfiguration;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * None are needed.
 */
export interface TaskListParams {}
/**
 * The answer to tasks/list, which A2A 0.3.0 does not have.
 */
export interface TaskSummaries {
  /**
   * The tasks.
   */
  tasks: {
    /**
     * The task.
     */
    id: string;
    status: HarnTaskStatus;
    /**
     * The conversation that it belongs to.
     */
    contextId?: string;
  }[];
}
/**
 * Names a workflow, and what is sent to it or asked of it.
 */
export interface WorkflowParams {
  /**
   * The workflow.
   */
  workflowId: string;
  /**
   * Name of the signal, query or update.
   */
  name?: string;
  /**
   * What goes with it.
   */
  payload?: Json;
  /**
   * Of an update: how long its answer is waited for, in milliseconds.
   */
  timeoutMs?: number;
}
/**
 * What was put into the mailbox of the workflow.
 */
export interface WorkflowSignalResult {
  /**
   * The workflow.
   */
  workflow_id?: string;
  /**
   * The message in the mailbox.
   */
  message?: JsonObject;
  status?: WorkflowStatus;
}
/**
 * Where a workflow stands.
 */
export interface WorkflowStatus {
  /**
   * The workflow.
   */
  workflow_id?: string;
  /**
   * Whether it is paused.
   */
  paused?: boolean;
}
/**
 * On a stream: an artifact, or more of one.
 */
export interface TaskArtifactUpdateEvent {
  /**
   * Kind of event.
   */
  kind: 'artifact-update';
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
   * Data of the sender or of extensions, under keys of their own.
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
 * A webhook and the task that it hears of.
 */
export interface TaskPushNotificationConfig {
  /**
   * The task.
   */
  taskId: string;
  pushNotificationConfig: PushNotificationConfig;
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
/**
 * The path says it all.
 */
export interface NoParams {}
