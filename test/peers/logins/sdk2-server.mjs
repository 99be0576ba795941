// A protected server on version 2 of the official SDK for TypeScript, of 2025-11-25 with sessions and of 2026-07-28: `requireBearerAuth` in
// front of it, and a tool with a scope challenge.
//   sdk2-server.mjs PORT, with the variables of tokens.mjs
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  isLegacyRequest,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
  requireScopes,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { ADMIN_SCOPES, infoOf, SCOPES, settings } from './tokens.mjs';

const port = Number(process.argv[2]);
const { issuer, resource } = settings;

function createServer() {
  const server = new McpServer({ name: 'protected-sdk-2', version: '1.0.0' });
  const said = (text) => ({ content: [{ type: 'text', text }] });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool('echo', { inputSchema }, ({ text }) => said(text));
  const scopeChallenge = requireScopes(...ADMIN_SCOPES);
  server.registerTool('erase', { inputSchema, scopeChallenge }, ({ text }) => said(`erased ${text}`));
  return server;
}

const verifier = {
  async verifyAccessToken(token) {
    const info = await infoOf(token);
    if (info === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not valid');
    return info;
  },
};
const gate = requireBearerAuth({
  verifier,
  requiredScopes: SCOPES,
  resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
  expectedResource: resource,
});
// It serves the metadata of the issuer too, of which only the name is known here.
const metadata = {
  oauthMetadata: {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ['code'],
  },
  resourceServerUrl: resource,
  scopesSupported: SCOPES,
};

/** Sessions by their ids, each of one user. */
const sessions = new Map();
async function withSession(request, authInfo) {
  const id = request.headers.get('mcp-session-id');
  const { user } = authInfo.extra;
  if (id !== null) {
    const known = sessions.get(id);
    if (known?.user !== user) return new Response(null, { status: 404 });
    return known.transport.handleRequest(request, { authInfo });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (session) => void sessions.set(session, { transport, user }),
    onsessionclosed: (session) => void sessions.delete(session),
  });
  await createServer().connect(transport);
  return transport.handleRequest(request, { authInfo });
}

const perRequest = createMcpHandler(createServer, { legacy: 'reject' });
async function fetch(request) {
  const document = oauthMetadataResponse(request, metadata);
  if (document) return document;
  const authInfo = await gate(request);
  if (authInfo instanceof Response) return authInfo;
  return (await isLegacyRequest(request)) ? withSession(request, authInfo) : perRequest.fetch(request, { authInfo });
}
createHttpServer(toNodeHandler({ fetch })).listen(port, '127.0.0.1');
