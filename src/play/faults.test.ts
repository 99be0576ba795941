import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Json, JsonObject } from '../jsonrpc/json.js';
import type { Carried, Closed, ExitInfo } from '../transport/carried.js';
import type { Clock } from '../transport/clock.js';
import { createBorder, createFaults, FaultError, type FaultOptions, type FaultRule } from './faults.js';

/** A clock that stands still until the test moves it. */
class StillClock implements Clock {
  private time = 0;
  private timers: { due: number; fire: () => void }[] = [];
  now = () => this.time;
  date = () => this.time;
  after(ms: number, fire: () => void): () => void {
    const timer = { due: this.time + ms, fire };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }
  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.time = next.due;
      this.timers = this.timers.filter((one) => one !== next);
      next.fire();
    }
    this.time = end;
  }
  get waiting(): number {
    return this.timers.length;
  }
}

const discriminator = (method: string) => (method === 'session/update' ? '/params/update/sessionUpdate' : undefined);

/** A border under test: what goes in, and what came out on either side, in order. */
function bench(rules: Omit<FaultRule, 'id'>[], options: Partial<FaultOptions> = {}) {
  const clock = new StillClock();
  const faults = createFaults(
    rules.map((rule, at) => ({ id: `rule-${at}`, ...rule })),
    { clock, select: { discriminator }, ...options },
  );
  const out: Carried[] = [];
  const at = (lane?: string) => {
    const border = faults.border(lane);
    return {
      sends: (carried: Carried) => border.sends(carried, (one) => out.push(one)),
      hears: (carried: Carried) => border.hears(carried, (one) => out.push(one)),
    };
  };
  return { clock, faults, out, at, ...at(), counts: () => [...faults.applied().values()] };
}

const message = (value: Json, more: Partial<Carried> = {}): Carried => ({ kind: 'message', message: value, ...more });
const request = (id: Json, method: string, params: JsonObject = {}, more: Partial<Carried> = {}) => message({ jsonrpc: '2.0', id, method, params }, more);
const notify = (method: string, params: JsonObject = {}, more: Partial<Carried> = {}) => message({ jsonrpc: '2.0', method, params }, more);
const reply = (id: Json, result: JsonObject = {}, more: Partial<Carried> = {}) => message({ jsonrpc: '2.0', id, result }, more);
const chunk = (text: string, more: Partial<Carried> = {}) => notify('session/update', { update: { sessionUpdate: 'agent_message_chunk', text } }, more);
const closed = (more: Partial<Carried> = {}): Carried => ({ kind: 'closed', closed: { how: 'end' }, ...more });

