import type { PushNotificationConfig } from '../../../../generated/types/a2a-0.3.0.js';
import { type JsonObject, stringifyJson } from '../../../../json/json.js';
import type { Border, Headers } from '../../../../wire/carried.js';
import { type Clock, during, realClock } from '../../../../wire/clock/clock.js';
import type { AddressGuard } from '../../../../wire/http/address-guard.js';
import { HttpClient } from '../../../../wire/http/client.js';

/** ms, real time, that a webhook may take to answer: it keeps the posts after that one waiting. */
const ANSWERED_WITHIN = 30_000;

/**
 * Posts tasks to webhooks (A2A 0.3.0, 9.5): the posts to one webhook one after the other, in order. A webhook that refuses or can
 * not be reached misses what it missed.
 */
export class Delivery {
  readonly #client: HttpClient;
  readonly #last = new Map<string, Promise<void>>();
  #count = 0;

  constructor(
    private readonly clock: Clock,
    private readonly border: Border,
    guard: AddressGuard,
    /** The media type of what is posted. */
    private readonly mediaType = 'application/json',
  ) {
    this.#client = new HttpClient({ guard });
  }

  /** Posts a task with this id, as the body that tells of it. */
  post(id: string, body: JsonObject, hook: PushNotificationConfig & { id: string }): void {
    const key = `${id} ${hook.id}`;
    const posted = (this.#last.get(key) ?? Promise.resolve()).then(() => this.#send(body, hook));
    this.#last.set(key, posted);
    void posted.then(() => this.#last.get(key) === posted && this.#last.delete(key));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #send(message: JsonObject, { url, token, authentication }: PushNotificationConfig): Promise<void> {
    const stream = `push-${++this.#count}`;
    const headers: Headers = {
      'content-type': this.mediaType,
      ...(token === undefined ? {} : { 'x-a2a-notification-token': token }),
      ...authorizationOf(authentication),
    };
    const { pathname, search } = new URL(url);
    const http = { method: 'POST', path: pathname + search, headers };
    const sent = new Promise<void>((resolve) => {
      let emitted = false;
      this.border.sends({ kind: 'message', message, http, stream }, (carried) => {
        emitted = true;
        const body = stringifyJson(carried.message ?? null);
        const call = { method: 'POST', url, headers: carried.http?.headers ?? headers, body, stream };
        const exchange = this.#client.exchange(call, () => undefined);
        const cancel = realClock.after(ANSWERED_WITHIN, () => exchange.end());
        void exchange.done.then(cancel).then(resolve);
      });
      // What the border keeps back is not waited for.
      if (!emitted) resolve();
    });
    return during(this.clock, sent);
  }
}

function authorizationOf(authentication: PushNotificationConfig['authentication']): Headers {
  const { schemes = [], credentials } = authentication ?? {};
  const scheme = schemes.find((name) => /^(bearer|basic)$/i.test(name));
  return scheme === undefined || credentials === undefined ? {} : { authorization: `${scheme} ${credentials}` };
}
