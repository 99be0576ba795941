import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { defaultLimits } from '../wire/limits.js';
import { connectControl } from './client.js';
import { type ControlServer, serveControl } from './server.js';
import type { ControlSocket } from './socket-messages.js';
import { type ControlListener, ControlProblem, type LiveSession } from './types.js';

const TOKEN = 'secret-of-this-test';
const servers: ControlServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A session that answers what the tests ask, and what makes it say something. */
function session(): { live: LiveSession; say: ControlListener; asked: unknown[] } {
  const listeners = new Set<ControlListener>();
  const asked: unknown[] = [];
  const live: LiveSession = {
    request: async (method, params) => {
      asked.push([method, params]);
      if (method === 'clock/advance') throw new ControlProblem('the clock of this mock is real');
      if (method === 'fault/set') throw new Error('broken');
      return { lines: [], next: 0, end: true, exact: 12345678901234567890n } as never;
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const say: ControlListener = (name, params) => {
    for (const listener of listeners) listener(name, params);
  };
  return { live, asked, say };
}

async function serving(live: LiveSession): Promise<ControlServer & { at: string }> {
  const server = await serveControl(live, { port: 0, token: TOKEN, limits: defaultLimits });
  servers.push(server);
  return { ...server, at: `${server.url.replace(/^http/, 'ws').replace(/#.*/, '')}control` };
}

const protocols = (token: string) => ['proctor-control-v1', `proctor.${token}`];

async function opened(socket: WebSocket): Promise<ControlSocket> {
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  return {
    send: (text) => socket.send(text),
    listen: ({ text, closed }) => void socket.on('message', (data) => text(String(data))).on('close', closed),
    close: () => socket.close(),
  };
}

/** What a connection is refused with. */
const refused = (socket: WebSocket) =>
  new Promise<number>((resolve, reject) => {
    socket
      .on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      .on('open', () => reject(new Error('let in')));
    socket.on('error', () => undefined);
  });

describe('the control channel', () => {
  it('answers requests, with numbers as exact as they are', async () => {
    const { live, asked } = session();
    const { at } = await serving(live);
    const control = connectControl(await opened(new WebSocket(at, protocols(TOKEN))));
    expect(await control.request('transcript/read', { from: 3 })).toMatchObject({ exact: 12345678901234567890n });
    expect(asked).toEqual([['transcript/read', { from: 3 }]]);
    control.close();
    await control.closed;
  });

  it('says what comes to each client that listens, until it listens no longer', async () => {
    const { live, say } = session();
    const { at } = await serving(live);
    const one = connectControl(await opened(new WebSocket(at, protocols(TOKEN))));
    const other = connectControl(await opened(new WebSocket(at, protocols(TOKEN))));
    const heard: string[] = [];
    const end = one.on('transcript/line', () => heard.push('one'));
    other.on('transcript/line', () => heard.push('other'));
    say('transcript/line', { lines: [] });
    await Promise.all([one.request('session/list'), other.request('session/list')]);
    end();
    say('transcript/line', { lines: [] });
    await Promise.all([one.request('session/list'), other.request('session/list')]);
    expect(heard.sort()).toEqual(['one', 'other', 'other']);
  });

  it.for([
    ['clock/advance', { ms: 5 }, -32000, 'the clock of this mock is real'],
    ['clock/advance', { ms: -5 }, -32602, 'params/ms'],
    ['clock/advance', { ms: 5, more: 1 }, -32602, 'more'],
    ['fault/set', { id: 'a', on: true }, -32603, 'broken'],
    ['nothing', {}, -32601, 'there is no method nothing'],
    ['transcript/line', { lines: [] }, -32601, 'there is no method'],
  ] as const)('refuses %s %j with %i', async ([method, params, code, words]) => {
    const { live } = session();
    const { at } = await serving(live);
    const control = connectControl(await opened(new WebSocket(at, protocols(TOKEN))));
    await expect(control.request(method as 'clock/advance', params as never)).rejects.toMatchObject({
      name: 'ControlProblem',
      code,
      message: expect.stringContaining(words),
    });
  });

  it('lets in nobody without the token, of another site, by another name or elsewhere', async () => {
    const { live } = session();
    const { at } = await serving(live);
    expect(await refused(new WebSocket(at, protocols('wrong')))).toBe(401);
    expect(await refused(new WebSocket(at, ['proctor-control-v1']))).toBe(401);
    expect(await refused(new WebSocket(at, protocols(TOKEN), { origin: 'https://evil.example' }))).toBe(403);
    expect(await refused(new WebSocket(at, protocols(TOKEN), { headers: { host: 'evil.example' } }))).toBe(403);
    expect(await refused(new WebSocket(at.replace('control', 'other'), protocols(TOKEN)))).toBe(404);
  });

  it('closes a connection whose text is no JSON, and goes on with the others', async () => {
    const { live } = session();
    const { at } = await serving(live);
    const socket = new WebSocket(at, protocols(TOKEN));
    await opened(socket);
    const code = new Promise((resolve) => socket.on('close', resolve));
    socket.send('{');
    expect(await code).toBe(1007);
    const control = connectControl(await opened(new WebSocket(at, protocols(TOKEN))));
    expect(await control.request('session/list')).toMatchObject({ end: true });
  });

  it('tells a client that it is closed', async () => {
    const { live } = session();
    const { at, close } = await serving(live);
    const control = connectControl(await opened(new WebSocket(at, protocols(TOKEN))));
    await close();
    await control.closed;
  });
});
