import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { OAuthWeb } from '../web.js';
import { visit } from './browser.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const listening = (answer: (path: string) => string | undefined, port = 0) =>
  new Promise<number>((settle) => {
    const server = createServer((request, response) => {
      const location = answer(request.url!);
      response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end();
    });
    closing.push(() => server.close());
    server.listen(port, '127.0.0.1', () => settle((server.address() as AddressInfo).port));
  });

it('loads an address again while nobody listens there, until `reloads` says no', async () => {
  const spare = createServer();
  const free = await new Promise<number>((settle) => {
    spare.listen(0, '127.0.0.1', () => settle((spare.address() as AddressInfo).port));
  });
  await new Promise((closed) => spare.close(closed));
  const first = await listening(() => `http://127.0.0.1:${free}/callback`);
  const web = new OAuthWeb();
  closing.push(() => web.close());
  const page = new URL(`http://127.0.0.1:${first}/authorize`);
  await expect(visit(web, page)).rejects.toThrow('connection refused');
  let reloads = 0;
  const came = await visit(web, page, undefined, async () => {
    if (++reloads === 2) await listening(() => undefined, free);
    return true;
  });
  expect([came.at.pathname, came.status, reloads]).toEqual(['/callback', 200, 2]);
  // The page that the client shows must be there.
  const nowhere = new URL('http://127.0.0.1:1/');
  await expect(visit(web, nowhere, undefined, async () => true)).rejects.toThrow('connection refused');
});
