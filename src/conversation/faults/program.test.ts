import { Buffer } from 'node:buffer';
import { describe, expect, it, test } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import type { Closed, ExitInfo } from '../../wire/carried.js';
import type { FaultRule } from './faults.js';
import { bench, message, notify, reply, request } from './faults.test-support.js';

describe('what can be done to a message', () => {
  const subject = request(7, 'tools/call', { name: 'x', list: [1, 2] });
  const rows: [string, FaultRule['do'], Json[]][] = [
    [
      'set makes parents',
      [{ set: { '/params/_meta/a': 1, '/params/list/-': 3 } }],
      [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x', list: [1, 2, 3], _meta: { a: 1 } } }],
    ],
    [
      'set reads the message',
      [{ set: { '/id': '${message.id}', '/params': { was: '${message.params.name}!', all: '${text}' } } }],
      [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { was: 'x!', all: JSON.stringify(subject.message) } }],
    ],
    [
      'set exact integers',
      [{ set: { '/id': { $int: '9007199254740993' } } }],
      [{ ...(subject.message as JsonObject), id: 9007199254740993n }],
    ],
    [
      'remove',
      [{ remove: ['/jsonrpc', '/params/list/0'] }],
      [{ id: 7, method: 'tools/call', params: { name: 'x', list: [2] } }],
    ],
    [
      'rename',
      [{ rename: { '/params': 'parameters' } }],
      [{ jsonrpc: '2.0', id: 7, method: 'tools/call', parameters: { name: 'x', list: [1, 2] } }],
    ],
    [
      'replace',
      [{ replace: { jsonrpc: '2.0', id: '${message.id}', result: {} } }],
      [{ jsonrpc: '2.0', id: 7, result: {} }],
    ],
    ['the whole at once', [{ set: { '': [1] } }], [[1]]],
    [
      'duplicate, then change both',
      ['duplicate', { set: { '/id': 8 } }],
      [
        { ...(subject.message as JsonObject), id: 8 },
        { ...(subject.message as JsonObject), id: 8 },
      ],
    ],
    [
      'insert before and after, untouched by what follows',
      [{ insert: { message: { n: 1 } } }, { insert: { message: { n: 2 }, when: 'after' } }, { replace: 5 }],
      [{ n: 1 }, 5, { n: 2 }],
    ],
    ['insert instead', ['drop', { insert: { message: { n: '${message.id}' } } }], [{ n: 7 }]],
  ];
  test.each(rows.map(([name, actions, messages]) => ({ name, actions, messages })))(
    '$name',
    ({ actions, messages }) => {
      const { sends, out, counts, faults } = bench([{ sends: { request: 'tools/call' }, do: actions }]);
      sends({ ...subject, text: JSON.stringify(subject.message), stream: 's' });
      expect(out.map((one) => one.message)).toStrictEqual(messages);
      expect(out.every((one) => one.text === undefined && one.stream === 's')).toBe(true);
      expect(counts()).toStrictEqual([1]);
      expect(faults.problems()).toStrictEqual([]);
    },
  );

  it('leaves the message of the reference alone', () => {
    const { sends } = bench([{ sends: { any: true }, do: [{ set: { '/params/name': 'y' } }, { remove: ['/id'] }] }]);
    const own = request(1, 'a', { name: 'x' });
    sends(own);
    expect(own).toStrictEqual(request(1, 'a', { name: 'x' }));
  });

  it('counts only what it really changes', () => {
    const { sends, out, counts } = bench([
      {
        sends: { any: true },
        do: [{ remove: ['/none', '/http/headers/origin'] }, { rename: { '/none': 'x' } }, { set: { '/id': 1 } }],
      },
      { sends: { request: 'never' }, do: ['drop'] },
    ]);
    const own = request(1, 'a');
    sends(own);
    expect(out[0]).toBe(own);
    expect(counts()).toStrictEqual([0, 0]);
  });

  it('says which value could not be made, and lets the message go', () => {
    const { sends, out, counts, faults } = bench([
      { sends: { any: true }, do: [{ set: { '/id': '${message.params.x}' } }] },
    ]);
    sends(request(1, 'a'));
    expect(out).toStrictEqual([request(1, 'a')]);
    expect(counts()).toStrictEqual([0]);
    expect(faults.problems()).toStrictEqual(['fault rule-0: ${message.params.x}: message has nothing at params.x']);
  });

  it('sets the exact text of a message, which keeps its frame', () => {
    const { sends, out } = bench([
      { sends: { any: true }, do: [{ set: { '/text': '{"id":1,"id":2}' } }, { set: { '/text': ' ${text} ' } }] },
    ]);
    sends(request(1, 'a'));
    expect(out).toStrictEqual([{ ...request(1, 'a'), text: ' {"id":1,"id":2} ' }]);
  });

  it('keeps the types that transports rely on', () => {
    const { sends, out } = bench([
      {
        sends: { http: {} },
        do: [
          { set: { '/http/status': '500', '/http/headers/X-N': 5, '/sse/id': 7, '/sse/retry': '10' } },
          { rename: { '/http/headers/a': 'X-B' } },
        ],
      },
    ]);
    sends(reply(1, {}, { http: { status: 200, headers: { a: 'b' } } }));
    expect(out).toStrictEqual([
      reply(1, {}, { http: { status: 500, headers: { 'x-b': 'b', 'x-n': '5' } }, sse: { id: '7', retry: 10 } }),
    ]);
  });

  it('takes a whole part away', () => {
    const { sends, out } = bench([{ sends: { sse: {} }, do: [{ remove: ['/sse'] }] }]);
    sends(notify('x', {}, { sse: { id: '1' } }));
    expect(out).toStrictEqual([notify('x')]);
  });

  it('puts exact bytes in place of a message, with its text at hand', () => {
    const { sends, out } = bench([
      { sends: { any: true }, do: [{ bytes: { $plus: ['${text}', { $base64: '/w==' }, '\n'] } }] },
    ]);
    sends(message({ a: 1 }, { stream: 's' }));
    expect(out).toStrictEqual([
      { kind: 'bytes', bytes: new Uint8Array(Buffer.from('7b2261223a317dff0a', 'hex')), stream: 's' },
    ]);
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
        do: [
          { insert: { bytes: 'Server started\n' } },
          { insert: { sse: { retry: 5, id: 3 } } },
          { insert: { frame: { opcode: 'ping' }, when: 'after' } },
        ],
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
    const rule: Omit<FaultRule, 'id'> = { hears: { request: 'a' }, do: ['drop', { close: 'reset' }] };
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
