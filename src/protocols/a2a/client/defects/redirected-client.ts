import type { Listener } from '../../../../wire/carried.js';
import { type Exchange, type HttpCall, HttpClient } from '../../../../wire/http/client.js';

/** Goes where a redirect leads, with all that it was about to say. */
export class RedirectedClient extends HttpClient {
  override exchange(call: HttpCall, listener: Listener): Exchange {
    let next: Exchange | undefined;
    const first = super.exchange(call, (carried) => {
      if (next) return;
      const { location } = carried.http?.headers ?? {};
      if (location === undefined) return listener(carried);
      next = this.exchange({ ...call, url: new URL(location, call.url).href }, listener);
      first.end();
    });
    const { written, done } = first;
    return { written, done, end: () => (next ?? first).end(), reset: () => (next ?? first).reset() };
  }
}
