import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../../json/json.js';
import { withChanges } from '../../../../oauth/changes.js';
import { type TestAnswer, type TestRequest, testSite } from './testing.js';

/** How a site differs from an honest one. */
export interface Lies {
  /** The challenge of a 401. Default: where the metadata are. */
  challenge?: (url: string) => string;
  /** Members of the metadata of the resource. */
  resource?: (url: string) => JsonObject;
  /** Members of those of the authorization server, which has been asked for so many tokens; null leaves one out. */
  server?: (url: string, tokens: number) => JsonObject;
  /** What comes back from the page beside code and state. */
  back?: (url: string) => Record<string, string>;
  /** Tokens that are refused, by their number. */
  refused?: readonly number[];
  /** How often each token is taken. Default: always. */
  uses?: number;
  /** From this token on a call has enough scopes. */
  enough?: number;
  /** How the token endpoint answers from its second request on, or from its first. */
  token?: (form: URLSearchParams, count: number) => TestAnswer | undefined;
  answers?: (url: string) => Record<string, TestAnswer | ((request: TestRequest) => TestAnswer)>;
}

const ISSUER = '/login';

/** A server of MCP of both families that wants a token, with its authorization server. */
export function protectedSite({
  challenge,
  resource,
  server,
  back,
  refused = [],
  uses,
  enough = 0,
  token,
  answers,
}: Lies) {
  let pages = 0;
  let tokens = 0;
  let proof = '';
  const used: number[] = [];
  return testSite((url) => {
    const issuer = `${url}${ISSUER}`;
    const metadata = {
      body: withChanges(
        {
          issuer,
          authorization_endpoint: `${url}/page`,
          token_endpoint: `${url}/redeem`,
          registration_endpoint: `${url}/enrol`,
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
          scopes_supported: ['offered'],
        },
        server?.(url, tokens),
      ),
    };
    const isUsedUp = (number: number) => {
      used[number] = (used[number] ?? 0) + 1;
      return uses !== undefined && used[number] > uses;
    };
    const mcp = ({ method, token: bearer, text }: TestRequest): TestAnswer => {
      const number = Number(/^Bearer token-(\d+)$/.exec(bearer ?? '')?.[1]);
      if (Number.isNaN(number) || refused.includes(number) || isUsedUp(number)) {
        const field = challenge?.(url) ?? `Bearer resource_metadata="${url}/meta", scope="a b"`;
        return { status: 401, headers: { 'www-authenticate': field } };
      }
      if (method !== 'POST') return { status: 405 };
      const { id, method: asked } = JSON.parse(text);
      if (id === undefined) return { status: 202 };
      if (asked === 'tools/call' && number < enough)
        return { status: 403, headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="c"' } };
      const capabilities = { tools: {} };
      const serverInfo = { name: 's', version: '1' };
      const opened = { protocolVersion: '2025-11-25', capabilities, serverInfo };
      const discovered = { supportedVersions: ['2026-07-28'], capabilities, serverInfo };
      const results = { initialize: opened, 'server/discover': discovered } as Record<string, JsonObject>;
      return {
        body: { jsonrpc: '2.0', id, result: { resultType: 'complete', ...(results[asked] ?? { content: [] }) } },
      };
    };
    const described = { body: { resource: `${url}/mcp`, authorization_servers: [issuer], ...resource?.(url) } };
    return {
      'POST /mcp': mcp,
      'GET /mcp': mcp,
      'DELETE /mcp': mcp,
      'GET /meta': described,
      'GET /.well-known/oauth-protected-resource/mcp': described,
      [`GET /.well-known/oauth-authorization-server${ISSUER}`]: metadata,
      'POST /enrol': ({ text }) => ({ status: 201, body: { ...JSON.parse(text), client_id: 'enrolled' } }),
      'GET /page': ({ query }) => {
        pages += 1;
        proof = query.get('code_challenge') ?? '';
        const said = { code: `code-${pages}`, state: query.get('state') ?? '', iss: issuer, ...back?.(url) };
        const kept = Object.entries(said).filter(([, value]) => value !== '');
        return {
          status: 302,
          headers: { location: `${query.get('redirect_uri')}?${new URLSearchParams(kept)}` },
        };
      },
      'POST /redeem': ({ text }) => {
        const form = new URLSearchParams(text);
        tokens += 1;
        const other = token?.(form, tokens);
        if (other) return other;
        const made = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (form.has('code') && proof !== '' && ![made, form.get('code_verifier')].includes(proof))
          return { status: 400, body: { error: 'invalid_grant' } };
        return {
          body: {
            access_token: `token-${tokens}`,
            token_type: 'Bearer',
            expires_in: 3600,
            refresh_token: `r-${tokens}`,
          },
        };
      },
      ...answers?.(url),
    };
  });
}
