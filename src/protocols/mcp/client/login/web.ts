import type { Json } from '../../../../json/json.js';
import type { Border, Headers, HttpHead } from '../../../../wire/carried.js';
import { HttpClient } from '../../../../wire/http/client.js';

/** What a request of a login was answered with; `json` is unset where that is no JSON. */
export interface WebAnswer {
  status: number;
  headers: Headers;
  json: Json | undefined;
}

/** How a login reaches other servers. What it reads crosses the border, a body together with its head; redirects are not followed. */
export class LoginWeb {
  readonly #http = new HttpClient();
  #count = 0;

  constructor(private readonly border: Border) {}

  /** Rejects where no answer comes. */
  get(url: string): Promise<WebAnswer> {
    return this.#ask('GET', url, { accept: 'application/json, */*;q=0.5' });
  }

  /** Rejects where no answer comes. */
  post(url: string, headers: Headers, body: string): Promise<WebAnswer> {
    return this.#ask('POST', url, { accept: 'application/json', ...headers }, body);
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
      this.#http.exchange({ method, url, headers, ...(body === undefined ? {} : { body }), stream }, (came) => {
        const whole = came.kind === 'message' && head ? { ...came, http: head } : came;
        this.border.hears(whole, ({ kind, http, message, closed }) => {
          if (kind === 'http') head = http;
          else if (kind === 'message') json = message;
          else if (kind !== 'closed') return;
          else if (head) resolve({ status: head.status ?? 0, headers: head.headers, json });
          else
            reject(new Error(`${new URL(url).origin} did not answer: ${closed?.problem ?? 'the connection closed'}`));
        });
      });
    });
  }
}
