import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import type { FaultRule } from './faults.js';
import { bench, chunk, closed, message, notify, reply, request } from './faults.test-support.js';

describe('the catalogue of examples', () => {
  it('acp.agent.cancel.end-turn: another stop reason, only where the turn was cancelled', () => {
    const { hears, sends, out, counts } = bench([
      {
        sends: { reply: 'session/prompt', where: { result: { stopReason: 'cancelled' } } },
        do: [{ set: { '/result/stopReason': 'end_turn' } }],
      },
    ]);
    hears(request(1, 'session/prompt'));
    hears(request(2, 'ping'));
    sends(reply(2, { stopReason: 'cancelled' }));
    sends(reply(1, { stopReason: 'cancelled' }));
    expect(out.slice(2)).toStrictEqual([reply(2, { stopReason: 'cancelled' }), reply(1, { stopReason: 'end_turn' })]);
    expect(counts()).toStrictEqual([1]);
  });

  it('picks the results, or the errors, of a method that has no variants itself', () => {
    const { hears, sends, out, counts } = bench([
      { sends: { reply: 'ping#error' }, do: { set: { '/error/code': 1 } } },
      { sends: { reply: 'ping#result' }, do: 'drop' },
    ]);
    for (const id of [1, 2, 3]) hears(request(id, id === 3 ? 'other' : 'ping'));
    const failed = message({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'm' } });
    sends(failed);
    sends(reply(2));
    sends(reply(3));
    expect(out.slice(3)).toStrictEqual([
      message({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } }),
      reply(3),
    ]);
    expect(counts()).toStrictEqual([1, 1]);
  });

  it('acp.update.after-reply: the last chunk comes after the reply', () => {
    const { hears, sends, out, counts, clock } = bench([
      {
        sends: { notify: 'session/update#agent_message_chunk' },
        nth: -1,
        do: [{ hold: { until: { sends: { reply: 'session/prompt' } } } }],
      },
    ]);
    const thought = notify('session/update', { update: { sessionUpdate: 'agent_thought_chunk' } });
    hears(request(1, 'session/prompt'));
    sends(chunk('a'));
    sends(thought);
    sends(chunk('b'));
    sends(thought);
    sends(reply(1));
    expect(out.slice(1)).toStrictEqual([chunk('a'), thought, thought, reply(1), chunk('b')]);
    expect(counts()).toStrictEqual([1]);
    expect(clock.waiting).toBe(0);
  });

  it('acp.agent.cancel.ignored: the cancel never arrives', () => {
    const { hears, out, counts } = bench([{ hears: { notify: 'session/cancel' }, do: ['drop'] }]);
    hears(notify('session/cancel'));
    hears(notify('session/other'));
    expect(out).toStrictEqual([notify('session/other')]);
    expect(counts()).toStrictEqual([1]);
  });

  it('acp.agent.cancel.answers-twice: after a cancel the reply comes twice', () => {
    const { hears, sends, out } = bench([
      { sends: { reply: 'session/prompt' }, after: { hears: { notify: 'session/cancel' } }, do: ['duplicate'] },
    ]);
    hears(request(1, 'session/prompt'));
    sends(reply(1));
    hears(request(2, 'session/prompt'));
    hears(notify('session/cancel'));
    sends(reply(2));
    expect(out.filter((one) => (one.message as JsonObject).result)).toStrictEqual([reply(1), reply(2), reply(2)]);
  });

  it('mcp.rpc.wrong-id-second: only the second reply, on whatever stream', () => {
    const { hears, sends, out, counts } = bench([
      { sends: { reply: 'tools/call' }, nth: 2, do: [{ set: { '/id': 999 } }] },
    ]);
    for (const id of [1, 2, 3]) hears(request(id, 'tools/call', {}, { stream: `r${id}` }));
    for (const id of [1, 2, 3]) sends(reply(id, {}, { stream: `r${id}` }));
    expect(out.slice(3).map(({ message: m, stream }) => [(m as JsonObject).id, stream])).toStrictEqual([
      [1, 'r1'],
      [999, 'r2'],
      [3, 'r3'],
    ]);
    expect(counts()).toStrictEqual([1]);
  });

  it('mcp.server.http-sessions.session-undead: status and headers, whether or not a message comes with them', () => {
    const { hears, sends, out, counts } = bench([
      { sends: { http: { status: 404 } }, do: [{ set: { '/http/status': 200 } }] },
      { hears: { http: {} }, do: [{ remove: ['/http/headers/Origin'] }] },
    ]);
    sends({ kind: 'http', http: { status: 404, headers: {} } });
    sends(reply(1, {}, { http: { status: 404, headers: { a: 'b' } } }));
    sends(reply(2, {}, { http: { status: 400, headers: {} } }));
    hears(
      request(
        3,
        'initialize',
        {},
        { http: { method: 'POST', path: '/mcp', headers: { origin: 'https://evil.example', host: 'x' } } },
      ),
    );
    hears({ kind: 'http', http: { method: 'GET', path: '/mcp', headers: { host: 'x' } } });
    expect(out).toStrictEqual([
      { kind: 'http', http: { status: 200, headers: {} } },
      reply(1, {}, { http: { status: 200, headers: { a: 'b' } } }),
      reply(2, {}, { http: { status: 400, headers: {} } }),
      request(3, 'initialize', {}, { http: { method: 'POST', path: '/mcp', headers: { host: 'x' } } }),
      { kind: 'http', http: { method: 'GET', path: '/mcp', headers: { host: 'x' } } },
    ]);
    expect(counts()).toStrictEqual([2, 1]);
  });

  it('mcp.server.http-resume.event-id-reused: every event, with a message or without', () => {
    const { sends, out } = bench([{ sends: { sse: {} }, do: [{ set: { '/sse/id': '1' } }] }]);
    sends({ kind: 'sse', sse: { id: '7', retry: 5 } });
    sends(notify('x', {}, { sse: { id: '8' } }));
    sends(notify('y'));
    expect(out).toStrictEqual([
      { kind: 'sse', sse: { id: '1', retry: 5 } },
      notify('x', {}, { sse: { id: '1' } }),
      notify('y'),
    ]);
  });

  it('mcp.initialize.slow: later on the clock, and others overtake', () => {
    const { hears, sends, out, clock, counts } = bench([{ sends: { reply: 'initialize' }, do: [{ delay: '30s' }] }]);
    hears(request(1, 'initialize'));
    sends(reply(1));
    sends(notify('x'));
    clock.advance(29_999);
    expect(out.slice(1)).toStrictEqual([notify('x')]);
    clock.advance(1);
    expect(out.slice(1)).toStrictEqual([notify('x'), reply(1)]);
    expect(counts()).toStrictEqual([1]);
  });

  it('hub.close-code: another close code', () => {
    const { sends, out } = bench([{ sends: { closed: true }, do: [{ set: { '/close/code': 1006 } }] }]);
    sends(closed());
    expect(out).toStrictEqual([{ kind: 'closed', closed: { how: 'end', code: 1006 } }]);
  });

  it('hub.observer-may-prompt: any message with a certain member', () => {
    const { hears, out } = bench([
      {
        hears: { any: true, where: { params: { _harn: { role: 'observer' } } } },
        do: [{ set: { '/params/_harn/role': 'controller' } }],
      },
    ]);
    hears(request(1, 'session/load', { _harn: { role: 'observer', clientId: 'a' } }));
    hears(request(2, 'session/load', { _harn: { role: 'owner' } }));
    expect(out).toStrictEqual([
      request(1, 'session/load', { _harn: { role: 'controller', clientId: 'a' } }),
      request(2, 'session/load', { _harn: { role: 'owner' } }),
    ]);
  });

  it('a2a.push.out-of-order: on a lane of its own, the first after the second', () => {
    const { at, out } = bench([
      { sends: { body: {} }, on: 'push', nth: 1, do: [{ hold: { until: { sends: { body: {} }, on: 'push' } } }] },
    ]);
    const body = (n: number): Carried => ({ kind: 'body', body: { n } });
    at('main').sends(body(0));
    for (const n of [1, 2, 3]) at('push').sends(body(n));
    expect(out).toStrictEqual([body(0), body(2), body(1), body(3)]);
  });
});

