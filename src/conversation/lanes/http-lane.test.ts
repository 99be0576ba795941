import { afterEach, describe, expect, it } from 'vitest';
import { realClock } from '../../wire/clock/clock.js';
import { MovedClock } from '../../wire/clock/moved-clock.js';
import { HttpClient } from '../../wire/http/client.js';
import { type HttpListener, listenHttp, type ServerExchange } from '../../wire/http/server.js';
import { Channel } from '../channel.js';
import type { LaneHost } from '../lane.js';
import { HttpLane } from './http-lane.js';

let listener: HttpListener;
afterEach(() => listener.close());

const host: LaneHost = {
  main: new Channel('main'),
  channel: (name) => new Channel(name),
  record: () => undefined,
  wake: () => undefined,
};

/** A lane to a server that deals with the request which ends the session as it pleases, on a clock that stands still. */
async function laneTo(take: (exchange: ServerExchange) => void, goodbyes = { unanswered: false }) {
  let came: () => void;
  const asked = new Promise<void>((resolve) => {
    came = resolve;
  });
  listener = await listenHttp({
    onExchange: (exchange) => {
      take(exchange);
      came();
    },
  });
  const clock = new MovedClock({ heard: () => 0, said: () => 0 });
  clock.start();
  const request = { method: 'DELETE', url: listener.url, headers: {} };
  const carrier = { request: () => request, learn: () => undefined, goodbye: () => request };
  const client = new HttpClient({ clock: realClock });
  const lane = new HttpLane(host, client, carrier, clock, { sent: () => 0, received: () => 0 }, true, goodbyes);
  return { lane, asked, goodbyes, to: (ms: number) => clock.take({ heard: 0, to: ms }) };
}

const held = () => undefined;
const endless = (exchange: ServerExchange) => {
  exchange.head(200, { 'content-type': 'application/json' });
  exchange.raw('{');
};

describe('the request that ends a session', () => {
  it('is waited for where it is answered', async () => {
    const { lane, goodbyes } = await laneTo((exchange) => {
      exchange.head(204);
      exchange.end();
    });
    await lane.end();
    expect(goodbyes.unanswered).toBe(false);
  });

  it.each([
    ['is not answered', held],
    ['has an answer that does not end', endless],
  ])('is waited for no longer than a second where it %s', async (_what, take) => {
    const { lane, asked, to, goodbyes } = await laneTo(take);
    let ended = false;
    const end = lane.end().then(() => {
      ended = true;
    });
    await asked;
    await to(999);
    expect(ended).toBe(false);
    await to(1_000);
    await end;
    expect(goodbyes.unanswered).toBe(true);
  });

  it('is sent and hardly waited for where an earlier one was not answered', async () => {
    const { lane, asked, to } = await laneTo(held, { unanswered: true });
    const end = lane.end();
    await asked;
    await to(50);
    await end;
  });

  it('is waited for until the case has to end', async () => {
    const limit = new AbortController();
    const { lane, asked, goodbyes } = await laneTo(held);
    const end = lane.end(limit.signal);
    await asked;
    limit.abort();
    await end;
    expect(goodbyes.unanswered).toBe(false);
  });
});
