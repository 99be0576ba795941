import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startHub } from './start.js';

/** The status that an upgrade with this key is answered with. */
async function upgraded(url: string, key?: string): Promise<number> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const socket = new WebSocket(url, { headers });
  try {
    return await new Promise((settle, fail) => {
      socket.on('open', () => settle(101));
      socket.on('unexpected-response', (_, { statusCode = 0 }) => settle(statusCode));
      socket.on('error', fail);
    });
  } finally {
    socket.on('error', () => undefined);
    socket.terminate();
  }
}

describe('the environment of a hub', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('gives it the keys that an upgrade needs, with commas between them', async () => {
    vi.stubEnv('HARN_ORCHESTRATOR_API_KEYS', 'first, second,');
    const hub = await startHub({ port: 0 });
    try {
      const statuses = [];
      for (const key of [undefined, '', 'third', 'first', 'second']) statuses.push(await upgraded(hub.url ?? '', key));
      expect(statuses).toEqual([401, 401, 401, 101, 101]);
    } finally {
      await hub.close();
    }
  });

  it('gives way to the keys of its script', async () => {
    vi.stubEnv('HARN_ORCHESTRATOR_API_KEYS', 'first');
    const hub = await startHub({ port: 0, script: { keys: ['second'] } });
    try {
      expect([await upgraded(hub.url ?? '', 'first'), await upgraded(hub.url ?? '', 'second')]).toEqual([401, 101]);
    } finally {
      await hub.close();
    }
  });

  it('does not start it if the retention time is no number', async () => {
    vi.stubEnv('HARN_ACP_WS_RETAIN_SECS', 'five');
    await expect(startHub({ port: 0 })).rejects.toThrow('HARN_ACP_WS_RETAIN_SECS must be a number of seconds');
  });
});
