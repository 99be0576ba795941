import fc from 'fast-check';
import { expect } from 'vitest';
import type { Codec } from '../../src/conversation/codec/codec.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { frozen } from './frozen.js';

/** A request of a protocol, with a result that answers it. */
export interface Exchange {
  method: string;
  params?: JsonObject;
  result: Json;
}

const ids = fc.oneof(fc.integer(), fc.string({ minLength: 1 }), fc.bigInt(2n ** 53n, 2n ** 70n));
/** What may stand in the place of a message, whoever sent it. */
const parts = fc.record(
  {
    method: fc.oneof(fc.constantFrom('GET', 'POST', 'DELETE'), fc.string()),
    path: fc.oneof(fc.webPath(), fc.string()),
    status: fc.integer({ min: 100, max: 999 }),
    body: fc.jsonValue() as fc.Arbitrary<Json>,
  },
  { requiredKeys: [] },
);

/**
 * The laws of a codec: what it writes it reads again, requests, results and errors alike; it changes nothing that it is given; and it
 * reads whatever HTTP carries without throwing.
 */
export function assertCodec(codec: Codec, exchanges: readonly Exchange[]): void {
  for (const { method, params, result } of exchanges)
    fc.assert(
      fc.property(ids, (id) => {
        const asked = frozen({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
        const request = codec.read(frozen(codec.write(asked)));
        expect([request?.method, request?.params], method).toEqual([method, params]);

        const read = (reply: JsonObject) => codec.read(frozen(codec.write(frozen(reply), asked)), asked);
        expect(read({ jsonrpc: '2.0', id, result }), method).toMatchObject({ id, result });
        const error = { code: -32602, message: 'no' };
        expect(read({ jsonrpc: '2.0', id, error }), method).toMatchObject({ id, error: { code: error.code } });
      }),
      { numRuns: 20 },
    );

  const requests = exchanges.map(({ method, params = {} }) => ({ id: 1, method, params }));
  fc.assert(
    fc.property(parts, fc.constantFrom(undefined, ...requests), (part, asked) => {
      const read = codec.read(frozen(part), asked);
      expect(read === undefined || (typeof read === 'object' && !Array.isArray(read))).toBe(true);
    }),
  );
}
