import { request as ask, createServer } from 'node:http';
import { expect } from 'vitest';
import { listening } from '../testing/peers.js';
import { PROCTOR, type Running, type Sandbox } from '../testing/program.js';

/** Starts a proxy with these options; resolves once it listens. */
export async function proxied(sandbox: Sandbox, args: string[]) {
  const running = sandbox.launch([process.execPath, PROCTOR, 'proxy', ...args]);
  const url = (await running.firstLine()).replace('listening on ', '');
  return { running, url };
}

/** A server between two programs that writes down the bodies that pass, as bytes, by request: what was asked, and what was answered. */
export async function tee(to: string) {
  const seen: { asked: string; sent: Buffer[]; got: Buffer[] }[] = [];
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const one = { asked: `${method} ${url}`, sent: [] as Buffer[], got: [] as Buffer[] };
    seen.push(one);
    const upstream = ask(new URL(url, to), { method, headers: { ...headers, host: new URL(to).host } }, (answer) => {
      one.asked += ` ${answer.statusCode} ${answer.headers['content-type']}`;
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      response.flushHeaders();
      answer.on('data', (chunk: Buffer) => one.got.push(chunk));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    upstream.on('error', () => response.destroy());
    response.once('close', () => upstream.destroy());
    request.on('data', (chunk: Buffer) => one.sent.push(chunk));
    request.pipe(upstream);
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}${new URL(to).pathname}`,
    /** Requests may pass each other: in the order of what they are. */
    bytes: () =>
      seen
        .map(({ asked, sent, got }) => [asked, ...[sent, got].map((all) => Buffer.concat(all).toString('latin1'))])
        .sort((a, b) => (a.join() < b.join() ? -1 : 1)),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends a program and waits until it is gone. */
export async function ended(running: Running): Promise<void> {
  running.signal('SIGTERM');
  await running.done;
}

/** Ends a proxy that was to fail on findings, and judges what it recorded. */
export async function expectSound(sandbox: Sandbox, running: Running, role: string): Promise<void> {
  running.signal('SIGINT');
  const { exit, stderr } = await running.done;
  expect([exit, stderr]).toEqual([0, '']);
  const judged = await sandbox.run(['validate', role, 'r']);
  expect([judged.exit, judged.stdout]).toEqual([0, expect.stringMatching(/: valid\n$/)]);
}
