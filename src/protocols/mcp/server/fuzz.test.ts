import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import { loadValidators, methodTable } from '../../../schemas/index.js';
import { idle, openClient } from './testing.js';

vi.setConfig({ testTimeout: 30_000 });

const table = methodTable('mcp', '2025-11-25');
const methods = Object.keys(table).filter((method) => table[method]!.direction !== 'server-to-client');
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

const name = fc.constantFrom(
  'echo',
  'slow',
  'log',
  'toggle_tool',
  'touch_resource',
  'review',
  'greeting',
  '__proto__',
  'constructor',
  '',
);
const uri = fc.constantFrom('memo://greeting', 'memo://notes/1', 'memo://notes/%00', 'memo://', '__proto__');
const params = fc.record(
  {
    name: fc.oneof(name, json),
    uri: fc.oneof(uri, json),
    arguments: fc.oneof(
      fc.record({ message: json, uri, steps: json, __proto__: json }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
      json,
    ),
    cursor: json,
    level: fc.oneof(fc.constantFrom('debug', 'emergency'), json),
    ref: fc.oneof(
      fc.record({ type: fc.constantFrom('ref/prompt', 'ref/resource'), name, uri }) as fc.Arbitrary<Json>,
      json,
    ),
    argument: fc.oneof(fc.record({ name, value: fc.string() }) as fc.Arbitrary<Json>, json),
    requestId: json,
    protocolVersion: json,
    _meta: fc.oneof(fc.record({ progressToken: json }) as fc.Arbitrary<Json>, json),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: json }),
    id: fc.oneof(fc.nat(), fc.string(), json),
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...methods, 'constructor', '__proto__') },
      { weight: 1, arbitrary: json },
    ),
    params: fc.oneof({ weight: 9, arbitrary: params }, { weight: 1, arbitrary: json }),
    result: json,
    error: json,
  },
  { requiredKeys: ['jsonrpc', 'method', 'params'] },
) as fc.Arbitrary<JsonObject>;

test.each([
  ['strict', false],
  ['permissive', true],
] as const)('whatever a %s server hears, it sends only what it may, and lives on', async (_name, permissive) => {
  const validators = await loadValidators('mcp', '2025-11-25');
  const judge = async (frames: Json[]) => {
    const client = await openClient({ permissive });
    const before = client.heard.length;
    for (const frame of frames) client.link.send(frame as JsonObject);
    for (let turn = 0; turn < 4; turn += 1) {
      await idle();
      await client.clock.advance(300);
    }
    for (const sent of client.heard.slice(before)) {
      const known = typeof sent.method === 'string' ? table[sent.method]?.message : undefined;
      const definition = known ?? ('error' in sent ? 'JSONRPCErrorResponse' : 'JSONRPCResultResponse');
      expect(validators.validate(definition, sent), stringifyJson(sent)).toEqual([]);
      expect(sent.error === undefined || (sent.error as JsonObject).code !== -32603, stringifyJson(sent)).toBe(true);
    }
    const ping = client.connection.request('ping', undefined, { id: 'a ping at the end' });
    await idle();
    await client.clock.advance(50);
    expect(await ping).toEqual(permissive ? { _meta: expect.anything() } : {});
    client.session.close();
    expect(client.clock.waiting).toBe(0);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 9, arbitrary: message as fc.Arbitrary<Json> }, { weight: 1, arbitrary: json }), {
        minLength: 1,
        maxLength: 12,
      }),
      judge,
    ),
    { numRuns: 60 },
  );
});
