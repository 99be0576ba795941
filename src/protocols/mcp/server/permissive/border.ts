import { LiveNames } from '../../../../conversation/live/names.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import { spellOddly } from '../../../../json/odd-json.js';
import type { Border, Carried, HttpHead } from '../../../../wire/carried.js';
import { CODES, HEADERS } from '../../revision.js';
import { readMessage } from '../messages.js';
import { encodeOddly } from './odd-sse.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** What a permissive variant does to what the transport carries. */
interface Rewrite {
  /** What is sent in place of this, before faults act. */
  sends?(carried: Carried): Carried;
  /** What is heard in place of this, after faults have acted. */
  hears?(carried: Carried): Carried;
  /** How it is written, after faults have acted. */
  writes?(carried: Carried): Carried;
}

/** The same border, at which HTTP, events and JSON texts are as the permissive variants have them. */
export function permissiveBorder(border: Border, names: PermissiveOptions): Border {
  const make = () =>
    (Object.keys(REWRITES) as PermissiveOption[]).flatMap((name) => (names.has(name) ? [REWRITES[name]!()] : []));
  const made = make();
  if (made.length === 0 && !(names instanceof LiveNames)) return border;
  const rewrites = names instanceof LiveNames ? names.live(make) : () => made;
  const all = (step: keyof Rewrite, carried: Carried) =>
    rewrites().reduce((item, rewrite) => rewrite[step]?.(item) ?? item, carried);
  return {
    sends: (carried, emit) => border.sends(all('sends', carried), (emitted) => emit(all('writes', emitted))),
    hears: (carried, deliver) => border.hears(carried, (heard) => deliver(all('hears', heard))),
  };
}

/** The permissive variants that change what carries the messages. Each entry makes the rewrite of one server. */
const REWRITES: { readonly [name in PermissiveOption]?: () => Rewrite } = {
  'odd-ids': () => ({
    sends: (carried) => {
      const { sse } = carried;
      const named = withHeader(carried, HEADERS.sessionId, oddSession);
      return sse?.id === undefined ? named : { ...named, sse: { ...sse, id: oddEvent(sse.id) } };
    },
    hears: (carried) =>
      withHeader(withHeader(carried, HEADERS.sessionId, plainSession), HEADERS.lastEventId, plainEvent),
  }),
  'other-codes': () => {
    /** Requests whose responses have not begun. */
    const open = new Map<string | undefined, { method: string; proper: boolean }>();
    return {
      hears: (carried) => {
        const method = carried.http?.method;
        if (method !== undefined) open.set(carried.stream, { method, proper: isProper(carried) });
        return carried;
      },
      sends: (carried) => {
        const { http, message, stream } = carried;
        if (http?.status === undefined) return carried;
        const request = open.get(stream);
        open.delete(stream);
        if (request?.method === 'DELETE' && http.status === 204) return { ...carried, http: { ...http, status: 200 } };
        if (http.status < 400 || !isObject(message)) return carried;
        const status = request?.method === 'POST' && !request.proper && http.status === 400 ? 422 : http.status;
        return { ...carried, http: { ...http, status }, message: bare(message) };
      },
    };
  },
  'auth-page-body': () => ({
    sends: (carried) => {
      const { http, stream } = carried;
      if (http?.headers['www-authenticate'] === undefined) return carried;
      const headers = { ...http.headers, 'content-type': 'text/html; charset=utf-8' };
      return { kind: 'body', http: { ...http, headers }, body: PAGE, ...(stream !== undefined && { stream }) };
    },
  }),
  'odd-json': () => ({
    writes: (carried) =>
      carried.kind === 'message' && carried.text === undefined
        ? { ...carried, text: spellOddly(carried.message ?? null) }
        : carried,
  }),
  'odd-sse': () => ({
    writes: (carried) => {
      const odd = encodeOddly(carried);
      return odd === undefined ? carried : { kind: 'bytes', bytes: Buffer.from(odd) };
    },
  }),
};

/** What a refusal shows to people. */
const PAGE = '<!doctype html><title>Sign in</title><p>This server wants a token.';

/** All the punctuation of ASCII around an id. */
const PUNCTUATION = `!"#$%&'()*+./:;<=>?@[]^_\`{|}~`;

const oddSession = (id: string) => `${PUNCTUATION}${id}`;
const plainSession = (id: string) => (id.startsWith(PUNCTUATION) ? id.slice(PUNCTUATION.length) : id);

const oddEvent = (id: string) => `!"#${id.replace('_', '$%&/(')})=?{[]}~`;
const plainEvent = (id: string) => id.replace(/^!"#(\d+)\$%&\/\((\d+)\)=\?\{\[\]\}~$/, '$1_$2');

function withHeader(carried: Carried, name: string, change: (value: string) => string): Carried {
  const { http } = carried;
  const value = http?.headers[name];
  if (http === undefined || value === undefined) return carried;
  const head: HttpHead = { ...http, headers: { ...http.headers, [name]: change(value) } };
  return { ...carried, http: head };
}

/** Whether the body of a POST is a message; wrong params are a matter of the message. */
function isProper({ message }: Carried): boolean {
  const received = message === undefined ? undefined : readMessage(message);
  if (received?.kind !== 'invalid') return received !== undefined;
  return isObject(received.refusal.error) && received.refusal.error.code === CODES.invalidParams;
}

/** The body of an HTTP error that is no message. */
const bare = ({ error }: JsonObject): JsonObject => ({ message: isObject(error) ? (error.message ?? '') : '' });