describe('laws', () => {
  const items: fc.Arbitrary<Carried> = fc.oneof(
    fc
      .record({ id: fc.nat(5), method: fc.constantFrom('a', 'b'), stream: fc.constantFrom('s', 't') })
      .map(({ id, method, stream }) => request(id, method, {}, { stream })),
    fc.record({ id: fc.nat(5), stream: fc.constantFrom('s', 't') }).map(({ id, stream }) => reply(id, {}, { stream })),
    fc.nat(5).map((n) => notify('n', { n })),
    fc.constantFrom<Carried>(
      closed(),
      { kind: 'sse', sse: { id: '1' } },
      { kind: 'http', http: { status: 200, headers: {} } },
      { kind: 'bytes', bytes: new Uint8Array([1]) },
    ),
    (fc.jsonValue() as fc.Arbitrary<Json>).map((value) => message(value)),
  );
  // Fresh objects, so that identity tells them apart.
  const traffic = fc.array(
    fc.tuple(
      fc.constantFrom<'sends' | 'hears'>('sends', 'hears'),
      items.map((item) => ({ ...item })),
    ),
    { maxLength: 30 },
  );

  it('without a rule that picks it, everything passes as it is, at once, in order', () => {
    const rules: Omit<FaultRule, 'id'>[] = [
      { sends: { request: 'never' }, do: ['drop'] },
      { hears: { notify: 'never' }, nth: -1, do: ['drop'] },
      { sends: { notify: 'n' }, after: { hears: { request: 'never' } }, do: ['drop'] },
      { sends: { any: true }, on: 'elsewhere', do: ['drop'] },
      { hears: { any: true }, nth: 1000, do: [{ close: 'end' }] },
    ];
    fc.assert(
      fc.property(traffic, (list) => {
        const world = bench(rules);
        for (const [direction, item] of list) world[direction](item);
        expect(world.out).toHaveLength(list.length);
        list.forEach(([, item], at) => {
          expect(world.out[at]).toBe(item);
        });
        expect(world.counts().every((count) => count === 0)).toBe(true);
      }),
    );
  });

  it('counting from the end loses nothing and changes no order on a stream', () => {
    fc.assert(
      fc.property(traffic, fc.integer({ min: -3, max: -1 }), (list, nth) => {
        const world = bench([{ sends: { notify: '*' }, nth, do: [{ rename: { '/nothing': 'x' } }] }]);
        for (const [direction, item] of list) world[direction](item);
        world.clock.advance(10_000);
        for (const stream of [undefined, 's', 't']) {
          const sent = list
            .filter(([direction, item]) => direction === 'sends' && item.stream === stream)
            .map(([, item]) => item);
          expect(world.out.filter((item) => sent.includes(item))).toStrictEqual(sent);
        }
        expect(world.out).toHaveLength(list.length);
      }),
    );
  });

  it('the same traffic through the same rules gives the same', () => {
    const actions = fc.array(
      fc.constantFrom<Json>(
        'drop',
        'duplicate',
        { delay: '1s' },
        { set: { '/id': 9 } },
        { remove: ['/params'] },
        { hold: { until: { hears: { request: 'a' } } } },
        { bytes: '${text}' },
        { insert: { message: 1 } },
        { close: 'end' },
      ),
      { minLength: 1, maxLength: 4 },
    );
    const selectors = fc.constantFrom<JsonObject>(
      { any: true },
      { reply: 'a' },
      { notify: '*' },
      { http: {} },
      { closed: true },
    );
    const nth = fc.constantFrom<{ nth?: number }>({}, { nth: 1 }, { nth: 2 }, { nth: -1 });
    const rules = fc.array(
      fc
        .tuple(selectors, actions, nth, fc.boolean())
        .map(([selector, list, count, sends]) => ({ [sends ? 'sends' : 'hears']: selector, ...count, do: list })),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(rules, traffic, (list, messages) => {
        const play = () => {
          const world = bench(list as Omit<FaultRule, 'id'>[]);
          for (const [direction, item] of messages) world[direction](item);
          world.clock.advance(100_000);
          return [world.out, world.counts(), world.faults.problems()];
        };
        expect(play()).toStrictEqual(play());
      }),
    );
  });
});
