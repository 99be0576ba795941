import type { Headers } from '../../wire/carried.js';
import { realClock } from '../../wire/clock/clock.js';
import { closing, serve } from '../../wire/fixtures/http.js';
import type { AuthorizationScript } from '../authorization-server/script.js';
import { started } from '../authorization-server/testing.js';
import { isReply, ResourceServer, type ResourceServerOptions } from '../resource-server/resource-server.js';
import { OAuthWeb } from '../web.js';
import { browserOf } from './browser.js';
import { OAuthClient, type OAuthClientOptions } from './client.js';
import type { ClientState } from './states.js';
import { memoryStore } from './store.js';

export const REDIRECT = 'http://127.0.0.1/callback';

/** A resource at /mcp that trusts an authorization server with this script. `open` lets the test change what it does. */
export async function protectedSite(script: AuthorizationScript = {}, more: Partial<ResourceServerOptions> = {}) {
  const authority = await started({ tokens: 'opaque', ...script });
  const seen: { method: string; path: string; authorization: string | undefined }[] = [];
  /** Changes the answer to a request for the resource. */
  const changes: { refusal?: (headers: Headers) => Headers } = {};
  let resource: ResourceServer | undefined;
  const site = await serve(async (exchange) => {
    const { method, path, headers } = exchange;
    seen.push({ method, path, authorization: headers.authorization });
    const head = { method, path, headers };
    const document = resource!.document(head);
    const reply = document ?? (await resource!.check(head, path.split('/')[2]));
    if (!isReply(reply)) return exchange.json(200, { by: reply.token.subject! });
    const changed = document ? reply.headers : (changes.refusal?.(reply.headers) ?? reply.headers);
    if (reply.body) exchange.json(reply.status, reply.body, changed);
    else {
      exchange.head(reply.status, changed);
      exchange.end();
    }
  });
  const url = `${site.url}/mcp`;
  resource = new ResourceServer({
    resource: url,
    authorizationServers: [authority.server.issuer],
    verifier: { verify: (token) => authority.server.verifier.verify(token) },
    clock: authority.clock,
    ...more,
  });
  return { authority, url, seen, changes };
}

/** A client of a resource, the states that it went through, and the pages that it opened. */
export function clientOf(resource: string, more: Partial<OAuthClientOptions> = {}) {
  const web = new OAuthWeb();
  closing(() => web.close());
  const states: ClientState[] = [];
  const pages: URL[] = [];
  const visit = browserOf(web);
  const client = new OAuthClient({
    resource,
    web,
    browser: (page, back) => {
      pages.push(page);
      return visit(page, back);
    },
    redirect: REDIRECT,
    identity: { name: 'Test client' },
    store: memoryStore(),
    clock: realClock,
    provoke: async () => (await web.get(resource)).headers,
    changed: (state) => void states.push(state),
    ...more,
  });
  /** Asks the resource for something, and again when the client says so. */
  const ask = async (operation = ''): Promise<number> => {
    for (;;) {
      const used = client.credential();
      const { status, headers } = await web.get(operation === '' ? resource : `${resource}/${operation}`, used);
      if (status === 200) client.accepted();
      if (status === 200 || !(await client.refused(status, headers, used))) return status;
    }
  };
  const asked = (index: number) => Object.fromEntries(pages[index]!.searchParams);
  return { client, web, states, pages, asked, ask };
}
