import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { startBridgeRuntime } from './start.js';

test.each([
  [{ script: { reply: 1 } }, 'The script is invalid'],
  [{ transport: 'http' }, 'stdio alone'],
  [{ permissive: ['odd-idss'] }, 'Unknown permissive variant "odd-idss"; known: odd-ids'],
])('refuses %j', async (options, message) => {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  await expect(startBridgeRuntime({ ...streams, ...options })).rejects.toThrow(message);
});

test('is done when its input ends, and has answered what was asked', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: string[] = [];
  output.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trimEnd().split('\n')));
  const runtime = await startBridgeRuntime({ input, output, permissive: true });
  input.end('{"jsonrpc":"2.0","id":"é","method":"initialize","params":{"protocolVersion":1}}\nno JSON\n');
  await runtime.done;
  expect(lines.map((line) => JSON.parse(line))).toStrictEqual([
    { jsonrpc: '2.0', id: 'é', result: expect.objectContaining({ protocolVersion: 1 }) },
    { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32700 }) },
  ]);
});
