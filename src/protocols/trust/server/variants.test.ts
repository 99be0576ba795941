import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ScriptError } from '../../../conversation/script-error.js';
import type { JsonObject } from '../../../json/json.js';
import { startServer, type TrustServerOptions } from './start.js';

/** What a server answers to requests, one after the other. */
async function answers(options: TrustServerOptions, requests: readonly JsonObject[]): Promise<JsonObject[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  const server = await startServer({ ...options, input, output });
  for (const [index, request] of requests.entries())
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: index, ...request })}\n`);
  input.end();
  await server.done;
  return String(output.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
}

const COUNTING = 'PROGRAM Main\nVAR\n  n : DINT;\nEND_VAR\nn := n + 1;\nEND_PROGRAM\n';
const LOAD = { method: 'harness.load', params: { inline_sources: [{ text: COUNTING }] } };
const GET = { method: 'harness.get_output', params: { name: 'n' } };

test('a load runs a cycle, and under the permissive variant none', async () => {
  const [, plain] = await answers({}, [LOAD, GET]);
  expect(plain).toMatchObject({ result: { value: { type: 'DINT', value: 1 } } });
  const [, idle] = await answers({ permissive: ['idle-load'] }, [LOAD, GET]);
  expect(idle).toMatchObject({ result: { value: { type: 'DINT', value: 0 } } });
});

test('the permissive variant gives members that the page does not name other names', async () => {
  const [load, got] = await answers({ permissive: true }, [LOAD, GET]);
  expect(load).toMatchObject({ result: null });
  expect(got).toMatchObject({ result: { name: 'n', reading: { type: 'DINT', value: 0 } } });
});

test('an unknown permissive variant is refused', async () => {
  await expect(startServer({ permissive: ['loud'] })).rejects.toThrow(ScriptError);
});

test('a server that has no switch has no defect, and one that fails at its end says so by its exit code', async () => {
  const start = async (switches: string[]) => {
    const input = new PassThrough().end();
    const server = await startServer({ input, output: new PassThrough(), switches: new Set(switches) });
    await server.done;
    return [server.exitCode?.(), server.ports?.().length ?? 0];
  };
  expect(await start([])).toEqual([undefined, 0]);
  expect(await start(['fails-at-end', 'listens'])).toEqual([3, 1]);
});
