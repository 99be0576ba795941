import { isObject, type Json, type JsonObject } from '../json/json.js';
import { type Border, type Headers, type HttpHead, openBorder } from '../wire/carried.js';
import { afterWorking, type Clock, realClock } from '../wire/clock/clock.js';
import type { AddressGuard } from '../wire/http/address-guard.js';
import { HttpClient } from '../wire/http/client.js';
import { defaultLimits, type Limits } from '../wire/limits.js';

/** What a request was answered with; `json` is unset if that is no JSON. */
export interface WebAnswer {
  status: number;
  headers: Headers;
  json: Json | undefined;
}

export interface OAuthWebOptions {
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** Default: what one document of OAuth may need. */
  limits?: Limits;
  clock?: Clock;
  /** ms until a request that was not answered whole is given up, while this process can run. Default: half a minute. */
  within?: number;
  /** Where requests may go. Default: everywhere. */
  guard?: AddressGuard;
}

/** Bytes of an answer: metadata of real servers have some ten thousand. */
const ANSWER = 1024 * 1024;
const WITHIN = 30_000;

export const webLimits: Limits = { ...defaultLimits, message: ANSWER, stream: ANSWER };

/**
 * How clients and resources reach other servers. What is read crosses the border, a body together with its head. Redirects are not
 * followed, and a document that hangs or does not end is given up.
 */
export class OAuthWeb {
  readonly #http: HttpClient;
  readonly #border: Border;
  readonly #clock: Clock;
  readonly #within: number;
  #count = 0;

  constructor({
    border = openBorder,
    limits = webLimits,
    clock = realClock,
    within = WITHIN,
    guard,
  }: OAuthWebOptions = {}) {
    this.#http = new HttpClient({ limits, clock, ...(guard && { guard }) });
    this.#border = border;
    this.#clock = clock;
    this.#within = within;
  }

  /** Rejects if no answer comes. */
  get(url: string, headers: Headers = {}): Promise<WebAnswer> {
    return this.#ask('GET', url, { accept: 'application/json, */*;q=0.5', ...headers });
  }

  /** Rejects if no answer comes. */
  head(url: string): Promise<WebAnswer> {
    return this.#ask('HEAD', url, {});
  }

  /** Rejects if no answer comes. */
  post(url: string, headers: Headers, body: string): Promise<WebAnswer> {
    return this.#ask('POST', url, { accept: 'application/json', ...headers }, body);
  }

  /** Posts a form. Rejects if no answer comes. */
  form(url: string, form: { readonly [name: string]: string }, headers: Headers = {}): Promise<WebAnswer> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.post(url, { ...type, ...headers }, new URLSearchParams(form).toString());
  }

  /** Ends what is under way. */
  close(): Promise<void> {
    return this.#http.close();
  }

  #ask(method: string, url: string, headers: Headers, body?: string): Promise<WebAnswer> {
    const stream = `login-${++this.#count}`;
    let head: HttpHead | undefined;
    let json: Json | undefined;
    return new Promise((resolve, reject) => {
      const call = { method, url, headers, ...(body === undefined ? {} : { body }), stream };
      const failed = (problem: string) => reject(new Error(`${originOf(url)} did not answer: ${problem}`));
      const exchange = this.#http.exchange(call, (came) => {
        const whole = came.kind === 'message' && head ? { ...came, http: head } : came;
        this.#border.hears(whole, ({ kind, http, message, closed }) => {
          if (kind === 'http') head = http;
          else if (kind === 'message') json = message;
          else if (kind !== 'closed') return;
          else if (head && closed?.how !== 'error' && closed?.how !== 'reset')
            resolve({ status: head.status ?? 0, headers: head.headers, json });
          else failed(closed?.problem ?? 'the connection closed');
        });
      });
      const cancel = afterWorking(this.#clock, this.#within, () => {
        failed(`no whole answer within ${this.#within} ms`);
        exchange.reset();
      });
      void exchange.done.then(cancel);
    });
  }
}

/** The JSON of an answer if it is an object, else an empty one. */
export const objectOf = ({ json }: WebAnswer): JsonObject => (isObject(json) ? json : {});

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