describe('the catalogue of examples', () => {
  it('acp.cancel.end-turn: another stop reason, only where the turn was cancelled', () => {
    const { hears, sends, out, counts } = bench([
      { sends: { reply: 'session/prompt', where: { result: { stopReason: 'cancelled' } } }, do: [{ set: { '/result/stopReason': 'end_turn' } }] },
    ]);
    hears(request(1, 'session/prompt'));
    hears(request(2, 'ping'));
    sends(reply(2, { stopReason: 'cancelled' }));
    sends(reply(1, { stopReason: 'cancelled' }));
    expect(out.slice(2)).toStrictEqual([reply(2, { stopReason: 'cancelled' }), reply(1, { stopReason: 'end_turn' })]);
    expect(counts()).toStrictEqual([1]);
  });

  it('acp.update.after-reply: the last chunk comes after the reply', () => {
    const { hears, sends, out, counts, clock } = bench([
      { sends: { notify: 'session/update#agent_message_chunk' }, nth: -1, do: [{ hold: { until: { sends: { reply: 'session/prompt' } } } }] },
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

  it('acp.cancel.ignored: the cancel never arrives', () => {
    const { hears, out, counts } = bench([{ hears: { notify: 'session/cancel' }, do: ['drop'] }]);
    hears(notify('session/cancel'));
    hears(notify('session/other'));
    expect(out).toStrictEqual([notify('session/other')]);
    expect(counts()).toStrictEqual([1]);
  });

  it('acp.cancel.answers-twice: after a cancel the reply comes twice', () => {
    const { hears, sends, out } = bench([{ sends: { reply: 'session/prompt' }, after: { hears: { notify: 'session/cancel' } }, do: ['duplicate'] }]);
    hears(request(1, 'session/prompt'));
    sends(reply(1));
    hears(request(2, 'session/prompt'));
    hears(notify('session/cancel'));
    sends(reply(2));
    expect(out.filter((one) => (one.message as JsonObject).result)).toStrictEqual([reply(1), reply(2), reply(2)]);
  });

  it('mcp.rpc.wrong-id-second: only the second reply, on whatever stream', () => {
    const { hears, sends, out, counts } = bench([{ sends: { reply: 'tools/call' }, nth: 2, do: [{ set: { '/id': 999 } }] }]);
    for (const id of [1, 2, 3]) hears(request(id, 'tools/call', {}, { stream: `r${id}` }));
    for (const id of [1, 2, 3]) sends(reply(id, {}, { stream: `r${id}` }));
    expect(out.slice(3).map(({ message: m, stream }) => [(m as JsonObject).id, stream])).toStrictEqual([[1, 'r1'], [999, 'r2'], [3, 'r3']]);
    expect(counts()).toStrictEqual([1]);
  });

  it('mcp.http.session-undead and any-origin: status and headers, whether or not a message comes with them', () => {
    const { hears, sends, out, counts } = bench([
      { sends: { http: { status: 404 } }, do: [{ set: { '/http/status': 200 } }] },
      { hears: { http: {} }, do: [{ remove: ['/http/headers/Origin'] }] },
    ]);
    sends({ kind: 'http', http: { status: 404, headers: {} } });
    sends(reply(1, {}, { http: { status: 404, headers: { a: 'b' } } }));
    sends(reply(2, {}, { http: { status: 400, headers: {} } }));
    hears(request(3, 'initialize', {}, { http: { method: 'POST', path: '/mcp', headers: { origin: 'https://evil.example', host: 'x' } } }));
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

  it('mcp.http.event-id-reused: every event, with a message or without', () => {
    const { sends, out } = bench([{ sends: { sse: {} }, do: [{ set: { '/sse/id': '1' } }] }]);
    sends({ kind: 'sse', sse: { id: '7', retry: 5 } });
    sends(notify('x', {}, { sse: { id: '8' } }));
    sends(notify('y'));
    expect(out).toStrictEqual([{ kind: 'sse', sse: { id: '1', retry: 5 } }, notify('x', {}, { sse: { id: '1' } }), notify('y')]);
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
      { hears: { any: true, where: { params: { _harn: { role: 'observer' } } } }, do: [{ set: { '/params/_harn/role': 'controller' } }] },
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

describe('what can be done to a message', () => {
  const subject = request(7, 'tools/call', { name: 'x', list: [1, 2] });
  const rows: [string, Json[], Json[]][] = [
    ['set makes parents', [{ set: { '/params/_meta/a': 1, '/params/list/-': 3 } }], [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x', list: [1, 2, 3], _meta: { a: 1 } } }]],
    ['set reads the message', [{ set: { '/id': '${message.id}', '/params': { was: '${message.params.name}!', all: '${text}' } } }], [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { was: 'x!', all: JSON.stringify(subject.message) } }]],
    ['set exact integers', [{ set: { '/id': { $int: '9007199254740993' } } }], [{ ...(subject.message as JsonObject), id: 9007199254740993n }]],
    ['remove', [{ remove: ['/jsonrpc', '/params/list/0'] }], [{ id: 7, method: 'tools/call', params: { name: 'x', list: [2] } }]],
    ['rename', [{ rename: { '/params': 'parameters' } }], [{ jsonrpc: '2.0', id: 7, method: 'tools/call', parameters: { name: 'x', list: [1, 2] } }]],
    ['replace', [{ replace: { jsonrpc: '2.0', id: '${message.id}', result: {} } }], [{ jsonrpc: '2.0', id: 7, result: {} }]],
    ['the whole at once', [{ set: { '': [1] } }], [[1]]],
    ['duplicate, then change both', ['duplicate', { set: { '/id': 8 } }], [{ ...(subject.message as JsonObject), id: 8 }, { ...(subject.message as JsonObject), id: 8 }]],
    ['insert before and after, untouched by what follows', [{ insert: { message: { n: 1 } } }, { insert: { message: { n: 2 }, when: 'after' } }, { replace: 5 }], [{ n: 1 }, 5, { n: 2 }]],
    ['insert instead', [{ insert: { message: { n: 1 } } }, 'drop'], [{ n: 1 }]],
  ];
  test.each(rows.map(([name, actions, messages]) => ({ name, actions, messages })))('$name', ({ actions, messages }) => {
    const { sends, out, counts, faults } = bench([{ sends: { request: 'tools/call' }, do: actions }]);
    sends({ ...subject, text: JSON.stringify(subject.message), stream: 's' });
    expect(out.map((one) => one.message)).toStrictEqual(messages);
    expect(out.every((one) => one.text === undefined && one.stream === 's')).toBe(true);
    expect(counts()).toStrictEqual([1]);
    expect(faults.problems()).toStrictEqual([]);
  });

  it('leaves the message of the reference alone', () => {
    const { sends } = bench([{ sends: { any: true }, do: [{ set: { '/params/name': 'y' } }, { remove: ['/id'] }] }]);
    const own = request(1, 'a', { name: 'x' });
    sends(own);
    expect(own).toStrictEqual(request(1, 'a', { name: 'x' }));
  });

  it('counts only what it really changes', () => {
    const { sends, out, counts } = bench([
      { sends: { any: true }, do: [{ remove: ['/none', '/http/headers/origin'] }, { rename: { '/none': 'x' } }, { set: { '/id': 1 } }] },
      { sends: { request: 'never' }, do: ['drop'] },
    ]);
    const own = request(1, 'a');
    sends(own);
    expect(out[0]).toBe(own);
    expect(counts()).toStrictEqual([0, 0]);
  });

  it('says which value could not be made, and lets the message go', () => {
    const { sends, out, counts, faults } = bench([{ sends: { any: true }, do: [{ set: { '/id': '${message.params.x}' } }] }]);
    sends(request(1, 'a'));
    expect(out).toStrictEqual([request(1, 'a')]);
    expect(counts()).toStrictEqual([0]);
    expect(faults.problems()).toStrictEqual(['fault rule-0: ${message.params.x}: message has nothing at params.x']);
  });

  it('sets the exact text of a message, which keeps its frame', () => {
    const { sends, out } = bench([{ sends: { any: true }, do: [{ set: { '/text': '{"id":1,"id":2}' } }, { set: { '/text': ' ${text} ' } }] }]);
    sends(request(1, 'a'));
    expect(out).toStrictEqual([{ ...request(1, 'a'), text: ' {"id":1,"id":2} ' }]);
  });

  it('keeps the types that transports rely on', () => {
    const { sends, out } = bench([
      {
        sends: { http: {} },
        do: [{ set: { '/http/status': '500', '/http/headers/X-N': 5, '/sse/id': 7, '/sse/retry': '10' } }, { rename: { '/http/headers/a': 'X-B' } }],
      },
    ]);
    sends(reply(1, {}, { http: { status: 200, headers: { a: 'b' } } }));
    expect(out).toStrictEqual([reply(1, {}, { http: { status: 500, headers: { 'x-b': 'b', 'x-n': '5' } }, sse: { id: '7', retry: 10 } })]);
  });

  it('takes a whole part away', () => {
    const { sends, out } = bench([{ sends: { sse: {} }, do: [{ remove: ['/sse'] }] }]);
    sends(notify('x', {}, { sse: { id: '1' } }));
    expect(out).toStrictEqual([notify('x')]);
  });

  it('puts exact bytes in place of a message, with its text at hand', () => {
    const { sends, out } = bench([{ sends: { any: true }, do: [{ bytes: { $plus: ['${text}', { $base64: '/w==' }, '\n'] } }] }]);
    sends(message({ a: 1 }, { stream: 's' }));
    expect(out).toStrictEqual([{ kind: 'bytes', bytes: new Uint8Array(Buffer.from('7b2261223a317dff0a', 'hex')), stream: 's' }]);
  });

  it('ends a JSON body over HTTP with the bytes in its place, but not an event stream', () => {
    const { sends, out } = bench([{ sends: { any: true }, do: [{ bytes: '{' }] }]);
    const http = { status: 200, headers: { 'content-type': 'application/json' } };
    sends(reply(1, {}, { http, stream: 's' }));
    sends(reply(2, {}, { sse: {}, stream: 't' }));
    const bytes = new Uint8Array([0x7b]);
    expect(out).toStrictEqual([
      { kind: 'bytes', bytes, http, stream: 's' },
      { kind: 'closed', closed: { how: 'end' }, stream: 's' },
      { kind: 'bytes', bytes, sse: {}, stream: 't' },
    ]);
  });

  it('reads bytes that are heard as a transport would', () => {
    const { hears, out } = bench([
      { hears: { request: 'a' }, do: [{ bytes: '{"id":1,"method":"b"}\n' }] },
      { hears: { request: 'c' }, do: [{ bytes: 'nonsense' }] },
    ]);
    hears(request(1, 'a'));
    hears(request(2, 'c'));
    expect(out[0]).toMatchObject({ kind: 'message', message: { id: 1, method: 'b' } });
    expect(out[1]).toMatchObject({ kind: 'bytes', problem: expect.stringContaining('not JSON') });
  });

  it('puts bytes, events and frames beside a message', () => {
    const { sends, out } = bench([
      {
        sends: { reply: '*' },
        do: [{ insert: { bytes: 'Server started\n' } }, { insert: { sse: { retry: 5, id: 3 } } }, { insert: { frame: { opcode: 'ping' }, when: 'after' } }],
      },
    ]);
    sends(reply(1));
    expect(out).toStrictEqual([
      { kind: 'sse', sse: { retry: 5, id: '3' } },
      { kind: 'bytes', bytes: new Uint8Array(Buffer.from('Server started\n')) },
      reply(1),
      { kind: 'frame', frame: { fin: true, opcode: 'ping' } },
    ]);
  });
});

describe('ends', () => {
  it('closes after what it was said beside, or instead of it', () => {
    const { sends, out } = bench([
      { sends: { request: 'a' }, do: [{ close: 1008 }] },
      { sends: { request: 'b' }, do: ['drop', { close: 'reset' }] },
    ]);
    sends(request(1, 'a', {}, { stream: 's' }));
    sends(request(2, 'b'));
    expect(out).toStrictEqual([
      request(1, 'a', {}, { stream: 's' }),
      { kind: 'closed', closed: { how: 'end', code: 1008 }, stream: 's' },
      { kind: 'closed', closed: { how: 'reset' } },
    ]);
  });

  it('closes on what it hears: where it sent last, or as it is told', () => {
    const rule = { hears: { request: 'a' }, do: ['drop', { close: 'reset' }] };
    const single = bench([rule]);
    single.sends(notify('x'));
    single.hears(request(1, 'a'));
    expect(single.out).toStrictEqual([notify('x'), { kind: 'closed', closed: { how: 'reset' } }]);

    const many = bench([rule]);
    many.hears(request(1, 'a', {}, { stream: 's' }));
    expect(many.faults.problems()).toStrictEqual(['fault rule-0: there is nothing to close where this was heard']);

    const calls: [Closed, string | undefined][] = [];
    const told = bench([rule], { close: (...call) => calls.push(call) });
    told.hears(request(1, 'a', {}, { stream: 's' }));
    expect(calls).toStrictEqual([[{ how: 'reset' }, 's']]);
  });

  it('exits by code and by signal', () => {
    const rules = [
      { sends: { request: 'a' }, do: [{ exit: 3 }] },
      { sends: { request: 'b' }, do: [{ exit: 'SIGKILL' }] },
    ];
    const exits: ExitInfo[] = [];
    const told = bench(rules, { exit: (info) => exits.push(info) });
    told.sends(request(1, 'a'));
    told.sends(request(2, 'b'));
    expect(exits).toStrictEqual([
      { code: 3, signal: null },
      { code: null, signal: 'SIGKILL' },
    ]);
    expect(told.out).toHaveLength(2);

    const carried = bench(rules);
    carried.sends(request(1, 'a'));
    expect(carried.out).toStrictEqual([request(1, 'a'), { kind: 'exit', exit: { code: 3, signal: null } }]);
  });

  it('exits on what it hears only where it was told how', () => {
    const rules = [{ hears: { request: 'a' }, do: [{ exit: 0 }] }];
    expect(() => bench(rules)).toThrow('fault rule-0: what is heard can not end this process');
    const exits: ExitInfo[] = [];
    bench(rules, { exit: (info) => exits.push(info) }).hears(request(1, 'a'));
    expect(exits).toHaveLength(1);
  });
});

describe('time and order', () => {
  it('goes on with the rest of a rule when a delay or hold is over', () => {
    const { sends, hears, out, clock } = bench([
      { sends: { request: 'a' }, do: [{ delay: '1s' }, { set: { '/id': 9 } }, { hold: { until: { hears: { notify: 'go' } } } }, { close: 'end' }] },
    ]);
    sends(request(1, 'a'));
    hears(notify('go'));
    clock.advance(1000);
    expect(out).toStrictEqual([notify('go')]);
    hears(notify('go'));
    expect(out).toStrictEqual([notify('go'), notify('go'), request(9, 'a'), closed()]);
  });

  it('lets nothing leave before its head, and the end of a stream last', () => {
    const head: Carried = { kind: 'http', http: { status: 200, headers: {} }, stream: 's' };
    const { sends, out, clock } = bench([
      { sends: { http: {} }, do: [{ delay: '1s' }] },
      { sends: { notify: 'late' }, do: [{ delay: '2s' }] },
    ]);
    sends(head);
    sends(notify('x', {}, { stream: 's' }));
    sends(notify('late', {}, { stream: 's' }));
    sends(notify('y', {}, { stream: 'other' }));
    sends(closed({ stream: 's' }));
    expect(out).toStrictEqual([notify('y', {}, { stream: 'other' })]);
    clock.advance(1000);
    expect(out.slice(1)).toStrictEqual([head, notify('x', {}, { stream: 's' })]);
    clock.advance(1000);
    expect(out.slice(3)).toStrictEqual([notify('late', {}, { stream: 's' }), closed({ stream: 's' })]);
  });

  it('does not make the end of what is heard wait', () => {
    const { hears, out, clock } = bench([{ hears: { notify: 'late' }, do: [{ delay: '1s' }] }]);
    hears(notify('late'));
    hears(closed());
    expect(out).toStrictEqual([closed()]);
    clock.advance(1000);
    expect(out).toStrictEqual([closed(), notify('late')]);
  });

  it('releases what is held by something later than itself, in order', () => {
    const { sends, out } = bench([{ sends: { notify: 'x' }, do: [{ hold: { until: { sends: { notify: '*' } } } }] }]);
    sends(notify('x', { n: 1 }));
    expect(out).toStrictEqual([]);
    sends(notify('x', { n: 2 }));
    expect(out).toStrictEqual([notify('x', { n: 1 })]);
    sends(notify('y'));
    expect(out).toStrictEqual([notify('x', { n: 1 }), notify('y'), notify('x', { n: 2 })]);
  });

  it('arms a rule by what is heard, also where the reference answers at once', () => {
    const { faults } = bench([]);
    expect(faults.applied().size).toBe(0);
    const clock = new StillClock();
    const border = createBorder([{ id: 'a', sends: { reply: 'go' }, after: { hears: { request: 'go' } }, do: ['drop'] }], { clock });
    const out: Carried[] = [];
    border.hears(request(1, 'go'), () => border.sends(reply(1), (one) => out.push(one)));
    expect(out).toStrictEqual([]);
    expect(border.applied()).toStrictEqual(new Map([['a', 1]]));
    expect(border.problems()).toStrictEqual([]);
  });

  it('is in force only after its moment', () => {
    const { sends, out } = bench([{ sends: { notify: 'x' }, after: { sends: { notify: 'x' } }, do: ['drop'] }]);
    sends(notify('x', { n: 1 }));
    sends(notify('x', { n: 2 }));
    expect(out).toStrictEqual([notify('x', { n: 1 })]);
  });
});

describe('counting from the end', () => {
  const last = (nth: number, what: Json[] = [{ set: { '/params/marked': true } }]) => ({ sends: { notify: 'p' }, nth, do: what });
  const p = (n: number, more: Partial<Carried> = {}) => notify('p', { n }, more);
  const marked = (n: number, more: Partial<Carried> = {}) => notify('p', { n, marked: true }, more);

  test.each([
    [-1, [p(1), p(2), marked(3)]],
    [-2, [p(1), marked(2), p(3)]],
    [-3, [marked(1), p(2), p(3)]],
    [-4, [p(1), p(2), p(3)]],
  ])('%d of three', (nth, after) => {
    const { sends, out, clock } = bench([last(nth)]);
    for (const n of [1, 2, 3]) sends(p(n));
    sends(reply(1));
    expect(out).toStrictEqual([...after, reply(1)]);
    expect(clock.waiting).toBe(0);
  });

  it('begins anew after each reply, and on each stream', () => {
    const { sends, out, counts } = bench([last(-1)]);
    const a = { stream: 'a' };
    const b = { stream: 'b' };
    sends(p(1, a));
    sends(p(2, b));
    sends(p(3, a));
    sends(reply(1, {}, b));
    sends(reply(2, {}, a));
    sends(p(4, a));
    sends(reply(3, {}, a));
    expect(out).toStrictEqual([p(1, a), marked(2, b), reply(1, {}, b), marked(3, a), reply(2, {}, a), marked(4, a), reply(3, {}, a)]);
    expect(counts()).toStrictEqual([3]);
  });

  it('lets go at a request, at the end of the stream and after a second of silence', () => {
    const { sends, out, clock, counts } = bench([last(-1)]);
    sends(p(1));
    sends(notify('q'));
    sends(request(1, 'ask'));
    expect(out.splice(0)).toStrictEqual([p(1), notify('q'), request(1, 'ask')]);
    sends(p(2));
    clock.advance(999);
    expect(out).toStrictEqual([]);
    clock.advance(1);
    expect(out.splice(0)).toStrictEqual([p(2)]);
    sends(p(3));
    sends(closed());
    expect(out).toStrictEqual([p(3), closed()]);
    expect(counts()).toStrictEqual([0]);
    expect(clock.waiting).toBe(0);
  });

  it('counts back from the reply that it holds for, past others', () => {
    const { hears, sends, out } = bench([last(-1, [{ hold: { until: { sends: { reply: 'turn' } } } }])]);
    hears(request(1, 'turn'));
    hears(request(2, 'ping'));
    sends(p(1));
    sends(reply(2));
    sends(reply(1));
    expect(out.slice(2)).toStrictEqual([reply(2), reply(1), p(1)]);
  });
});

describe('replies', () => {
  it('tells them by their stream first, for ids may be the same', () => {
    const { hears, sends, out } = bench([{ sends: { reply: 'a' }, do: ['drop'] }]);
    hears(request(1, 'a', {}, { stream: 'x' }));
    hears(request(1, 'b', {}, { stream: 'y' }));
    sends(reply(1, {}, { stream: 'y' }));
    sends(reply(1, {}, { stream: 'x' }));
    sends(reply('1', {}, { stream: 'x' }));
    expect(out.slice(2)).toStrictEqual([reply(1, {}, { stream: 'y' }), reply('1', {}, { stream: 'x' })]);
  });

  it('finds them on another stream, in the other direction, and under an id that a rule gave', () => {
    const { hears, sends, out } = bench([
      { hears: { reply: 'roots/list' }, do: [{ set: { '/result/seen': 1 } }] },
      { hears: { request: 'a' }, do: [{ set: { '/id': 70 } }] },
      { sends: { reply: ['x', 'a'] }, do: [{ set: { '/result/seen': 2 } }] },
    ]);
    sends(request(1, 'roots/list'));
    hears(reply(1, {}, { stream: 'r' }));
    hears(request(7, 'a'));
    sends(reply(70));
    sends(reply(7));
    expect(out.slice(1)).toStrictEqual([reply(1, { seen: 1 }, { stream: 'r' }), request(70, 'a'), reply(70, { seen: 2 }), reply(7, { seen: 2 })]);
  });
});

describe('rules', () => {
  it('see what the rules before them made of a message', () => {
    const { sends, out, counts } = bench([
      { sends: { notify: 'a' }, do: ['duplicate', { set: { '/method': 'b' } }] },
      { sends: { notify: 'b' }, nth: 2, do: ['drop'] },
    ]);
    sends(notify('a'));
    expect(out).toStrictEqual([notify('b')]);
    expect(counts()).toStrictEqual([1, 1]);
  });

  const bad: [Record<string, Json>, string][] = [
    [{ do: ['drop'] }, 'it names either what the reference sends or what it hears'],
    [{ sends: { any: true }, hears: { any: true }, do: ['drop'] }, 'it names either'],
    [{ sends: { requst: 'a' }, do: ['drop'] }, 'a selector has no member requst; did you mean request?'],
    [{ sends: { any: true, where: { a: { $anny: 1 } } }, do: ['drop'] }, 'no matcher is called $anny'],
    [{ sends: { any: true, where: '${x}' }, do: ['drop'] }, 'nothing is called ${x}'],
    [{ sends: { any: true }, do: [] }, 'it does nothing'],
    [{ sends: { any: true }, nth: 0, do: ['drop'] }, 'nth is 1 or more, or negative, not 0'],
    [{ sends: { any: true }, do: ['dorp'] }, '"dorp" is no action'],
    [{ sends: { any: true }, do: [{ sett: {} }] }, 'nothing is done by sett; did you mean set?'],
    [{ sends: { any: true }, do: [{ set: {}, remove: [] }] }, 'is no action'],
    [{ sends: { any: true }, do: [{ set: { id: 1 } }] }, '"id" is no JSON Pointer'],
    [{ sends: { any: true }, do: [{ set: 5 }] }, 'set takes an object from JSON Pointers, not 5'],
    [{ sends: { any: true }, do: [{ remove: ['x'] }] }, '"x" is no JSON Pointer'],
    [{ sends: { any: true }, do: [{ rename: { '/a': 5 } }] }, 'rename takes text, not 5'],
    [{ sends: { any: true }, do: [{ delay: '5' }] }, '"5" is no duration'],
    [{ sends: { any: true }, do: [{ hold: {} }] }, 'hold takes { until: { sends | hears } }'],
    [{ sends: { any: true }, do: [{ insert: { text: 'x' } }] }, 'insert takes one of message, bytes, sse, frame'],
    [{ sends: { any: true }, do: [{ insert: { message: 1, wen: 'after' } }] }, 'insert has no member wen; did you mean when?'],
    [{ sends: { any: true }, do: [{ insert: { message: 1, when: 'now' } }] }, 'insert happens before or after, not "now"'],
    [{ sends: { any: true }, do: [{ bytes: { a: 1 } }] }, '{"a":1} is neither text nor { $base64 }'],
    [{ sends: { any: true }, do: [{ bytes: { $base64: '?' } }] }, '$base64 takes base64 text'],
    [{ sends: { any: true }, do: [{ set: { '/id': '${sessionId}' } }] }, '${sessionId} is not known here; there are ${message} and ${text}'],
    [{ sends: { any: true }, do: [{ close: 'now' }] }, 'close takes end, reset or a close code, not "now"'],
    [{ sends: { any: true }, do: [{ exit: 'now' }] }, 'exit takes an exit code or a signal such as SIGKILL, not "now"'],
    [{ sends: { any: true }, after: {}, do: ['drop'] }, 'it names either'],
  ];
  test.each(bad.map(([rule, words]) => ({ rule, words })))('$words', ({ rule, words }) => {
    const make = () => createFaults([{ id: 'bad.one', ...rule } as FaultRule], { clock: new StillClock() });
    expect(make).toThrow(FaultError);
    expect(make).toThrow(`fault bad.one: `);
    expect(make).toThrow(words);
  });
});

describe('laws', () => {
  const items: fc.Arbitrary<Carried> = fc.oneof(
    fc.record({ id: fc.nat(5), method: fc.constantFrom('a', 'b'), stream: fc.constantFrom('s', 't') }).map(({ id, method, stream }) => request(id, method, {}, { stream })),
    fc.record({ id: fc.nat(5), stream: fc.constantFrom('s', 't') }).map(({ id, stream }) => reply(id, {}, { stream })),
    fc.nat(5).map((n) => notify('n', { n })),
    fc.constantFrom<Carried>(closed(), { kind: 'sse', sse: { id: '1' } }, { kind: 'http', http: { status: 200, headers: {} } }, { kind: 'bytes', bytes: new Uint8Array([1]) }),
    (fc.jsonValue() as fc.Arbitrary<Json>).map((value) => message(value)),
  );
  const traffic = fc.array(fc.tuple(fc.constantFrom<'sends' | 'hears'>('sends', 'hears'), items), { maxLength: 30 });

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
          const sent = list.filter(([direction, item]) => direction === 'sends' && item.stream === stream).map(([, item]) => item);
          expect(world.out.filter((item) => sent.includes(item))).toStrictEqual(sent);
        }
        expect(world.out).toHaveLength(list.length);
      }),
    );
  });

  it('the same traffic through the same rules gives the same', () => {
    const actions = fc.array(
      fc.constantFrom<Json>('drop', 'duplicate', { delay: '1s' }, { set: { '/id': 9 } }, { remove: ['/params'] }, { hold: { until: { hears: { request: 'a' } } } }, { bytes: '${text}' }, { insert: { message: 1 } }, { close: 'end' }),
      { minLength: 1, maxLength: 4 },
    );
    const selectors = fc.constantFrom<JsonObject>({ any: true }, { reply: 'a' }, { notify: '*' }, { http: {} }, { closed: true });
    const nth = fc.constantFrom<{ nth?: number }>({}, { nth: 1 }, { nth: 2 }, { nth: -1 });
    const rules = fc.array(
      fc.tuple(selectors, actions, nth, fc.boolean()).map(([selector, list, count, sends]) => ({ [sends ? 'sends' : 'hears']: selector, ...count, do: list })),
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
