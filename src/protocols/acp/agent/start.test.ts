import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { startAgent } from './start.js';

function streams() {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const say = (message: JsonObject) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const until = async (part: string) => {
    while (!text.includes(part)) await new Promise((resolve) => setImmediate(resolve));
  };
  return { input, output, say, until, text: () => text };
}

describe('an agent over stdio', () => {
  it('serves until its input ends', async () => {
    const { input, output, say, text, until } = streams();
    const agent = await startAgent({ input, output });
    say({ id: 0, method: 'initialize', params: { protocolVersion: 1 } });
    await until('"id":0');
    say({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
    await until('"id":1');
    say({
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 'session_1', prompt: [{ type: 'text', text: 'talk' }] },
    });
    await until('word 1');
    input.end();
    await agent.done;
    expect(
      text()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .at(-1),
    ).toMatchObject({ id: 2 });
  });

  it('finds a cancel that comes in one piece with its prompt', async () => {
    const { input, output, say, text, until } = streams();
    const agent = await startAgent({ input, output });
    say({ id: 0, method: 'initialize', params: { protocolVersion: 1 } });
    say({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
    await until('"id":1');
    const prompt = { sessionId: 'session_1', prompt: [{ type: 'text', text: 'talk' }] };
    input.write(
      [
        { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: prompt },
        { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'session_1' } },
      ]
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(''),
    );
    await until('"id":2,');
    await agent.close();
    expect(text()).toContain('{"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}\n');
  });

  it('writes oddly where it is told to', async () => {
    const { input, output, say, until, text } = streams();
    const agent = await startAgent({ input, output, permissive: ['odd-json'] });
    say({ id: 0, method: 'initialize', params: { protocolVersion: 1 } });
    await until('\n');
    expect(text()).toMatch(/^ {2}\{\t"jsonrpc" :\t"2.0"/);
    expect(JSON.parse(text())).toMatchObject({ id: 0 });
    await agent.close();
  });

  it('runs on without input where that is its defect, until it is closed', async () => {
    const { input, output } = streams();
    const agent = await startAgent({ input, output, switches: new Set(['outlives-stdin']) });
    let over = false;
    void agent.done.then(() => {
      over = true;
    });
    input.end();
    for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    await agent.close();
    await agent.done;
  });

  it.each<[JsonObject, boolean | string[], RegExp]>([
    [{ abilities: { fly: true } }, false, /The script is invalid: .*fly/],
    [{ pageSize: 0 }, false, /The script is invalid: \/pageSize/],
    [{ permissive: ['wild'] }, false, /Unknown permissive variant "wild"/],
    [{}, ['wild'], /Unknown permissive variant "wild"/],
  ])('refuses %j with %j', async (script, permissive, message) => {
    await expect(startAgent({ ...streams(), script, permissive })).rejects.toThrow(message);
  });
});
