import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Clock, realClock } from '../clock/clock.js';
import { listenWebSocket } from '../websocket/websocket.js';
import { type HttpPlaces, listenAtPlaces } from './places.js';
import type { ServerExchange } from './server.js';
import { listenHttp } from './server.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function places(clock: Clock = realClock): Promise<HttpPlaces> {
  const agreed = { header: 'x-version', by: 'begin', versions: ['1'] };
  const all = await listenAtPlaces({ port: 0, key: 'secret', names: ['a', 'b'], session: 'x-session', agreed, clock });
  open.push(all);
  return all;
}

const NOBODY = 'Proctor has no case for this server now: do what its page says, and try again';

/** A clock that stands, and what waits for it, each with its ms. */
function stopped(): { clock: Clock; waiting: Map<() => void, number> } {
  const waiting = new Map<() => void, number>();
  const after: Clock['after'] = (ms, act) => {
    waiting.set(act, ms);
    return () => void waiting.delete(act);
  };
  return { clock: { ...realClock, after }, waiting };
}

const says = (text: string) => (exchange: ServerExchange) => {
  exchange.head(200, { 'content-type': 'text/plain' });
  exchange.text(`${text} ${exchange.path} below ${exchange.below}`);
};

const taken = (all: HttpPlaces, name: string, text: string) =>
  listenHttp({ place: all.take(name), onExchange: says(text) });

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return [response.status, (await response.text()).trim()];
};

describe('a server with places', () => {
  it('brings each request to whoever has its place, without the address of the place', async () => {
    const all = await places();
    const first = await taken(all, 'a', 'first');
    await taken(all, 'b', 'other');
    expect(first.url).toBe(all.urlOf('a'));
    expect(await get(`${all.urlOf('a')}/x/y?z=1`)).toEqual([200, 'first /x/y?z=1 below /secret/a']);
    expect(await get(all.urlOf('b'))).toEqual([200, 'other / below /secret/b']);
    await first.close();
    await taken(all, 'a', 'second');
    expect(await get(`${all.urlOf('a')}/x`)).toEqual([200, 'second /x below /secret/a']);
  });

  it('has nothing without its key, and at no other name', async () => {
    const all = await places();
    await taken(all, 'a', 'first');
    const wrong = all.urlOf('a').replace('secret', 'secreT');
    const nothing = [404, 'There is nothing at this address: use the one that Proctor has shown, whole'];
    expect(await get(wrong)).toEqual(nothing);
    expect(await get(all.urlOf('c'))).toEqual(nothing);
    expect(await get(all.urlOf('a').replace('/secret/a', '/'))).toEqual(nothing);
  });

  it('refuses the Host and the Origin of another machine', async () => {
    const all = await places();
    await taken(all, 'a', 'first');
    expect((await get(all.urlOf('a'), { origin: 'https://evil.example' }))[0]).toBe(403);
  });

  it('lets requests wait for whoever takes the place, 100 of them', async () => {
    const { clock, waiting } = stopped();
    const all = await places(clock);
    const asked = Array.from({ length: 100 }, (_, at) => get(`${all.urlOf('a')}/${at}`));
    await expect.poll(() => waiting.size).toBe(100);
    expect(await get(`${all.urlOf('a')}/100`)).toEqual([503, NOBODY]);
    await taken(all, 'a', 'late');
    expect((await Promise.all(asked)).map(([status]) => status)).toEqual(asked.map(() => 200));
    expect(waiting.size).toBe(0);
  });

  it('answers 503 if nobody takes the place for 20 s, and forgets who went away', async () => {
    const { clock, waiting } = stopped();
    const all = await places(clock);
    const left = new AbortController();
    const gone = fetch(all.urlOf('a'), { signal: left.signal }).catch(() => 'gone');
    await expect.poll(() => waiting.size).toBe(1);
    left.abort();
    expect(await gone).toBe('gone');
    await expect.poll(() => waiting.size).toBe(0);
    const asked = get(all.urlOf('a'));
    await expect.poll(() => waiting.size).toBe(1);
    const [[act, ms]] = [...waiting] as [[() => void, number]];
    expect(ms).toBe(20_000);
    act();
    expect(await asked).toEqual([503, NOBODY]);
  });

  it('answers 404 for what belongs to a conversation with whoever had the place before, and has no session', async () => {
    const all = await places();
    const of = (message: object, headers: Record<string, string> = {}) =>
      fetch(all.urlOf('a'), { method: 'POST', headers, body: JSON.stringify(message) }).then(({ status }) => status);
    const late = () => Promise.all([of({ id: 1, result: {} }), of({ id: 2, method: 'list' }, { 'x-version': '1' })]);
    const first = await taken(all, 'a', 'first');
    // There was nobody before.
    expect(await late()).toEqual([200, 200]);
    await first.close();
    const second = await taken(all, 'a', 'second');
    expect(await late()).toEqual([404, 404]);
    expect(await of({ id: 3, method: 'list' }, { 'x-version': '1', 'x-session': 'of nobody' })).toBe(200);
    expect(await of({ id: 1, method: 'begin' })).toBe(200);
    expect(await late()).toEqual([200, 200]);
    await second.close();
    await taken(all, 'a', 'third');
    expect(await late()).toEqual([404, 404]);
  });

  it('answers 404 for a session of whoever had the place before, once a response has begun it', async () => {
    const all = await places();
    const begins = (id: string) =>
      listenHttp({
        place: all.take('a'),
        onExchange: (exchange) => {
          exchange.head(200, { 'X-Session': id });
          exchange.text(id);
        },
      });
    const of = (session: string) => get(all.urlOf('a'), { 'x-session': session });
    const first = await begins('one');
    // Nobody has begun it: whoever has the place judges that.
    expect(await of('none')).toEqual([200, 'one']);
    expect(await of('one')).toEqual([200, 'one']);
    await first.close();
    await begins('two');
    expect(await of('one')).toEqual([404, 'This session is over: its case has ended']);
    expect(await of('none')).toEqual([200, 'two']);
    expect(await of('two')).toEqual([200, 'two']);
  });

  it('ends what is open when somebody leaves the place, and nothing else', async () => {
    const all = await places();
    const held: ServerExchange[] = [];
    const first = await listenHttp({ place: all.take('a'), onExchange: (exchange) => void held.push(exchange) });
    const other = await listenHttp({ place: all.take('b'), onExchange: (exchange) => void held.push(exchange) });
    const cut = get(all.urlOf('a')).catch(() => 'cut');
    const kept = get(all.urlOf('b'));
    await expect.poll(() => held.length).toBe(2);
    await first.close();
    expect(await cut).toBe('cut');
    const left = held.find(({ below }) => below === '/secret/b')!;
    says('kept')(left);
    expect(await kept).toEqual([200, 'kept / below /secret/b']);
    await other.close();
  });

  it('brings WebSockets, too, and refuses them while nobody has the place', async () => {
    const all = await places();
    const url = all.urlOf('a').replace(/^http/, 'ws');
    const refused = await new Promise((settle) =>
      new WebSocket(url).on('unexpected-response', (_, { statusCode }) => settle(statusCode)).on('error', () => {}),
    );
    expect(refused).toBe(503);
    const heads: string[] = [];
    const listener = await listenWebSocket({
      place: all.take('a'),
      onPeer: (_, { path }) => void heads.push(path ?? ''),
    });
    const socket = new WebSocket(`${url}/chat`);
    await new Promise((settle) => socket.on('open', settle));
    const closed = new Promise((settle) => socket.on('close', settle));
    expect(heads).toEqual(['/chat']);
    await listener.close();
    await closed;
  });
});
