import { isObject, type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import { secretsInMembers } from '../../json/secrets/credentials.js';
import { webLimits } from '../../oauth/web.js';
import { isLoopbackHost } from '../../wire/addresses.js';
import type { Carried, HttpHead } from '../../wire/carried.js';
import { AddressGuard } from '../../wire/http/address-guard.js';
import { type HttpCall, HttpClient } from '../../wire/http/client.js';
import { secrets } from '../../wire/output.js';
import type { Channel } from '../channel.js';
import { StageError } from '../stage.js';
import type { OpenedChannel, OpenedChannelHost } from './opened-channel.js';

/** ms, real time, in which a document must have come. */
const WITHIN = 10_000;

/**
 * Asks for a document, or posts `json` or a `form`, without credentials: at each of these URLs in turn, until one answers with 200. What answered last is a record of kind
 * body, and what answered before it a head. The target may have named the URLs, so only this machine, the target and `reaches` are asked, by https
 * or on loopback. Throws StageError for a URL that is not asked.
 */
export async function fetchDocument(body: JsonObject, host: OpenedChannelHost): Promise<OpenedChannel> {
  const urls = [body.fetch ?? []]
    .flat()
    .map(String)
    .filter((url) => url !== '');
  const target = host.targetUrl?.();
  const allowed = [...[body.reaches ?? []].flat().map(String), ...(target === undefined ? [] : [target])];
  const guard = new AddressGuard({ allowed: allowed.filter((url) => URL.canParse(url)) });
  const record = (carried: Carried) => host.record('target', [channel], carried, { apart: true });
  const client = new HttpClient({ limits: webLimits, clock: host.clock, guard });
  const channel = host.channel({ url: urls.at(-1) ?? '' });
  try {
    for (const [index, url] of urls.entries()) {
      const problem = problemOf(url, allowed);
      if (problem !== undefined) throw new StageError('unmet', problem);
      const { head, document, closed } = await asked(client, { url, ...posted(body) }, host, channel);
      if (head?.status !== 200 && index + 1 < urls.length) {
        if (head) record({ kind: 'http', http: { ...head, path: url } });
        continue;
      }
      channel.values.url = url;
      secrets.add(secretsIn(head, document));
      record(head ? { kind: 'body', body: document ?? '', http: { ...head, path: url } } : closed);
      break;
    }
  } finally {
    await client.close();
  }
  channel.ended = true;
  return {
    send: async () => {
      throw new StageError('defect', 'a document that was fetched is not a channel to send on');
    },
    read: () => undefined,
    hangUp: async () => undefined,
    close: async () => undefined,
  };
}

/** Why a URL is not asked; undefined if it is. */
function problemOf(text: string, allowed: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return `${text} is not a URL of http or https`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isLoopbackHost(host) || allowed.some((one) => URL.canParse(one) && new URL(one).origin === url.origin))
    return undefined;
  if (url.protocol === 'http:') return `${text} is plain http on another machine, which is not asked`;
  return `${text} is on another machine: list ${url.origin} under \`auth.servers\` of the target file, and it is asked`;
}

/** Credentials of an answer that the target made, and that no report shows. */
function secretsIn(head: HttpHead | undefined, document: Json | undefined): string[] {
  const { location } = head?.headers ?? {};
  const code = URL.canParse(location ?? '') ? new URL(location!).searchParams.get('code') : null;
  return [...(code === null ? [] : [code]), ...secretsInMembers(isObject(document) ? Object.entries(document) : [])];
}

interface Answer {
  head: HttpHead | undefined;
  document: Json | undefined;
  closed: Carried;
}

/** What a request has besides its URL: it gets a document, unless there is something to post. */
function posted({ json, form }: JsonObject): Pick<HttpCall, 'method' | 'headers' | 'body'> {
  const accept = 'application/json, */*;q=0.5';
  if (form !== undefined) {
    const type = 'application/x-www-form-urlencoded';
    const fields = Object.entries(form as JsonObject).map(([name, value]): [string, string] => [name, String(value)]);
    return { method: 'POST', headers: { accept, 'content-type': type }, body: new URLSearchParams(fields).toString() };
  }
  if (json === undefined) return { method: 'GET', headers: { accept } };
  return { method: 'POST', headers: { accept, 'content-type': 'application/json' }, body: stringifyJson(json) };
}

function asked(
  client: HttpClient,
  call: Omit<HttpCall, 'stream'>,
  host: OpenedChannelHost,
  channel: Channel,
): Promise<Answer> {
  let head: HttpHead | undefined;
  let document: Json | undefined;
  return new Promise((resolve, reject) => {
    const exchange = client.exchange({ ...call, stream: channel.name }, (came) => {
      if (came.kind === 'http') head = came.http;
      else if (came.kind === 'message') document = came.message;
      else if (came.kind === 'closed') {
        const whole = came.closed?.how === 'end';
        resolve({ head: whole ? head : undefined, document: document ?? came.body, closed: came });
      }
    });
    const stop = () => exchange.reset();
    const cancel = host.clock.after(WITHIN, stop);
    host.signal.addEventListener('abort', stop, { once: true });
    exchange.done.then(() => {
      cancel();
      host.signal.removeEventListener('abort', stop);
    }, reject);
  });
}
