// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** A JSON object whose members are up to the sender. */
export type Struct = JsonObject;
/** Where a task stands. COMPLETED, FAILED, CANCELED and REJECTED end it; INPUT_REQUIRED and AUTH_REQUIRED wait for the client; UNSPECIFIED is the value of a field that was not set. */
export type TaskState =
  | 'TASK_STATE_UNSPECIFIED'
  | 'TASK_STATE_SUBMITTED'
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_FAILED'
  | 'TASK_STATE_CANCELED'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_REJECTED'
  | 'TASK_STATE_AUTH_REQUIRED';
/** A time in UTC, as ISO 8601 writes it with a Z; to the millisecond if the sender knows it so precisely. */
export type Timestamp = string;
/** A key that the client sends with each request. */
export type APIKeySecurityScheme = {
  /** What it is, for people. */
  description?: string;
  /** Where the key stands. */
  location: 'query' | 'header' | 'cookie';
  /** Name of the parameter, header or cookie. */
  name: string;
};
/** The optional parts of the protocol that the agent supports. */
export type AgentCapabilities = {
  /** Whether it sends streams. */
  streaming?: boolean;
  /** Whether it posts to webhooks. */
  pushNotifications?: boolean;
  /** The extensions that it supports. */
  extensions?: AgentExtension[];
  /** Whether clients that sign in get a card that says more. */
  extendedAgentCard?: boolean;
};
/** An extension that the agent supports. */
export type AgentExtension = {
  /** Its URI. */
  uri?: string;
  /** How the agent uses it. */
  description?: string;
  /** Whether a client must support it. */
  required?: boolean;
  params?: Struct;
};
/** What an agent says about itself: what it can do, where it is, and how to reach it. */
export type AgentCard = {
  /** Its name, for people. */
  name: string;
  /** What it does, for people and agents. */
  description: string;
  /**
   * Its addresses, at least one, the preferred one first.
   *
   * @minItems 1
   */
  supportedInterfaces: AgentInterface[];
  provider?: AgentProvider;
  /** Version of the agent. */
  version: string;
  /** Address of its documentation. */
  documentationUrl?: string;
  capabilities: AgentCapabilities;
  /** How a client can sign in, by name. */
  securitySchemes?: {
    [k: string]: SecurityScheme;
  };
  /** What a client needs; one of these suffices. */
  securityRequirements?: SecurityRequirement[];
  /**
   * Media types that its skills accept, at least one.
   *
   * @minItems 1
   */
  defaultInputModes: string[];
  /**
   * Media types that its skills return, at least one.
   *
   * @minItems 1
   */
  defaultOutputModes: string[];
  /** What it can do. */
  skills: AgentSkill[];
  /** Signatures over this card. */
  signatures?: AgentCardSignature[];
  /** Address of an icon. */
  iconUrl?: string;
};
/** An address of the agent, with the binding and the version that it speaks there. */
export type AgentInterface = {
  /** The address. */
  url: string;
  /** The binding: JSONRPC, HTTP+JSON or GRPC; a URI if it is another one. */
  protocolBinding: string;
  /** What clients put into `tenant` of each request to this address. */
  tenant?: string;
  /** Version of A2A, as major and minor number. */
  protocolVersion: string;
};
/** Who runs the agent. */
export type AgentProvider = {
  /** A page of the provider. */
  url: string;
  /** Name of the provider. */
  organization: string;
};
/** A way to sign in. Its one member says which; a way that 1.0.1 does not know is tolerated. */
export type SecurityScheme = {
  apiKeySecurityScheme?: APIKeySecurityScheme;
  httpAuthSecurityScheme?: HTTPAuthSecurityScheme;
  oauth2SecurityScheme?: OAuth2SecurityScheme;
  openIdConnectSecurityScheme?: OpenIdConnectSecurityScheme;
  mtlsSecurityScheme?: MutualTlsSecurityScheme;
};
/** A scheme of the Authorization header. */
export type HTTPAuthSecurityScheme = {
  /** What it is, for people. */
  description?: string;
  /** Name of the scheme, such as Bearer. */
  scheme: string;
  /** Form of the bearer token, such as JWT; a hint for people. */
  bearerFormat?: string;
};
/** Access tokens of OAuth 2.0. */
export type OAuth2SecurityScheme = {
  /** What it is, for people. */
  description?: string;
  flows: OAuthFlows;
  /** Address of the authorization server's metadata (RFC 8414). */
  oauth2MetadataUrl?: string;
};
/** The flow of OAuth 2.0. Its one member says which; a flow that 1.0.1 does not know is tolerated. */
export type OAuthFlows = {
  authorizationCode?: AuthorizationCodeOAuthFlow;
  clientCredentials?: ClientCredentialsOAuthFlow;
  implicit?: ImplicitOAuthFlow;
  password?: PasswordOAuthFlow;
  deviceCode?: DeviceCodeOAuthFlow;
};
/** The user signs in with a browser, and the client gets a code for a token. */
export type AuthorizationCodeOAuthFlow = {
  /** Where the user signs in. */
  authorizationUrl: string;
  /** Where the client gets its token. */
  tokenUrl: string;
  /** Where the client gets a new token. */
  refreshUrl?: string;
  /** What each scope is for, by name. */
  scopes: {
    [k: string]: string;
  };
  /** Whether the client has to use PKCE (RFC 7636). */
  pkceRequired?: boolean;
};
/** The client signs in as itself. */
export type ClientCredentialsOAuthFlow = {
  /** Where the client gets its token. */
  tokenUrl: string;
  /** Where the client gets a new token. */
  refreshUrl?: string;
  /** What each scope is for, by name. */
  scopes: {
    [k: string]: string;
  };
};
/**
 * @deprecated
 * The token comes with the redirect. Deprecated: use an authorization code with PKCE.
 */
