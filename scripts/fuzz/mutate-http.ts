import { pick } from './mutate-json.js';

/** A request as it is about to leave. */
export interface Request {
  method: string;
  path: string;
  headers: { [name: string]: string };
}

/** One change of the head of an HTTP request. `where` and `what` are any numbers from 0 on. */
export interface HttpMutation {
  kind: HttpMutationKind;
  where: number;
  what: number;
}

const METHODS = ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE', 'get', 'M-SEARCH', 'PROPFIND'];
const PATHS = [
  '/',
  '//',
  '?',
  '/%00',
  '/..',
  '/../',
  '#x',
  '/.well-known/x',
  '?a=b&c',
  '/%e2%82',
  `/${'a'.repeat(3000)}`,
];
const VALUES = [
  '',
  ' ',
  '*',
  '*/*',
  '*/*;q=0',
  'a, b',
  ', ,',
  ';',
  'x'.repeat(200),
  'x'.repeat(8000),
  'é',
  '\t',
  '"',
  'null',
  '0',
  '-1',
  '1_1',
  '999_999',
  '0_0',
  '_',
  '99999999999999999999_1',
  '1_-1',
  '__proto__',
  '2025-11-25',
  '2024-11-05',
  '1900-01-01',
];
/** Values by the name of the header that they mean something in. */
const OWN: { [name: string]: readonly string[] } = {
  accept: [
    'application/json',
    'text/event-stream',
    'text/*, application/*',
    'text/event-stream;q=0.0, application/json',
    'APPLICATION/JSON, TEXT/EVENT-STREAM',
    'text/html',
  ],
  'content-type': [
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
    'application/json; charset="',
    'text/plain',
    'application/vnd.x+json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '/',
    'json',
  ],
  host: [
    'localhost',
    '127.0.0.1',
    'evil.example',
    '[::1]:80',
    'localhost:99999',
    '127.0.0.1.evil.example',
    ':',
    '[',
    'a b',
  ],
  origin: [
    'null',
    'http://localhost:1',
    'https://evil.example',
    'http://127.0.0.1.evil.example',
    'http://[::1]',
    'file://',
    'http://localhost@evil.example',
  ],
  'content-encoding': ['gzip', 'identity', 'br'],
  expect: ['100-continue', 'nothing'],
  connection: ['close', 'keep-alive', 'upgrade'],
  authorization: ['Bearer x', 'Basic :', 'Bearer'],
  cookie: ['a=b', '__proto__=x'],
  'last-event-id': ['1_0', '1_1', '2_1', '1_999999'],
  'x-forwarded-host': ['evil.example'],
  'access-control-request-method': ['POST'],
};

type Change = (request: Request, where: number, what: number, live: readonly string[]) => void;

const changes = {
  'drop-header': ({ headers }, where) => {
    delete headers[pick(Object.keys(headers), where)];
  },
  'header-value': ({ headers }, where, what) => {
    const name = pick(Object.keys(headers), where);
    headers[name] = pick([...(OWN[name] ?? []), ...(OWN[name] ?? []), ...VALUES], what);
  },
  'add-header': ({ headers }, where, what) => {
    const name = pick(Object.keys(OWN), where);
    headers[name] = pick([...OWN[name]!, ...VALUES], what);
  },
  'live-header': ({ headers }, where, what, live) => {
    if (live.length === 0) return;
    const text = pick(live, what);
    headers[pick([...Object.keys(headers), 'last-event-id'], where)] = pick(
      [text, text.slice(1), text.toUpperCase(), `${text}, ${text}`, `${text} `],
      what >> 3,
    );
  },
  'header-case': ({ headers }, where, what) => {
    const name = pick(Object.keys(headers), where);
    const value = headers[name]!;
    delete headers[name];
    headers[pick([name.toUpperCase(), `${name}s`, name.replaceAll('-', '_')], what)] = value;
  },
  method: (request, _where, what) => {
    request.method = pick(METHODS, what);
  },
  path: (request, where, what) => {
    const odd = pick(PATHS, what);
    request.path = pick([odd, request.path + odd, odd + request.path, request.path.toUpperCase()], where);
  },
} satisfies { [kind: string]: Change };

export type HttpMutationKind = keyof typeof changes;

/** The kinds of changes, the mildest first. */
export const httpMutationKinds = Object.keys(changes) as HttpMutationKind[];

/** The request after a change, as a new value. `live`: texts that the target gave out in this conversation. */
export function mutateHttp(request: Request, { kind, where, what }: HttpMutation, live: readonly string[]): Request {
  const copy = { ...request, headers: { ...request.headers } };
  if (Object.keys(copy.headers).length > 0) changes[kind](copy, where, what, live);
  return copy;
}
