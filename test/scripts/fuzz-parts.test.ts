import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteMutationKinds, mutateBytes } from '../../scripts/fuzz/mutate-bytes.js';
import { httpMutationKinds, mutateHttp } from '../../scripts/fuzz/mutate-http.js';
import { jsonMutationKinds, mutateJson, spell } from '../../scripts/fuzz/mutate-json.js';
import type { Plan, Step } from '../../scripts/fuzz/plan.js';
import { named, reduced } from '../../scripts/fuzz/reduce.js';
import { Live, livePointers, type Traffic, trafficOf } from '../../scripts/fuzz/traffic.js';
import { type Json, stringifyJson } from '../../src/json/json.js';
import type { WireRecord } from '../../src/wire/record.js';

describe('recorded traffic', () => {
  const said = (id: string, from: 'kit' | 'target', more: Partial<WireRecord>) =>
    JSON.stringify({ type: 'message', case: id, record: { from, seq: 0, time: 0, channel: 'main', ...more } });
  const ask = (id: number, sessionId: string): Partial<WireRecord> => ({
    kind: 'message',
    message: { id, method: 'ask', params: { sessionId, text: 'hello you' } },
  });
  const give = (sessionId: string): Partial<WireRecord> => ({
    kind: 'message',
    message: { id: 1, result: { sessionId, text: 'hello you' } },
  });
  const traffic = trafficOf(
    [
      '{"type":"header"}',
      said('a', 'target', give('session-1')),
      said('a', 'kit', ask(2, 'session-1')),
      said('a', 'kit', { kind: 'bytes', bytes: 'ew==' as unknown as Uint8Array }),
      said('b', 'target', give('session-9')),
      said('b', 'kit', ask(2, 'session-9')),
      said('b', 'kit', { kind: 'message', text: 'the beginning of much', size: 100_000 }),
      said('b', 'kit', {
        kind: 'message',
        message: { id: 3, method: 'open', params: { path: '/tmp/x/case-1/a.txt' } },
      }),
    ],
    '/tmp/x',
  );

  test('keeps each frame once, and knows what the target made up', () => {
    const params = { sessionId: { $live: '/result/sessionId' }, text: 'hello you' };
    expect(traffic.frames).toEqual([
      { message: { id: 2, method: 'ask', params } },
      { raw: 'ew==' },
      { message: { id: 3, method: 'open', params: { path: '<folder>/a.txt' } } },
    ]);
    expect(traffic.talks).toEqual([
      { case: 'a', frames: [0, 1] },
      { case: 'b', frames: [0, 2] },
    ]);
  });

  test('is said again with what the target says now', () => {
    const live = new Live(livePointers(traffic), '/here');
    const asked = () => live.resolve(traffic.frames[0]!.message!) as { params: { sessionId: string } };
    expect(asked().params.sessionId).toBe('gone');
    live.learn({ from: 'target', seq: 0, time: 0, channel: 'main', ...give('session-5') } as WireRecord);
    expect(asked().params.sessionId).toBe('session-5');
    expect(live.resolve(traffic.frames[2]!.message!)).toMatchObject({ params: { path: '/here/a.txt' } });
  });
});

describe('changes', () => {
  const numbers = { where: fc.nat(), what: fc.nat() };
  const palette = { methods: ['ping'], messages: [{ id: 1, method: 'a', params: { b: [1] } }], live: () => ['x'] };

  test('of any message leave it as it was, and make something that can be written', () => {
    const message = fc.oneof(
      fc.constant<Json>({ jsonrpc: '2.0', id: 1, method: 'm', params: { a: [1, { b: null }], __proto__: 1 } }),
      fc.jsonValue() as fc.Arbitrary<Json>,
    );
    const changes = fc.array(fc.record({ kind: fc.constantFrom(...jsonMutationKinds), ...numbers }), { maxLength: 3 });
    fc.assert(
      fc.property(message, changes, (value, list) => {
        const before = stringifyJson(value);
        expect(spell(list.reduce((changed, one) => mutateJson(changed, one, palette), value))).not.toBe('');
        expect(stringifyJson(value)).toBe(before);
      }),
    );
  });

  test('say what no value can: numbers beyond all numbers, a member twice', () => {
    const texts = Array.from({ length: 40 }, (_, what) =>
      spell(mutateJson({ params: { a: 1 } }, { kind: 'number', where: 1, what }, palette)),
    );
    expect(texts).toContain('{"params":{"a":1e400}}');
    expect(spell(mutateJson({ params: { a: 1 } }, { kind: 'twice', where: 1, what: 0 }, palette))).toBe(
      '{"params":{"a":1,"a":1}}',
    );
  });

  test('of any bytes and requests make bytes and requests', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.record({ kind: fc.constantFrom(...byteMutationKinds), ...numbers }),
        (bytes, one) => {
          const before = [...bytes];
          expect(mutateBytes(bytes, one)).toBeInstanceOf(Uint8Array);
          expect([...bytes]).toEqual(before);
        },
      ),
    );
    fc.assert(
      fc.property(fc.record({ kind: fc.constantFrom(...httpMutationKinds), ...numbers }), (one) => {
        const request = { method: 'POST', path: '/x', headers: { accept: 'a', b: 'c' } };
        const changed = mutateHttp(request, one, ['live']);
        expect(Object.values(changed.headers).every((value) => typeof value === 'string')).toBe(true);
        expect(request).toEqual({ method: 'POST', path: '/x', headers: { accept: 'a', b: 'c' } });
      }),
    );
  });
});

describe('a smaller plan', () => {
  const step = (frame: Step['frame'], more: Partial<Step> = {}): Step => ({
    frame,
    json: [],
    bytes: [],
    http: [],
    end: 0,
    times: 1,
    joined: false,
    pause: 'rest',
    ...more,
  });
  const traffic: Traffic = { frames: [{}, {}, {}, {}, {}], talks: [{ case: 'a', frames: [3, 1, 4] }] };
  const plan = (steps: Step[]): Plan => ({ talk: 0, greeting: 1, variant: 2, answers: ['silent', 'odd'], steps });

  test('names the frames that were next in their talk', () => {
    const frames = named(plan([step('next'), step(0), step('next'), step('next')]), traffic).steps.map(
      ({ frame }) => frame,
    );
    expect(frames).toEqual([1, 0, 4, 3]);
  });

  test('keeps what is needed and nothing else', async () => {
    const change = { kind: 'delete' as const, where: 1, what: 1 };
    const steps = Array.from({ length: 40 }, (_, index) =>
      step(index % 5, { json: [change, { ...change, what: 2 }], times: 3, joined: true, pause: 'go' }),
    );
    // It fails where frame 2 with the second change comes anywhere before frame 4.
    const fails = async ({ steps: all }: Plan) => {
      const first = all.findIndex(({ frame, json }) => frame === 2 && json.some(({ what }) => what === 2));
      return first >= 0 && all.findLastIndex(({ frame }) => frame === 4) > first;
    };
    expect(await reduced(plan(steps), fails)).toEqual({
      talk: 0,
      greeting: 0,
      variant: 0,
      answers: ['proper'],
      steps: [step(2, { json: [{ ...change, what: 2 }] }), step(4)],
    });
  });
});