export type ImplicitOAuthFlow = {
  /** Where the user signs in. */
  authorizationUrl?: string;
  /** Where the client gets a new token. */
  refreshUrl?: string;
  /** What each scope is for, by name. */
  scopes?: {
    [k: string]: string;
  };
};
/**
 * @deprecated
 * The client has the user's password. Deprecated: use an authorization code with PKCE, or a device code.
 */
export type PasswordOAuthFlow = {
  /** Where the client gets its token. */
  tokenUrl?: string;
  /** Where the client gets a new token. */
  refreshUrl?: string;
  /** What each scope is for, by name. */
  scopes?: {
    [k: string]: string;
  };
};
/** The user signs in on another device (RFC 8628). */
export type DeviceCodeOAuthFlow = {
  /** Where the client gets the codes. */
  deviceAuthorizationUrl: string;
  /** Where the client gets its token. */
  tokenUrl: string;
  /** Where the client gets a new token. */
  refreshUrl?: string;
  /** What each scope is for, by name. */
  scopes: {
    [k: string]: string;
  };
};
/** Tokens of an OpenID provider. */
export type OpenIdConnectSecurityScheme = {
  /** What it is, for people. */
  description?: string;
  /** Address of the provider's configuration. */
  openIdConnectUrl: string;
};
/** Certificates of the client. */
export type MutualTlsSecurityScheme = {
  /** What it is, for people. */
  description?: string;
};
/** Schemes that a client needs together, each with its scopes. */
export type SecurityRequirement = {
  /** Scopes by the name of the scheme. */
  schemes?: {
    [k: string]: StringList;
  };
};
/** Strings in a message, since a map cannot hold a list directly. */
export type StringList = {
  /** The strings. */
  list?: string[];
};
/** Something that the agent can do. */
export type AgentSkill = {
  /** Its id. */
  id: string;
  /** Its name, for people. */
  name: string;
  /** What it does. */
  description: string;
  /**
   * Keywords, at least one.
   *
   * @minItems 1
   */
  tags: string[];
  /** Prompts that it can handle. */
  examples?: string[];
  /** Media types that it accepts, in place of the agent's. */
  inputModes?: string[];
  /** Media types that it returns, in place of the agent's. */
  outputModes?: string[];
  /** What a client needs for it; one of these suffices. */
  securityRequirements?: SecurityRequirement[];
};
/** A JSON Web Signature over the card, as RFC 7515 writes it in JSON. */
export type AgentCardSignature = {
  /** The protected header, a JSON object in base64url. */
  protected: string;
  /** The signature, in base64url. */
  signature: string;
  header?: Struct;
};
/** Which tasks to list, and how many on a page. */
export type ListTasksRequest = {
  /** Which agent behind the address is meant: the `tenant` of the interface that the client uses. */
  tenant?: string;
  /** Only tasks of this conversation. */
  contextId?: string;
  status?: TaskState;
  /** How many tasks a page has at most, 1 to 100; 50 if absent. */
  pageSize?: number;
  /** The `nextPageToken` of the page before. */
  pageToken?: string;
  /** How many messages of its history each task has at most. */
  historyLength?: number;
  statusTimestampAfter?: Timestamp;
  /** Whether the tasks have their artifacts; without it they have none. */
  includeArtifacts?: boolean;
};
