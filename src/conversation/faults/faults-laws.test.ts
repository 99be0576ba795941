import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { listed } from '../../json/listed.js';
import type { Carried } from '../../wire/carried.js';
import { FaultError, type FaultRule } from './faults.js';
import { bench, chunk, closed, message, notify, reply, request } from './faults.test-support.js';

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const streams = fc.constantFrom<{ stream?: string }>({}, { stream: 's' }, { stream: 't' });

const items: fc.Arbitrary<Carried> = fc.oneof(
  fc
    .tuple(fc.nat(5), fc.constantFrom('a', 'b'), json, streams)
    .map(([id, method, params, more]) => request(id, method, params as JsonObject, more)),
  fc.tuple(fc.nat(5), json, streams).map(([id, result, more]) => reply(id, result as JsonObject, more)),
  fc.nat(5).map((n) => notify('n', { n })),
  fc.constantFrom('x', 'y').map((text) => chunk(text)),
  json.map((value) => message(value)),
  fc.constantFrom<Carried>(
    closed(),
    { kind: 'sse', sse: { id: '1' } },
    { kind: 'http', http: { status: 200, headers: { a: 'b' } } },
    { kind: 'http', http: { method: 'POST', path: '/', headers: {} } },
    { kind: 'frame', frame: { opcode: 'ping', fin: true } },
    { kind: 'bytes', bytes: new Uint8Array([1]) },
    { kind: 'body', body: { a: 1 } },
  ),
);
const traffic = fc.array(fc.tuple(fc.constantFrom<'sends' | 'hears'>('sends', 'hears'), items), { maxLength: 25 });

const pointers = fc.constantFrom(
  '/id',
  '/method',
  '/params',
  '/params/a',
  '/result/x/y',
  '/http/headers/a',
  '/sse/id',
  '/closed',
  '/0',
  '',
  '/error/code',
);
const values = fc.oneof(
  json,
  fc.constantFrom<Json>(
    '${text}',
    '${message.id}',
    '${message.params.a}',
    { $int: '9007199254740993' },
    { $base64: '/w==' },
    { $plus: ['${message.id}', 1] },
    { $repeat: ['x', 3] },
  ),
);
const selectors = fc.constantFrom<JsonObject>(
  { any: true },
  { request: 'a' },
  { request: '*' },
  { reply: 'a' },
  { notify: '*' },
  { http: {} },
  { sse: {} },
  { closed: true },
  { body: {} },
  { any: true, where: { params: { a: { $any: true } } } },
);
const moments = fc
  .tuple(selectors, fc.boolean())
  .map(([selector, sends]): JsonObject => ({ [sends ? 'sends' : 'hears']: selector }));
const actions: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    'drop',
    'duplicate',
    { delay: '1s' },
    { delay: '0ms' },
    { close: 'end' },
    { close: 'reset' },
    { exit: 3 },
    { exit: 'SIGTERM' },
  ),
  fc.tuple(pointers, values).map(([pointer, value]): Json => ({ set: { [pointer]: value } })),
  pointers.map((pointer): Json => ({ remove: [pointer] })),
  pointers.map((pointer): Json => ({ rename: { [pointer]: '__proto__' } })),
  values.map((value): Json => ({ replace: value })),
  values.map((value): Json => ({ bytes: value })),
  values.map((value): Json => ({ insert: { message: value } })),
  moments.map((until): Json => ({ hold: { until } })),
);
const rules: fc.Arbitrary<Omit<FaultRule, 'id'>[]> = fc.array(
  fc
    .tuple(
      moments,
      fc.array(actions, { minLength: 1, maxLength: 3 }),
      fc.constantFrom<{ nth?: number }>({}, {}, { nth: 1 }, { nth: 2 }, { nth: -1 }),
      fc.option(moments, { nil: undefined }),
    )
    .map(([moment, list, nth, after]) => ({
      ...moment,
      ...nth,
      ...(after ? { after } : {}),
      do: list as FaultRule['do'],
    })),
  { minLength: 1, maxLength: 3 },
);

/** A border with these faults, or undefined where the rules themselves are refused. */
function usable(list: Omit<FaultRule, 'id'>[]) {
  try {
    return bench(list, { exit: () => {}, close: () => {} });
  } catch (error) {
    expect(error).toBeInstanceOf(FaultError);
    return undefined;
  }
}

describe('faults of any kind', () => {
  it('never throw, whatever passes', () => {
    fc.assert(
      fc.property(rules, traffic, (list, passing) => {
        const world = usable(list);
        if (!world) return;
        for (const [direction, item] of passing) world[direction](item);
        world.clock.advance(100_000);
        expect(world.counts().every((count) => count >= 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('leave what they do not pick as it is, and each direction in its order', () => {
    const marked = fc.array(fc.tuple(fc.constantFrom<'sends' | 'hears'>('sends', 'hears'), fc.boolean()), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(rules, marked, (list, passing) => {
        // Only messages of one method are picked, and nothing that ends the conversation is done to them.
        const narrow = list.map(({ sends, do: all, ...rest }): Omit<FaultRule, 'id'> => {
          const selector = { any: true as const, where: { method: 'picked' } };
          const harmless = listed(all).filter(
            (one) => !['close', 'exit'].some((name) => typeof one === 'object' && one !== null && name in one),
          );
          const { hears: _, ...others } = rest;
          return {
            ...(sends === undefined ? { hears: selector } : { sends: selector }),
            ...others,
            do: harmless.length > 0 ? harmless : ['drop'],
          };
        });
        const world = usable(narrow);
        if (!world) return;
        const others = passing.map(([direction, picked], n) => ({
          direction,
          picked,
          item: notify(picked ? 'picked' : 'other', { n }),
        }));
        const before = structuredClone(others.map(({ item }) => item));
        for (const { direction, item } of others) world[direction](item);
        world.clock.advance(100_000);
        for (const way of ['sends', 'hears']) {
          const left = others.filter(({ picked, direction }) => !picked && direction === way).map(({ item }) => item);
          expect(world.out.filter((item) => left.includes(item))).toEqual(left);
        }
        for (const [n, { picked, item }] of others.entries()) if (!picked) expect(item).toEqual(before[n]);
      }),
      { numRuns: 300 },
    );
  });
});
