import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JsonObject, parseJson, stringifyJson } from '../../src/json/json.js';
import { type Connection, connect } from '../../src/jsonrpc/connection.js';
import { memoryPair } from '../../src/jsonrpc/link.js';
import { all, inConfinedFolders, outside, REFUSED, started, work } from '../testing/confined.js';

inConfinedFolders();

describe('a client', () => {
  /** An agent that the client starts, and that asks it for something; resolves with what it is answered. */
  async function answered(role: string, method: string, params: JsonObject, script: JsonObject = {}): Promise<string> {
    const [client, agent] = memoryPair();
    let answer = '';
    const ask = async (sessionId: string) => {
      answer = await asked
        .request(method, { sessionId, ...params })
        .then(stringifyJson, (error: Error) => error.message);
      if (method === 'terminal/create' && answer.includes('terminalId'))
        await asked.request('terminal/wait_for_exit', { sessionId, ...(parseJson(answer) as JsonObject) });
    };
    const asked: Connection = connect(agent, {
      requests: {
        initialize: () => ({ protocolVersion: 1 }),
        'session/new': () => ({ sessionId: 's' }),
        'session/prompt': async () => {
          await ask('s');
          return { stopReason: 'end_turn' };
        },
      },
    });
    const pipes = {
      write: (bytes: Uint8Array) => client.send(parseJson(Buffer.from(bytes).toString()) as JsonObject),
      end: () => client.close(),
      reset: () => client.close(),
      listen: client.listen.bind(client),
      traffic: () => ({ sent: 0, received: 0 }),
    };
    const stop = async () => ({ code: 0, signal: null });
    const spawn = async () => ({ pipes, stop, stderr: () => '' });
    const mock = await started(role, { command: ['agent'], spawn, script });
    await mock.done;
    return answer;
  }

  const inside = { command: 'touch', args: ['made'] };

  it.each(['acp/client', 'harn/client'])('runs commands only below its working directory: %s', async (role) => {
    for (const cwd of ['/', outside, join(work, '../outside'), join(work, 'link')])
      expect(await answered(role, 'terminal/create', { ...inside, cwd })).toMatch(REFUSED);
    expect(await answered(role, 'terminal/create', { ...inside, cwd: outside }, { files: [outside] })).toContain(
      'terminalId',
    );
    expect(existsSync(join(outside, 'made'))).toBe(true);
    expect(await answered(role, 'terminal/create', inside)).toContain('terminalId');
    expect(existsSync(join(work, 'made'))).toBe(true);
  });

  it.each(['acp/client', 'harn/client'])('runs the commands that its script allows: %s', async (role) => {
    for (const programs of [false, [], ['sh']])
      expect(await answered(role, 'terminal/create', inside, { programs })).toContain('programs: ["touch"]');
    const env = [{ name: 'PATH', value: outside }];
    expect(await answered(role, 'terminal/create', { ...inside, env }, { programs: ['touch'] })).toContain(
      'no environment',
    );
    expect(existsSync(join(work, 'made'))).toBe(false);
    expect(await answered(role, 'terminal/create', inside, { programs: ['touch'] })).toContain('terminalId');
  });

  it.each(['acp/client', 'harn/client'])('reads and writes only below its working directory: %s', async (role) => {
    const before = all(outside);
    for (const path of [
      join(outside, 'secret.json'),
      join(work, 'link/secret.json'),
      `${work}/../outside/secret.json`,
    ]) {
      expect(await answered(role, 'fs/read_text_file', { path })).toMatch(REFUSED);
      expect(await answered(role, 'fs/write_text_file', { path, content: 'x' })).toMatch(REFUSED);
    }
    expect(all(outside)).toEqual(before);
    const path = join(outside, 'secret.json');
    expect(await answered(role, 'fs/read_text_file', { path }, { files: ['../outside'] })).toContain('secret');
  });
});
