import type { JsonObject } from '../../../../json/json.js';

/** The metadata of a server that says nothing: it is its own authorization server (MCP 2025-03-26, Authorization Base URL). */
export const serverItself = (server: string): JsonObject => ({
  resource: server,
  authorization_servers: [new URL(server).origin],
});

/** The endpoints of an authorization server that says nothing (MCP 2025-03-26, Fallbacks for Servers without Metadata Discovery). */
export const endpointsOf = (issuer: string): JsonObject => ({
  issuer,
  authorization_endpoint: new URL('/authorize', issuer).href,
  token_endpoint: new URL('/token', issuer).href,
  registration_endpoint: new URL('/register', issuer).href,
  code_challenge_methods_supported: ['S256'],
});
