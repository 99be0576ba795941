import type { JsonObject } from '../../json/json.js';
import type { Border, Headers } from '../../wire/carried.js';
import type { ServerExchange } from '../../wire/http/exchange.js';

/** What an endpoint answers: a JSON object, a page, or nothing but a head. */
export interface Answer {
  status: number;
  headers?: Headers;
  json?: JsonObject;
  page?: string;
  /** Why the request is refused. Not sent: whoever watches the server gets it. */
  refusal?: Refusal;
}

/** Why a request is refused. */
export interface Refusal {
  reason: string;
  /** The parameter that is wrong or missing, such as `code_verifier`, if it is one. */
  about?: string;
}

/** An error as the endpoints answer it (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  constructor(
    readonly code: string,
    readonly description: string,
    /** The parameter that is wrong, and what differs from a 400 without headers. */
    private readonly more: { about?: string; status?: number; headers?: Headers } = {},
  ) {
    super(`${code}: ${description}`);
  }

  get refusal(): Refusal {
    const { about } = this.more;
    return { reason: this.description, ...(about !== undefined && { about }) };
  }

  answer(): Answer {
    const { status = 400, headers = {} } = this.more;
    const json = { error: this.code, error_description: this.description };
    return { status, headers, json, refusal: this.refusal };
  }
}

/** An error that is shown to the user and sent nowhere: nobody knows whom the request is from (RFC 6749, section 4.1.2.1). */
export class UntrustedRequest extends Error {
  constructor(
    message: string,
    readonly about?: string,
  ) {
    super(message);
  }

  get refusal(): Refusal {
    return { reason: this.message, ...(this.about !== undefined && { about: this.about }) };
  }
}

/** Answers with a redirect to a URI, with these parameters in its query. */
export function redirectTo(uri: string, parameters: { readonly [name: string]: string | undefined }): Answer {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return { status: 302, headers: { location: `${uri}${uri.includes('?') ? '&' : '?'}${query}` } };
}

/** What is the same on every answer: nobody keeps it, and no address of it leaks. */
const COMMON: Headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
/** No page of another site frames ours, and nothing runs in it. */
const PAGE: Headers = {
  'content-type': 'text/html; charset=utf-8',
  // Otherwise a browser sends the decision from the origin `null`, which is no page of ours.
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'x-frame-options': 'DENY',
};

/** Sends an answer through the border, where it may become another one, several, or none. */
export function send(exchange: ServerExchange, border: Border, { status, headers, json, page }: Answer): void {
  const { stream } = exchange;
  if (json) {
    const head = { status, headers: { 'content-type': 'application/json', ...COMMON, ...headers } };
    border.sends({ kind: 'message', message: json, http: head, stream }, (carried) => write(exchange, carried));
    return;
  }
  const http = { status, headers: { ...COMMON, ...(page !== undefined && PAGE), ...headers } };
  const body = page === undefined ? {} : { body: page };
  border.sends({ kind: page === undefined ? 'http' : 'body', http, ...body, stream }, (carried) => {
    write(exchange, carried);
    // A head that is all there is ends its response.
    if (carried.kind === 'http') queueMicrotask(() => exchange.end());
  });
}

function write(exchange: ServerExchange, carried: Parameters<ServerExchange['write']>[0]): void {
  const { kind, http } = carried;
  if (kind === 'exit') {
    exchange.reset();
    return;
  }
  if (kind !== 'http' && http) exchange.head(http.status ?? 200, http.headers);
  exchange.write(carried);
}
