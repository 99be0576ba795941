import { afterEach, describe, expect, it } from 'vitest';
import { realClock } from '../../wire/clock/clock.js';
import { MovedClock } from '../../wire/clock/moved-clock.js';
import { HttpClient } from '../../wire/http/client.js';
import { type HttpListener, listenHttp, type ServerExchange } from '../../wire/http/server.js';
import { Channel } from '../channel.js';
import type { LaneHost } from '../lane.js';
import { noExperience } from './http-experience.js';
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
async function laneTo(take: (exchange: ServerExchange) => void, experience = noExperience()) {
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
  const request = (method: string) => ({ method, url: listener.url, headers: {} });
  const carrier = {
    request: () => request('POST'),
    stream: () => request('GET'),
    learn: () => undefined,
    goodbye: () => request('DELETE'),
  };
  const client = new HttpClient({ clock: realClock });
  const traffic = { sent: () => 0, received: () => 0 };
  const lane = new HttpLane(host, client, carrier, clock, traffic, true, { experience, opensStream: true });
  return { lane, asked, experience, to: (ms: number) => clock.take({ heard: 0, to: ms }) };
}

const held = () => undefined;
const endless = (exchange: ServerExchange) => {
  exchange.head(200, { 'content-type': 'application/json' });
  exchange.raw('{');
};

describe('the request that ends a session', () => {
  it('is waited for where it is answered', async () => {
    const { lane, experience } = await laneTo((exchange) => {
      exchange.head(204);
      exchange.end();
    });
    await lane.end();
    expect(experience.goodbyeUnanswered).toBe(false);
  });

  it.each([
    ['is not answered', held],
    ['has an answer that does not end', endless],
  ])('is waited for no longer than a second where it %s', async (_what, take) => {
    const { lane, asked, to, experience } = await laneTo(take);
    let ended = false;
    const end = lane.end().then(() => {
      ended = true;
    });
    await asked;
    await to(999);
    expect(ended).toBe(false);
    await to(1_000);
    await end;
    expect(experience.goodbyeUnanswered).toBe(true);
  });

  it('is sent and waited for 50 ms if an earlier one was not answered', async () => {
    const { lane, asked, to, experience } = await laneTo(held, { ...noExperience(), goodbyeUnanswered: true });
    let ended = false;
    const end = lane.end().then(() => {
      ended = true;
    });
    await asked;
    await to(49);
    expect(ended).toBe(false);
    await to(50);
    await end;
    expect(experience.goodbyeUnanswered).toBe(true);
  });

  it('is waited for until the case has to end', async () => {
    const limit = new AbortController();
    const { lane, asked, experience } = await laneTo(held);
    const end = lane.end(limit.signal);
    await asked;
    limit.abort();
    await end;
    expect(experience.goodbyeUnanswered).toBe(false);
  });
});

const NOTE = { message: { jsonrpc: '2.0', method: 'notifications/initialized' } };

/** Sends a notification; `over` tells whether that is done. */
function notify(lane: HttpLane) {
  const sending = { over: false, done: Promise.resolve() };
  sending.done = lane.send([NOTE]).then(() => {
    sending.over = true;
  });
  return sending;
}

/** A server that counts requests by method, and answers those of one in this way; the others have 202 or 204. */
function counting(method: string, answer: (exchange: ServerExchange) => void) {
  const asked: string[] = [];
  let more: () => void = () => undefined;
  return {
    asked,
    /** Resolves once the method has been asked for so often. */
    async times(count: number) {
      while (asked.filter((one) => one === method).length < count)
        await new Promise<void>((resolve) => {
          more = resolve;
        });
    },
    take(exchange: ServerExchange) {
      asked.push(exchange.method);
      more();
      if (exchange.method === method) return answer(exchange);
      exchange.head(exchange.method === 'POST' ? 202 : 204);
      exchange.end();
    },
  };
}

describe('the stream that the peer opens by itself', () => {
  it('is waited for no longer than a second, and hardly where an earlier one was not answered', async () => {
    const server = counting('GET', held);
    const { lane, to, experience } = await laneTo(server.take);
    const first = notify(lane);
    await server.times(1);
    await to(999);
    expect(first.over).toBe(false);
    await to(1_000);
    await first.done;
    expect(experience.stream).toBe('unanswered');
    const second = notify(lane);
    await server.times(2);
    await to(1_050);
    await second.done;
    await lane.end();
  });

  it.each([404, 405])('is asked for no more where the server answers with %i', async (status) => {
    const server = counting('GET', (exchange) => {
      exchange.head(status);
      exchange.end();
    });
    const { lane, experience } = await laneTo(server.take);
    await notify(lane).done;
    await notify(lane).done;
    expect([server.asked, experience.stream]).toEqual([['POST', 'GET', 'POST'], 'refused']);
    await lane.end();
  });

  it('is not asked for where the message before it was refused', async () => {
    const server = counting('POST', (exchange) => {
      exchange.head(404);
      exchange.end();
    });
    const { lane } = await laneTo(server.take);
    await notify(lane).done;
    expect(server.asked).toEqual(['POST']);
    await lane.end();
  });
});

describe('a notification', () => {
  it('is waited for two seconds, and hardly after three that were not answered', async () => {
    const server = counting('POST', held);
    const { lane, to, experience } = await laneTo(server.take, { ...noExperience(), stream: 'refused' });
    for (const time of [2_000, 4_000, 6_000]) {
      const sending = notify(lane);
      await server.times(time / 2_000);
      await to(time - 1);
      expect(sending.over).toBe(false);
      await to(time);
      await sending.done;
    }
    expect(experience.unaccepted).toBe(3);
    const last = notify(lane);
    await server.times(4);
    await to(6_050);
    await last.done;
    await lane.end();
  });
});
