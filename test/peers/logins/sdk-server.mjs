// A protected server on version 1 of the official SDK for TypeScript: `requireBearerAuth` in front of Streamable HTTP.
//   sdk-server.mjs PORT, with the variables of tokens.mjs
import { randomUUID } from 'node:crypto';
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as z from 'zod/v4';
import { ADMIN_SCOPES, infoOf, SCOPES, settings } from './tokens.mjs';

const port = Number(process.argv[2]);
const { issuer, resource } = settings;

function createServer() {
  const server = new McpServer({ name: 'protected-sdk-1', version: '1.0.0' });
  const said = (text) => ({ content: [{ type: 'text', text }] });
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => said(text));
  server.registerTool('erase', { inputSchema: { text: z.string() } }, ({ text }) => said(`erased ${text}`));
  return server;
}

const verifier = {
  async verifyAccessToken(token) {
    const info = await infoOf(token);
    if (info === undefined) throw new InvalidTokenError('The token is not valid');
    return info;
  },
};
const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(resource);
const withScopes = (requiredScopes) =>
  requireBearerAuth({ verifier, requiredScopes, resourceMetadataUrl, expectedResource: resource });

const app = createMcpExpressApp();
// Its own router serves the metadata of the issuer too, of which only the name is known here.
app.use(
  mcpAuthMetadataRouter({
    oauthMetadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
    },
    resourceServerUrl: resource,
    scopesSupported: SCOPES,
  }),
);
app.use(resource.pathname, withScopes(SCOPES));
const admin = withScopes(ADMIN_SCOPES);
app.post(resource.pathname, (request, response, next) =>
  request.body?.params?.name === 'erase' ? admin(request, response, next) : next(),
);

/** Sessions by their ids, each of one user. */
const sessions = new Map();
app.all(resource.pathname, async (request, response) => {
  const id = request.headers['mcp-session-id'];
  const { user } = request.auth.extra;
  if (id === undefined) {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, { transport, user }),
      onsessionclosed: (session) => void sessions.delete(session),
    });
    await createServer().connect(transport);
    return transport.handleRequest(request, response, request.body);
  }
  const known = sessions.get(id);
  if (known?.user !== user) return void response.sendStatus(404);
  return known.transport.handleRequest(request, response, request.body);
});
app.listen(port, '127.0.0.1');
