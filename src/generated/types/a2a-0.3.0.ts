// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** Ties a response to its request. */
export type RequestId = string | number;
/** A piece of a message or of an artifact. `kind` says which. */
export type Part = TextPart | FilePart | DataPart;
/** A way to sign in. `type` says which. */
export type SecurityScheme =
  | APIKeySecurityScheme
  | HTTPAuthSecurityScheme
  | OAuth2SecurityScheme
  | OpenIdConnectSecurityScheme
  | MutualTLSSecurityScheme;
/** Where a task stands. completed, canceled, failed and rejected are the end of it; input-required and auth-required wait for the client. */
export type TaskState =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'completed'
  | 'canceled'
  | 'failed'
  | 'rejected'
  | 'auth-required'
  | 'unknown';
/** There is nothing to say but that it was done. */
export type NullResult = null;
/** Every webhook that is set for one task. */
export type TaskPushNotificationConfigList = TaskPushNotificationConfig[];
/** A message for the agent. */
export type MessageSendParams = {
  message: Message;
  configuration?: MessageSendConfiguration;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** One thing that the user or the agent says. */
export type Message = {
  /** Tells it from a task. */
  kind: 'message';
  /** Its id, made by the sender. */
  messageId: string;
  /** Who says it. */
  role: 'agent' | 'user';
  /** What is said. */
  parts: Part[];
  /** The conversation that it belongs to. */
  contextId?: string;
  /** The task that it belongs to. */
  taskId?: string;
  /** Other tasks that it refers to. */
  referenceTaskIds?: string[];
  /** URIs of the extensions that had a part in it. */
  extensions?: string[];
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** A piece of text. */
export type TextPart = {
  /** Kind of part. */
  kind: 'text';
  /** The text. */
  text: string;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** A file, whole or by its address. */
export type FilePart = {
  /** Kind of part. */
  kind: 'file';
  /** The file. */
  file: FileWithBytes | FileWithUri;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** A file whose content stands in the message. */
export type FileWithBytes = {
  /** The content in base64. */
  bytes: string;
  /** Name of the file. */
  name?: string;
  /** Its media type. */
  mimeType?: string;
};
/** A file that is to be fetched. */
export type FileWithUri = {
  /** Where it is. */
  uri: string;
  /** Name of the file. */
  name?: string;
  /** Its media type. */
  mimeType?: string;
};
/** A JSON object, such as a form or the values for one. */
export type DataPart = {
  /** Kind of part. */
  kind: 'data';
  /** The object. */
  data: JsonObject;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** How the client wants its message to be answered. */
export type MessageSendConfiguration = {
  /** Media types that it takes. */
  acceptedOutputModes?: string[];
  /** Whether the answer waits until the task ends or is interrupted. */
  blocking?: boolean;
  /** How many of the latest messages the answer shows at most. */
  historyLength?: number;
  pushNotificationConfig?: PushNotificationConfig;
};
/** A webhook of the client that hears of a task. */
export type PushNotificationConfig = {
  /** Where the server posts to. */
  url: string;
  /** Its id; a task may have several. */
  id?: string;
  /** A token that the server sends along, so that the client knows it. */
  token?: string;
  authentication?: PushNotificationAuthenticationInfo;
};
/** The schemes that a webhook takes, and credentials for it. */
export type PushNotificationAuthenticationInfo = {
  /** HTTP authentication schemes, such as Bearer. */
  schemes: string[];
  /** Credentials for one of them. */
  credentials?: string;
};
/** Names a task, and how much of its history is wanted. */
export type TaskQueryParams = {
  /** The task. */
  id: string;
  /** How many of the latest messages the answer shows at most. */
  historyLength?: number;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** Names a task. */
export type TaskIdParams = {
  /** The task. */
  id: string;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** A webhook and the task that it hears of. */
export type TaskPushNotificationConfig = {
  /** The task. */
  taskId: string;
  pushNotificationConfig: PushNotificationConfig;
};
/** Reads a webhook of a task. */
export type GetTaskPushNotificationConfigRequest = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0';
  id: RequestId;
  /** The method. */
  method: 'tasks/pushNotificationConfig/get';
  /** The task, and which webhook of it. */
  params: TaskIdParams | GetTaskPushNotificationConfigParams;
};
/** Names a webhook of a task. */
export type GetTaskPushNotificationConfigParams = {
  /** The task. */
  id: string;
  /** The webhook; where it is left out, the only one. */
  pushNotificationConfigId?: string;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** Names the task whose webhooks are wanted. */
export type ListTaskPushNotificationConfigParams = {
  /** The task. */
  id: string;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** Names the webhook that is to go. */
export type DeleteTaskPushNotificationConfigParams = {
  /** The task. */
  id: string;
  /** The webhook. */
  pushNotificationConfigId: string;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** Reads the card for those who have signed in. */
export type GetAuthenticatedExtendedCardRequest = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0';
  id: RequestId;
  /** The method. */
  method: 'agent/getAuthenticatedExtendedCard';
  /** The method takes none; whatever is sent is not looked at. */
  params?: Json;
};
/** A key that goes with every request. */
export type APIKeySecurityScheme = {
  /** Type of scheme. */
  type: 'apiKey';
  /** Where it goes. */
  in: 'cookie' | 'header' | 'query';
  /** Name of the header, cookie or query parameter. */
  name: string;
  /** What it is for, for people. */
  description?: string;
};
/** The optional parts of the protocol that the agent has. */
export type AgentCapabilities = {
  /** Whether it has streams. */
  streaming?: boolean;
  /** Whether it posts to webhooks. */
  pushNotifications?: boolean;
  /** Whether it tells how a task came to its state. */
  stateTransitionHistory?: boolean;
  /** The extensions that it has. */
  extensions?: AgentExtension[];
};
/** An extension of the protocol that the agent has. */
export type AgentExtension = {
  /** The URI that names it. */
  uri: string;
  /** What the agent does with it, for people. */
  description?: string;
  /** Whether a client must use it. */
  required?: boolean;
  /** Its settings. */
  params?: JsonObject;
};
/** What an agent says of itself: what it can do, where it is, and how to reach it. */
export type AgentCard = {
  /** Version of the protocol. */
  protocolVersion: string;
  /** Name of the agent. */
  name: string;
  /** What it does, for people and models. */
  description: string;
  /** Its address, where it speaks its preferred transport. */
  url: string;
  /** The transport at `url`; JSONRPC where it is left out. */
  preferredTransport?: string;
  /** All addresses and transports. */
  additionalInterfaces?: AgentInterface[];
  /** Version of the agent. */
  version: string;
  provider?: AgentProvider;
  /** Address of a picture. */
  iconUrl?: string;
  /** Address of its documentation. */
  documentationUrl?: string;
  capabilities: AgentCapabilities;
  /** How a client may sign in, by name. */
  securitySchemes?: {
    [k: string]: SecurityScheme;
  };
  /** What a client needs; one of these suffices. */
  security?: SecurityRequirement[];
  /** Media types that its skills take. */
  defaultInputModes: string[];
  /** Media types that its skills give. */
  defaultOutputModes: string[];
  /** What it can do. */
  skills: AgentSkill[];
  /** Whether those who sign in get a card that says more. */
  supportsAuthenticatedExtendedCard?: boolean;
  /** Signatures over this card. */
  signatures?: AgentCardSignature[];
};
/** An address of the agent, and the transport that it speaks there. */
export type AgentInterface = {
  /** The address. */
  url: string;
  /** The transport: JSONRPC, GRPC, HTTP+JSON or another. */
  transport: string;
};
/** Who runs the agent. */
export type AgentProvider = {
  /** Name of the organization. */
  organization: string;
  /** Its web site. */
  url: string;
};
/** A scheme of HTTP authentication. */
export type HTTPAuthSecurityScheme = {
  /** Type of scheme. */
  type: 'http';
  /** The scheme in the Authorization header, such as bearer. */
  scheme: string;
  /** How the token looks, as a hint. */
  bearerFormat?: string;
  /** What it is for, for people. */
  description?: string;
};
/** Sign-in by OAuth 2.0. */
export type OAuth2SecurityScheme = {
  /** Type of scheme. */
  type: 'oauth2';
  flows: OAuthFlows;
  /** Where the metadata of the authorization server is (RFC 8414). */
  oauth2MetadataUrl?: string;
  /** What it is for, for people. */
  description?: string;
};
/** The flows of OAuth 2.0 that may be used. */
export type OAuthFlows = {
  authorizationCode?: AuthorizationCodeOAuthFlow;
  clientCredentials?: ClientCredentialsOAuthFlow;
  implicit?: ImplicitOAuthFlow;
  password?: PasswordOAuthFlow;
};
/** OAuth 2.0 with a code. */
export type AuthorizationCodeOAuthFlow = {
  /** Where the user agrees. */
  authorizationUrl: string;
  /** Where tokens come from. */
  tokenUrl: string;
  /** Where tokens are renewed. */
  refreshUrl?: string;
  /** Scopes by name, each with what it is for. */
  scopes: {
    [k: string]: string;
  };
};
/** OAuth 2.0 with credentials of the client. */
export type ClientCredentialsOAuthFlow = {
  /** Where tokens come from. */
  tokenUrl: string;
  /** Where tokens are renewed. */
  refreshUrl?: string;
  /** Scopes by name, each with what it is for. */
  scopes: {
    [k: string]: string;
  };
};
/** OAuth 2.0 with a token in the redirect. */
export type ImplicitOAuthFlow = {
  /** Where the user agrees. */
  authorizationUrl: string;
  /** Where tokens are renewed. */
  refreshUrl?: string;
  /** Scopes by name, each with what it is for. */
  scopes: {
    [k: string]: string;
  };
};
/** OAuth 2.0 with the password of the user. */
export type PasswordOAuthFlow = {
  /** Where tokens come from. */
  tokenUrl: string;
  /** Where tokens are renewed. */
  refreshUrl?: string;
  /** Scopes by name, each with what it is for. */
  scopes: {
    [k: string]: string;
  };
};
/** Sign-in by OpenID Connect. */
export type OpenIdConnectSecurityScheme = {
  /** Type of scheme. */
  type: 'openIdConnect';
  /** Where the discovery document is. */
  openIdConnectUrl: string;
  /** What it is for, for people. */
  description?: string;
};
/** The client shows a certificate. */
export type MutualTLSSecurityScheme = {
  /** Type of scheme. */
  type: 'mutualTLS';
  /** What it is for, for people. */
  description?: string;
};
/** Schemes that a client has to use together: the name of each, and the scopes that it needs there. */
export type SecurityRequirement = {
  [k: string]: string[];
};
/** Something that the agent can do. */
export type AgentSkill = {
  /** Its id, unique in the card. */
  id: string;
  /** Its name, for people. */
  name: string;
  /** What it does, for people and models. */
  description: string;
  /** Keywords. */
  tags: string[];
  /** Things that one may say to use it. */
  examples?: string[];
  /** Media types that it takes, in place of those of the card. */
  inputModes?: string[];
  /** Media types that it gives, in place of those of the card. */
  outputModes?: string[];
  /** What a client needs to use it; one of these suffices. */
  security?: SecurityRequirement[];
};
/** A signature over the card, as a JSON Web Signature (RFC 7515). */
export type AgentCardSignature = {
  /** The protected header, JSON in base64url. */
  protected: string;
  /** The signature in base64url. */
  signature: string;
  /** The header that is not protected. */
  header?: JsonObject;
};
/** Something that the agent made for a task. */
export type Artifact = {
  /** Its id, unique in the task. */
  artifactId: string;
  /** What it consists of. */
  parts: Part[];
  /** Its name, for people. */
  name?: string;
  /** What it is, for people. */
  description?: string;
  /** URIs of the extensions that had a part in it. */
  extensions?: string[];
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** A piece of work that the agent has taken on, with all that came of it so far. */
export type Task = {
  /** Tells it from a message. */
  kind: 'task';
  /** Its id, made by the server. */
  id: string;
  /** The conversation that it belongs to. */
  contextId: string;
  status: TaskStatus;
  /** What was said about it. */
  history?: Message[];
  /** What was made for it. */
  artifacts?: Artifact[];
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** Where a task stands, since when, and what the agent says about it. */
export type TaskStatus = {
  state: TaskState;
  message?: Message;
  /** Since when, in ISO 8601. */
  timestamp?: string;
};
/** On a stream: where the task stands now. */
export type TaskStatusUpdateEvent = {
  /** Kind of event. */
  kind: 'status-update';
  /** The task. */
  taskId: string;
  /** The conversation that it belongs to. */
  contextId: string;
  status: TaskStatus;
  /** Whether this stream ends here. */
  final: boolean;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** On a stream: an artifact, or more of one. */
export type TaskArtifactUpdateEvent = {
  /** Kind of event. */
  kind: 'artifact-update';
  /** The task. */
  taskId: string;
  /** The conversation that it belongs to. */
  contextId: string;
  artifact: Artifact;
  /** Whether its parts come after those that were sent before. */
  append?: boolean;
  /** Whether nothing more of it comes. */
  lastChunk?: boolean;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
