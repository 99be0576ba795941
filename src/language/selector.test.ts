import { describe, expect, it, test } from 'vitest';
import { judge } from '../conversation/player/judgement.js';
import type { Json, JsonObject } from '../json/json.js';
import type { Carried } from '../wire/carried.js';
import type { WireRecord } from '../wire/record.js';
import {
  describe as describeSelector,
  parseSelector,
  type SelectContext,
  SelectorError,
  selects,
  splitExpect,
} from './selector.js';

const record = (carried: Carried, extra: Partial<WireRecord> = {}): WireRecord => ({
  ...carried,
  seq: 0,
  time: 5,
  from: 'target',
  channel: 'main',
  ...extra,
});
const message = (value: Json, extra: Partial<WireRecord> = {}) => record({ kind: 'message', message: value }, extra);

const ping = message({ jsonrpc: '2.0', id: 1, method: 'ping' });
const ask = message({
  jsonrpc: '2.0',
  id: 'a',
  method: 'session/request_permission',
  params: { _harn: { role: 'observer' } },
});
const chunk = message({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { update: { sessionUpdate: 'agent_message_chunk', status: 'completed' } },
});
const progress = record({
  kind: 'message',
  message: { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'a' } },
  sse: { id: 'a:1' },
});
const reply = message(
  { jsonrpc: '2.0', id: 7, result: { stopReason: 'cancelled' } },
  { as: 'turn', method: 'session/prompt' },
);
const unnamed = message({ jsonrpc: '2.0', id: 8, error: { code: -32601, message: 'no such method' } });
const ours = message({ jsonrpc: '2.0', id: 8, result: {} }, { from: 'kit' });
const nullId = message({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse error' } });
const command = message({ id: 5, type: 'bytecode.reload', auth: 'tok' });
const batch = message([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
const head = record({ kind: 'http', http: { status: 404, headers: { 'content-type': 'text/plain' } } });
const post = record({
  kind: 'http',
  http: { method: 'POST', path: '/mcp', headers: { origin: 'https://evil.example' } },
});
const prime = record({ kind: 'sse', sse: { id: '1', retry: 10 } });
const pushed = record({
  kind: 'body',
  body: { status: { state: 'working' } },
  http: { method: 'POST', path: '/', headers: { 'x-a2a-notification-token': 't-1' } },
});
const text = record({ kind: 'body', body: 'plain' });
const pong = record({ kind: 'frame', frame: { opcode: 'pong', fin: true } });
const end = record({ kind: 'closed', closed: { how: 'end', code: 1006 } });
const exit = record({ kind: 'exit', exit: { code: null, signal: 'SIGKILL' } });
const outcome = record({ kind: 'exit', exit: { code: 0, signal: null } }, { outcome: { ok: true } });
const all = {
  ping,
  ask,
  chunk,
  progress,
  reply,
  unnamed,
  ours,
  nullId,
  command,
  batch,
  head,
  post,
  prime,
  pushed,
  text,
  pong,
  end,
  exit,
  outcome,
};

const context: SelectContext = {
  discriminator: (method) => (method === 'session/update' ? '/params/update/sessionUpdate' : undefined),
  idsOf: (name) =>
    name === 'call'
      ? [
          { id: 2, from: 'kit' },
          { id: 8n, from: 'kit' },
        ]
      : name === 'theirs'
        ? [{ id: 8, from: 'target' }]
        : [],
};

const rows: [JsonObject, (keyof typeof all)[], string][] = [
  [{ request: 'ping' }, ['ping'], 'request ping'],
  [{ request: '*' }, ['ping', 'ask'], 'any request'],
  [{ notify: '*' }, ['chunk', 'progress'], 'any notification'],
  [{ notify: 'session/update#agent_message_chunk' }, ['chunk'], 'notification session/update (agent_message_chunk)'],
  [{ notify: 'session/update#tool_call' }, [], 'notification session/update (tool_call)'],
  [
    { notify: 'session/update', where: { params: { update: { status: 'completed' } } } },
    ['chunk'],
    'notification session/update where {"params":{"update":{"status":"completed"}}}',
  ],
  [
    { notify: 'notifications/progress', sse: { id: { $type: 'string' } } },
    ['progress'],
    'notification notifications/progress with sse {"id":{"$type":"string"}}',
  ],
  [{ notify: '*', sse: {} }, ['progress'], 'any notification with sse {}'],
  [{ reply: 'turn' }, ['reply'], 'reply to turn'],
  [{ reply: 'call' }, ['unnamed'], 'reply to call'],
  [{ reply: 'theirs' }, ['ours'], 'reply to theirs'],
  [{ reply: ['turn', 'call', 'x'] }, ['reply', 'unnamed'], 'reply to turn, call or x'],
  [{ reply: 'turn#result' }, ['reply'], 'reply to turn (result)'],
  [{ reply: 'turn#error' }, [], 'reply to turn (error)'],
  [{ reply: ['turn#error', 'call#error'] }, ['unnamed'], 'reply to turn or call (error)'],
  [{ reply: '*' }, ['reply', 'unnamed', 'ours', 'nullId'], 'any reply'],
  [{ reply: '*#error' }, ['unnamed', 'nullId'], 'any reply (error)'],
  [{ reply: '*', from: 'kit' }, ['ours'], 'any reply from the kit'],
  [{ message: { type: 'bytecode.reload' } }, ['command'], 'message {"type":"bytecode.reload"}'],
  [{ message: { id: null, error: { code: -32700 } } }, ['nullId'], 'message {"id":null,"error":{"code":-32700}}'],
  [{ message: { $type: 'array' } }, ['batch'], 'message {"$type":"array"}'],
  [{ body: { $any: true } }, ['pushed', 'text'], 'body {"$any":true}'],
  [{ body: {} }, ['pushed'], 'body'],
  [
    { body: { $any: true }, where: { body: { $has: { state: 'working' } } } },
    ['pushed'],
    'body {"$any":true} where {"body":{"$has":{"state":"working"}}}',
  ],
  [{ http: {} }, ['head', 'post'], 'HTTP head'],
  [{ http: { status: 404 } }, ['head'], 'HTTP head {"status":404}'],
  [{ http: { headers: { Origin: { $any: true } } } }, ['post'], 'HTTP head {"headers":{"origin":{"$any":true}}}'],
  [{ sse: {} }, ['progress', 'prime'], 'event'],
  [{ sse: true }, ['progress', 'prime'], 'event'],
  [{ frame: { opcode: 'pong' } }, ['pong'], 'frame {"opcode":"pong"}'],
  [{ closed: true }, ['end'], 'the end of the channel'],
  [{ closed: 1006 }, ['end'], 'the end of the channel {"code":1006}'],
  [{ closed: 'reset' }, [], 'the end of the channel {"how":"reset"}'],
  [{ closed: { $in: [1000, 1006] } }, ['end'], 'the end of the channel {"code":{"$in":[1000,1006]}}'],
  [{ exit: true }, ['exit', 'outcome'], 'the exit of the target'],
  [{ exit: 0 }, ['outcome'], 'the exit of the target {"code":0}'],
  [{ exit: 'SIGKILL' }, ['exit'], 'the exit of the target {"signal":"SIGKILL"}'],
  [{ outcome: true }, ['outcome'], 'the outcome'],
  [
    { any: true, where: { params: { _harn: { role: 'observer' } } } },
    ['ask'],
    'anything where {"params":{"_harn":{"role":"observer"}}}',
  ],
  [
    { any: true, where: { as: 'turn', time: { $lte: 5 } } },
    ['reply'],
    'anything where {"as":"turn","time":{"$lte":5}}',
  ],
];

test.each(rows.map(([selector, picked, words]) => ({ selector, picked, words })))(
  '$words',
  ({ selector, picked, words }) => {
    const parsed = parseSelector(selector);
    expect(Object.keys(all).filter((name) => selects(parsed, all[name as keyof typeof all], context))).toStrictEqual(
      picked,
    );
    expect(describeSelector(parsed)).toBe(words);
  },
);

it('selects replies by method and heads with their message at the border', () => {
  const byMethod = { ...context, atBorder: true };
  expect(selects(parseSelector({ http: { method: 'POST' } }), pushed, byMethod)).toBe(true);
  expect(selects(parseSelector({ http: {} }), ping, byMethod)).toBe(false);
  expect(selects(parseSelector({ http: {} }), post, byMethod)).toBe(true);
  expect(selects(parseSelector({ reply: 'session/prompt' }), reply, byMethod)).toBe(true);
  expect(selects(parseSelector({ reply: 'turn' }), reply, byMethod)).toBe(false);
  expect(selects(parseSelector({ reply: 'session/prompt' }), unnamed, byMethod)).toBe(false);
});

test.each([
  [{}, 'a selector names what it selects: request, notify'],
  ['ping', 'a selector is an object such as { request: ping }, not "ping"'],
  [{ requst: 'ping' }, 'a selector has no member requst; did you mean request?'],
  [{ request: 'ping', notify: 'x' }, 'a selector has one kind, not request and notify'],
  [{ request: 5 }, 'request takes a method, not 5'],
  [{ reply: [] }, 'reply takes the name of a request'],
  [{ reply: ['a', 1] }, 'reply takes the name of a request'],
  [{ reply: 'a#results' }, 'a reply has the variants result and error, so there is no a#results'],
  [{ reply: ['a#result', 'b'] }, 'the replies of a list have one variant, `#result` or `#error`, or none'],
  [{ any: {} }, 'any takes true, not {}'],
  [{ http: 404 }, 'http takes a pattern for its members, not 404'],
  [{ any: true, from: 'us' }, 'from is kit or target, not "us"'],
] as [Json, string][])('%j is refused', (selector, words) => {
  expect(() => parseSelector(selector)).toThrow(SelectorError);
  expect(() => parseSelector(selector)).toThrow(words);
});

it('refuses a variant of a method that has none', () => {
  expect(() => selects(parseSelector({ request: 'ping#x' }), ping, context)).toThrow(
    'ping has no variants, so there is no ping#x',
  );
});

describe('splitExpect', () => {
  const bodies: [JsonObject, JsonObject, JsonObject][] = [
    [
      { reply: 'turn', result: { stopReason: 'cancelled' } },
      { reply: 'turn' },
      { result: { stopReason: 'cancelled' } },
    ],
    [
      { request: 'tools/call', as: 'second', params: { name: 'x' } },
      { request: 'tools/call' },
      { params: { name: 'x' } },
    ],
    [{ notify: 'p', sse: { id: { $type: 'string' } } }, { notify: 'p' }, { sse: { id: { $type: 'string' } } }],
    [{ http: { status: 403 } }, { http: true }, { http: { status: 403 } }],
    [
      { reply: 'a', http: { headers: { 'Content-Type': 'x' } } },
      { reply: 'a' },
      { http: { headers: { 'content-type': 'x' } } },
    ],
    [{ sse: { retry: 5 } }, { sse: true }, { sse: { retry: 5 } }],
    [{ frame: { opcode: 'pong' } }, { frame: { opcode: 'pong' } }, {}],
    [{ request: 'a', frame: { fin: true } }, { request: 'a' }, { frame: { fin: true } }],
    [{ closed: true }, { closed: true }, {}],
    [{ closed: 1008 }, { closed: true }, { closed: { code: 1008 } }],
    [{ exit: { $not: 0 } }, { exit: true }, { exit: { code: { $not: 0 } } }],
    [{ outcome: true, is: { ok: true } }, { outcome: true }, { is: { ok: true } }],
    [{ message: { type: 'x' } }, { message: { type: 'x' } }, {}],
    [
      { body: { $any: true }, where: { body: 1 }, is: { http: {} } },
      { body: { $any: true }, where: { body: 1 } },
      { is: { http: {} } },
    ],
  ];
  test.each(bodies.map(([body, selector, judgement]) => ({ body, selector, judgement })))(
    '$body',
    ({ body, selector, judgement }) => {
      const split = splitExpect(body);
      expect(split.selector).toStrictEqual(parseSelector(selector));
      expect(split.judgement).toStrictEqual(judgement);
      expect(split.as).toBe(body.as);
    },
  );

  it('refuses what selects nothing', () => {
    expect(() => splitExpect({ result: {} })).toThrow('a selector names what it selects');
    expect(() => splitExpect({ reply: 'a', resutl: {} })).toThrow('a selector has no member resutl');
  });
});

describe('judge', () => {
  const rows: [JsonObject, WireRecord, [string, string][]][] = [
    [{ result: { stopReason: 'cancelled' } }, reply, []],
    [{ result: { stopReason: 'end_turn' } }, reply, [['/result/stopReason', 'expected "end_turn", got "cancelled"']]],
    [{ result: {} }, unnamed, [['/result', 'expected a result, got error -32601 "no such method"']]],
    [{ result: { $any: true } }, unnamed, [['/result', 'expected a result, got error -32601 "no such method"']]],
    [{ error: { code: -32601 } }, reply, [['/error', 'expected an error, got the result {"stopReason":"cancelled"}']]],
    [{ http: { status: 200 } }, reply, [['/http', 'expected it to be carried by HTTP, and it was not']]],
    [{ sse: { id: 'a:2' } }, progress, [['/sse/id', 'expected "a:2", got "a:1"']]],
    [{ is: { as: 'turn', error: { $absent: true } } }, reply, []],
    [
      { is: { error: { $any: true } } },
      reply,
      [['/error', 'expected an error, got the result {"stopReason":"cancelled"}']],
    ],
    [{ is: { id: 9 } }, reply, [['/id', 'expected 9, got 7']]],
  ];
  test.each(rows.map(([judgement, taken, found]) => ({ judgement, taken, found })))(
    '$judgement',
    ({ judgement, taken, found }) => {
      expect(judge(judgement, taken, {}).map(({ path, message }) => [path, message])).toStrictEqual(found);
    },
  );

  it('judges what the selector takes as a whole, where that is not the record', () => {
    expect(judge({ is: { ok: true } }, outcome, {}, { ok: true })).toStrictEqual([]);
  });
});
