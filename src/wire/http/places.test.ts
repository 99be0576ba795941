import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { listenWebSocket } from '../websocket/websocket.js';
import { type HttpPlaces, listenAtPlaces } from './places.js';
import type { ServerExchange } from './server.js';
import { listenHttp } from './server.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function places(): Promise<HttpPlaces> {
  const all = await listenAtPlaces({ port: 0, key: 'secret', names: ['a', 'b'], session: 'x-session' });
  open.push(all);
  return all;
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

  it('lets a request wait for whoever takes the place', async () => {
    const all = await places();
    const asked = get(`${all.urlOf('a')}/early`);
    await new Promise((settle) => setTimeout(settle, 50));
    await taken(all, 'a', 'late');
    expect(await asked).toEqual([200, 'late /early below /secret/a']);
  });

  it('answers 404 for a session of whoever had the place before, and 503 for one request too many', async () => {
    const all = await places();
    const first = await taken(all, 'a', 'first');
    const mine = { 'x-session': 'one' };
    expect((await get(all.urlOf('a'), mine))[0]).toBe(200);
    await first.close();
    await taken(all, 'a', 'second');
    expect(await get(all.urlOf('a'), mine)).toEqual([404, 'This session is over: its case has ended']);
    expect((await get(all.urlOf('a'), { 'x-session': 'two' }))[0]).toBe(200);
    expect((await get(all.urlOf('a'), { 'x-session': 'two' }))[0]).toBe(200);
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
