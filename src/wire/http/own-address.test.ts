import { createServer, get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { listenOn } from '../sockets.js';
import { admit } from './admission.js';
import { httpHandlers } from './handlers.js';
import { admitsOwn, shownAddress } from './own-address.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const at = (localAddress: string, localPort = 8080) => ({ localAddress, localPort });
const entering = (host: string | undefined, socket: ReturnType<typeof at>, headers: { [name: string]: string }) =>
  admit({ path: '/', headers }, admitsOwn({}, host, socket))?.status ?? 200;

describe('a server that other machines may reach', () => {
  it.each([
    ['192.0.2.2', '192.0.2.2', '192.0.2.2:8080', 200],
    ['192.0.2.2', '192.0.2.2', '192.0.2.3:8080', 403],
    ['192.0.2.2', '192.0.2.2', 'evil.example:8080', 403],
    ['0.0.0.0', '192.0.2.2', '192.0.2.2:8080', 200],
    ['0.0.0.0', '192.0.2.2', '192.0.2.3:8080', 403],
    ['0.0.0.0', '192.0.2.2', 'evil.example:8080', 403],
    ['0.0.0.0', '127.0.0.1', 'localhost:8080', 200],
    ['::', '::ffff:192.0.2.2', '192.0.2.2:8080', 200],
    ['::', '2001:db8::1', '[2001:db8::1]:8080', 200],
    ['2001:db8::1', '2001:db8::1', '[2001:db8::1]:8080', 200],
    [undefined, '192.0.2.2', '192.0.2.2:8080', 403],
  ])('that listens at %s and is reached at %s answers the Host %s with %i', (host, address, name, status) => {
    expect(entering(host, at(address), { host: name })).toBe(status);
  });

  it.each([
    ['its own page', 'http://192.0.2.2:8080', 200],
    ['a page of another port', 'http://192.0.2.2:9090', 403],
    ['a page of another site', 'http://evil.example', 403],
    ['no page at all', undefined, 200],
  ])('is reached by %s', (_, origin, status) => {
    const headers = { host: '192.0.2.2:8080', ...(origin === undefined ? {} : { origin }) };
    for (const host of ['0.0.0.0', '192.0.2.2']) expect(entering(host, at('192.0.2.2'), headers)).toBe(status);
  });

  it('takes its page without the usual port', () => {
    expect(entering('0.0.0.0', at('192.0.2.2', 80), { host: '192.0.2.2', origin: 'http://192.0.2.2' })).toBe(200);
  });

  it('has a URL that others can open', () => {
    expect([shownAddress('192.0.2.2'), shownAddress('2001:db8::1')]).toEqual(['192.0.2.2', '[2001:db8::1]']);
    const others = Object.values(networkInterfaces())
      .flatMap((some) => some ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    expect([...others, '127.0.0.1']).toContain(shownAddress('0.0.0.0'));
  });

  it('lets whoever takes its requests judge them in the same way', async () => {
    const server = createServer();
    const given: (number | undefined)[] = [];
    const { request } = httpHandlers(server, {
      host: '192.0.2.2',
      onExchange: (exchange) => {
        given.push(admit({ path: '/', headers: exchange.headers }, exchange.admitting({}))?.status);
        exchange.text('');
      },
    });
    server.on('request', request);
    const { port, close } = await listenOn(server);
    closing.push(close);
    const asked = (host: string) =>
      new Promise<number | undefined>((settle) => {
        const headers = { host, origin: `http://${host}` };
        get({ host: '127.0.0.1', port, headers }, (answer) => settle(answer.resume().statusCode));
      });
    expect([await asked(`192.0.2.2:${port}`), await asked('evil.example')]).toEqual([200, 403]);
    expect(given).toEqual([undefined]);
  });
});
