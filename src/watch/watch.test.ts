import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import type { WatchRule } from './finding.js';
import { makers } from './rules/index.js';
import { Feed, failure, notify, reply, request } from './testing.js';
import { createWatch, KEPT_FINDINGS, rulesFor } from './watch.js';

const machines = { m: { initial: 'a', moves: {}, final: ['a'] } };
const settings: { [rule: string]: { [name: string]: Json } } = {
  'after-final': { notify: 'progress', key: '/params/progressToken', of: '/params/_meta/progressToken' },
  states: { machine: 'm', at: '/params/state' },
  undeclared: { what: ['method', 'member', 'variant'] },
  fits: { methods: 'status', at: '/params/state', is: 'a' },
  given: { methods: 'status', at: '/params/state', by: [{ methods: 'status', at: '/params/state' }] },
  offered: { in: 'greet', methods: { ping: '/params/_meta' } },
  keys: { of: '_meta', pattern: '^[a-zA-Z]+$' },
  opening: { by: 'greet', until: 'status' },
  misplaced: { methods: 'status', at: '/params', members: ['text'], to: '/_meta', was: 'version 1' },
  picked: { methods: 'greet', at: '/result/text', of: '/params/offered/*' },
  repeated: { headers: [{ header: 'mcp-method', at: '/method' }] },
  refused: {
    ask: 'ask',
    scope: '/params/session',
    call: '/params/call',
    grants: { at: '/result/pick', among: '/params/options', id: '/id', kind: '/kind', in: ['yes'] },
    progress: { notify: 'status', call: '/params/call', status: '/params/state', over: ['b'] },
    names: ['/params/path'],
    acts: { ping: '/params/path' },
  },
  among: { methods: 'status', at: '/params', value: '/state', of: '/states/*' },
  document: { kind: 'demo', at: '/doc', says: 'DEMO-01' },
  'usable-schemas': { methods: 'status', at: '/params/state' },
};
const documents = new Map([['demo', () => ({ what: 'a document', remarks: [] })]]);
const everyRule = (Object.keys(makers) as WatchRule['rule'][]).map((rule) => ({ rule, with: settings[rule] ?? {} }));

