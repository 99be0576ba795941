import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddressGuard, type AddressGuardOptions, type Resolve } from './address-guard.js';
import { HttpClient } from './client.js';
import { type HttpListener, listenHttp } from './server.js';

let listener: HttpListener;
let asked: string[];
beforeEach(async () => {
  asked = [];
  listener = await listenHttp({
    onExchange: (exchange) => {
      asked.push(String(exchange.headers.host));
      exchange.json(200, {});
    },
  });
});
afterEach(() => listener.close());

const address = (text: string): LookupAddress => ({ address: text, family: text.includes(':') ? 6 : 4 });
/** Resolves every name to these, one answer after the other; the last of them stays. */
const resolving =
  (...answers: string[][]): Resolve =>
  (_name, then) => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    then(null, answer.map(address));
  };

/** Asks for a URL at the port of the listener; resolves with the status, or why there is none. */
async function ask(host: string, options: AddressGuardOptions = {}): Promise<number | string | undefined> {
  const client = new HttpClient({ guard: new AddressGuard(options) });
  const seen: (number | string | undefined)[] = [];
  const call = { method: 'GET', url: `http://${host}:${listener.port}/`, stream: 's' };
  await client.exchange(call, ({ http, closed }) => seen.push(http?.status ?? closed?.problem)).done;
  await client.close();
  return seen[0];
}

const REFUSED = /^nothing is sent to .*: it is neither an address on the internet nor loopback$/;

describe('a request to a URL of somebody else', () => {
  it.each(['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '0177.0.0.1', '127.1'])(
    'reaches loopback where the URL says so: %s',
    async (host) => {
      expect(await ask(host, { resolve: resolving(['127.0.0.1']) })).toBe(200);
    },
  );

  it.each([
    ...[
      '0.0.0.0',
      '0',
      '10.0.0.1',
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '192.168.0.1',
    ],
    ...['[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]'],
    ...['[2002:7f00:1::]', '[fe80::1]', '[fd00::1]', '[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]'],
  ])('goes to no other address of this machine or its networks: %s', async (host) => {
    expect(await ask(host)).toMatch(REFUSED);
    expect(asked).toEqual([]);
  });

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1'],
    ['93.184.216.34', '127.0.0.1'],
    ['127.0.0.1', '93.184.216.34'],
  ])('goes to no name that leads there: %s %s', async (...addresses) => {
    const problems: string[] = [];
    const refused = (problem: string) => problems.push(problem);
    const resolve = resolving(addresses.filter((one) => one !== undefined));
    expect(await ask('hook.example', { resolve, refused })).toMatch(REFUSED);
    expect([asked, problems]).toEqual([[], [expect.stringContaining('hook.example (')]]);
  });

  it('goes to no name below localhost that leads elsewhere', async () => {
    expect(await ask('a.localhost', { resolve: resolving(['169.254.169.254']) })).toMatch(REFUSED);
  });

  it('connects to an address that was judged, whatever the name resolves to the next time', async () => {
    let count = 0;
    const resolve: Resolve = (_name, then) => {
      count += 1;
      // What would be connected to were it resolved once more.
      then(null, [address(count === 1 ? '198.51.101.1' : '127.0.0.1')]);
    };
    const guard = new AddressGuard({ resolve });
    const url = new URL('http://hook.example/');
    const judged = await new Promise((settle) =>
      guard.lookupFor(url)!('hook.example', {}, (_error, found) => settle(found)),
    );
    expect([judged, count]).toEqual(['198.51.101.1', 1]);
  });

  it('goes where the user has allowed it', async () => {
    const url = `http://hook.example:${listener.port}`;
    const guard = new AddressGuard({ allowed: [url] });
    expect(guard.lookupFor(new URL(`${url}/x`))).toBeUndefined();
    expect(guard.lookupFor(new URL(`https://hook.example:${listener.port}`))).toBeDefined();
    const allowed = [`http://[::ffff:7f00:1]:${listener.port}/any`];
    expect(String(await ask('[::ffff:127.0.0.1]', { allowed }))).not.toMatch(REFUSED);
  });

  it('ends with the error of a name that is not there', async () => {
    const resolve: Resolve = (_name, then) => then(new Error('no such name'), undefined as never);
    expect(await ask('hook.example', { resolve })).toBe('no such name');
    expect(await ask('hook.example', { resolve: resolving([]) })).toBe('hook.example has no address');
  });
});
