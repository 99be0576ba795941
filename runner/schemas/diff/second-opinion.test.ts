import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as jsoncompat from 'jsoncompat';
import { expect, it } from 'vitest';
import type { Json } from '../../../src/json/json.js';
import { diff } from './diff.js';
import { bundleOf } from './layout.js';

const file = createRequire(import.meta.url)
  .resolve('jsoncompat')
  .replace(/[.]js$/, '_bg.wasm');
jsoncompat.initSync({ module: readFileSync(file) });

/** Pairs that jsoncompat decides; of members that nobody declares it takes the strict view, so objects are closed here. */
const object = (properties: Json, required: string[] = []): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const SCHEMAS: readonly Json[] = [
  { type: 'string' },
  { type: 'string', minLength: 2 },
  { type: 'string', maxLength: 4, minLength: 1 },
  { type: ['string', 'null'] },
  { enum: ['a', 'b'] },
  { enum: ['a', 'b', 3] },
  { const: 'aa' },
  { type: 'integer' },
  { type: 'number', minimum: 0 },
  { type: 'integer', minimum: 1, maximum: 9 },
  { type: 'array', items: { type: 'string' } },
  { type: 'array', items: { type: 'string' }, minItems: 1 },
  { type: 'array', items: { enum: ['a'] }, maxItems: 3 },
  object({ a: { type: 'string' } }),
  object({ a: { type: 'string' } }, ['a']),
  object({ a: { type: 'string' }, b: { type: 'integer' } }, ['a']),
  object({ a: { type: ['string', 'integer'] } }),
  { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  { anyOf: [object({ a: { const: 1 } }, ['a']), object({ b: { const: 1 } }, ['b'])] },
];

it('jsoncompat agrees on which of these schemas takes all values of which', { timeout: 120_000 }, () => {
  const disagreements: unknown[] = [];
  for (const [index, old] of SCHEMAS.entries())
    for (const now of SCHEMAS.slice(index + 1, index + 4)) {
      const { changes } = diff(bundleOf({ $defs: { A: old } }), bundleOf({ $defs: { A: now } }), { old: {}, now: {} });
      const isFine = (direction: string) =>
        !changes.some((one) => one.direction === direction && one.effect === 'breaking');
      const [before, after] = [JSON.stringify(old), JSON.stringify(now)];
      const theirs = {
        received: jsoncompat.check_compat(before, after, 'deserializer'),
        sent: jsoncompat.check_compat(before, after, 'serializer'),
      };
      const ours = { received: isFine('received'), sent: isFine('sent') };
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) disagreements.push({ old, now, ours, theirs });
    }
  expect(disagreements).toEqual([]);
});