describe('watch', () => {
  it('finds nothing in an orderly conversation, and judges every rule that applies', () => {
    const one = new Feed(everyRule, { machines, documents });
    one.kit(request(1, 'greet', { name: 'x', offered: ['hello'], _meta: { progressToken: 1 } }));
    one.target(notify('progress', { progressToken: 1 }));
    one.target(notify('status', { state: 'a', states: ['a', 'b'] }));
    one.target(request(1, 'ask', { path: 'a' }));
    one.kit(reply(1, {}));
    one.target(reply(1, { text: 'hello' }));
    one.record({ from: 'kit', kind: 'http', http: { method: 'GET', path: '/doc', headers: {} }, stream: 'get' });
    one.target({ title: 'a document' }, { stream: 'get' });
    one.kit(notify('ready'));
    one.kit(request(2, 'nothing/such'));
    one.target(failure(2, -32601));
    const http = { method: 'POST', headers: { 'mcp-method': 'ping' } };
    one.target(request(3, 'ping', { path: 'b' }), { http });
    one.kit(reply(3, {}));
    expect(one.watch.close('case', 'unknown')).toEqual([]);
    expect(one.watch.findings()).toEqual([]);
    expect(one.watch.messages()).toBe(12);
    for (const rule of Object.keys(makers)) expect(one.watch.judged()[rule], rule).toBeGreaterThan(0);
  });

  it('keeps ten different findings of a rule and counts them all', () => {
    const one = new Feed([{ rule: 'unmatched' }]);
    for (let id = 0; id < 50; id += 1) one.target(reply(id, {}));
    expect(one.watch.findings()).toHaveLength(1);
    expect(one.watch.broken()).toEqual({ unmatched: 50 });
    const other = new Feed([{ rule: 'ids' }]);
    for (let n = 0; n < 25; n += 1) for (let twice = 0; twice < 2; twice += 1) other.target(request(n, `ask-${n}`));
    expect(other.watch.findings()).toHaveLength(KEPT_FINDINGS);
    expect(other.watch.broken()).toEqual({ ids: 25 });
  });

  it('tells what the target broke in a session until it is over, also what was broken elsewhere before', () => {
    const one = new Feed([{ rule: 'unmatched' }]);
    const stray = { seq: 1, time: 1, channel: 'main', from: 'target', kind: 'message', message: reply(7, {}) } as const;
    for (const session of ['a', 'b', 'b']) one.watch.observe(session, stray);
    expect(one.watch.findings().map(({ session }) => session)).toEqual(['a']);
    const told = ['a', 'b', 'c'].map((session) => one.watch.brokenIn(session).map((finding) => finding.session));
    expect(told).toEqual([['a'], ['b'], []]);
    one.watch.end('b');
    expect(one.watch.brokenIn('b')).toEqual([]);
  });

  it('counts as judged only what a rule judged', () => {
    const one = new Feed([{ rule: 'unmatched' }]);
    one.kit(request(1, 'greet'));
    one.target(reply(1, {}));
    expect(one.watch.messages()).toBe(1);
    const none = new Feed([]);
    none.target(reply(1, {}));
    expect(none.watch.messages()).toBe(0);
  });

  it('keeps findings against the kit apart from those against the target', () => {
    const one = new Feed([{ rule: 'envelope' }]);
    one.target({ id: 1, method: 'ask' });
    one.kit({ id: 1, method: 'greet' });
    expect(one.watch.findings().map(({ blame }) => blame)).toEqual(['target', 'kit']);
    expect(one.watch.broken()).toEqual({ envelope: 1 });
  });

  it('carries requirement, session and record', () => {
    const one = new Feed([{ id: 'own-name', rule: 'envelope', requirement: 'DEMO-07' }]);
    expect(one.target({ id: 1, method: 'ask' })).toMatchObject([
      { rule: 'own-name', requirement: 'DEMO-07', session: 'case', record: { seq: 1, from: 'target' } },
    ]);
  });

  it('keeps of a huge message only its beginning and its size', () => {
    const one = new Feed([{ rule: 'envelope' }]);
    const [finding] = one.target({ id: 1, method: 'ask', params: { pad: 'ä'.repeat(200_000) } });
    expect(finding?.record.message).toBeUndefined();
    expect(finding?.record.text?.length).toBe(65_536);
    expect(finding?.record.size).toBeGreaterThan(400_000);
  });

  it('survives nesting of 100 000 levels', () => {
    let deep: Json = 'bottom';
    for (let level = 0; level < 100_000; level += 1) deep = { a: [deep] };
    const one = new Feed(everyRule, { machines });
    const record = { from: 'target', kind: 'message', message: notify('status', { deep, state: 'a' }) } as const;
    expect(one.record(record)).toEqual([]);
    expect(one.record({ ...record, message: { deep } }).map(({ rule }) => rule)).toEqual(['envelope']);
  });

  it('names an entry that it can not use', () => {
    const base = {
      definitions: { method: () => undefined, misfits: () => [] },
      machines: {},
      role: 'r',
      transport: 'stdio',
    };
    const rule: WatchRule = { id: 'x', rule: 'ids', requirement: 'A-01', title: '', with: { colour: 'red' } };
    expect(() => createWatch({ ...base, rules: [rule] })).toThrow(
      'wire rule x: `colour` is not a setting of this rule',
    );
  });

  it('leaves out the rules of other roles, and stdout where there is none', () => {
    const rules: WatchRule[] = [
      { id: 'a', rule: 'ids', requirement: 'A-01', title: '', roles: ['x/server'] },
      { id: 'b', rule: 'stdout', requirement: 'A-01', title: '' },
      { id: 'c', rule: 'json', requirement: 'A-01', title: '' },
    ];
    const ids = (role: string, transport: string) => rulesFor({ rules, role, transport }).map(({ id }) => id);
    expect(ids('x/server', 'stdio')).toEqual(['a', 'b', 'c']);
    expect(ids('x/client', 'stdio')).toEqual(['b', 'c']);
    expect(ids('x/client', 'http')).toEqual(['c']);
  });

  it('judges by a part of the rules as it does by all', () => {
    const rules: Pick<WatchRule, 'id' | 'rule' | 'with'>[] = [
      { id: 'titles', rule: 'schema', with: { at: '/params/item/title' } },
      { id: 'forms', rule: 'schema', with: {} },
    ];
    const broken = (judges?: (rule: WatchRule) => boolean) => {
      const one = new Feed(rules, judges ? { judges } : {});
      one.target(notify('news', { item: { title: 7 } }));
      return one.watch.findings().map(({ rule }) => rule);
    };
    expect(broken()).toEqual(['titles']);
    expect(broken(({ id }) => id === 'titles')).toEqual(['titles']);
    expect(broken(({ id }) => id === 'forms')).toEqual([]);
  });

  it('never throws, whatever stands on the wire', () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom('2.0', 'greet', 'ask', 'progress', 'status', 1, null));
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { jsonrpc: member, id: member, method: member, params: member, result: member, error: member },
        { requiredKeys: [] },
      ),
    );
    const record = fc.record({
      from: fc.constantFrom('kit' as const, 'target' as const),
      message,
      deliberate: fc.boolean(),
      stream: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), fc.constantFrom('stdio', 'http'), (records, transport) => {
        const one = new Feed(everyRule, { machines, transport });
        for (const { from, message: value, deliberate, stream } of records) {
          const extra = { ...(deliberate ? { deliberate } : {}), ...(stream === undefined ? {} : { stream }) };
          const found = one.record({
            from,
            kind: 'message',
            message: value as Json,
            text: JSON.stringify(value),
            ...extra,
          });
          for (const { blame } of found) expect(['kit', 'target']).toContain(blame);
        }
      }),
      { numRuns: 300 },
    );
  });
});
