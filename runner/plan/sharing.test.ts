import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import type { Case, Step } from '../../src/language/case.js';
import type { Role } from '../../src/language/role.js';
import { chosenIds, sharingOf } from './sharing.js';

const place = { file: 'a.yaml', line: 1, col: 1 };
const step = (verb: Step['verb'], body: Step['body'], more: Partial<Step> = {}): Step => ({
  ...{ verb, body, check: [], save: {}, place },
  ...more,
});
const OPENING = [
  step('call', { request: 'open', params: '${peer.open}', result: {} }),
  step('send', { notify: 'opened' }),
];
const role = (more: Partial<Role> = {}) =>
  ({
    role: 'toy/server',
    side: 'server',
    shares: { once: ['open', 'opened'], undo: {}, lasts: [], renews: [], keeps: [] },
    ...more,
  }) as Role;
const caseOf = (steps: Step[], more: Partial<Case> = {}) => ({ steps, peer: {}, ...more }) as Case;
const over = (transport: 'stdio' | 'http', steps: Step[], more: Partial<Case> = {}) =>
  sharingOf(caseOf(steps, more), role(), transport);

describe('what a case shares', () => {
  it('is the connection over stdio, and the process over a socket', () => {
    const steps = [...OPENING, step('call', { request: 'list' })];
    expect([over('stdio', steps), over('http', steps)]).toEqual(['connection', 'process']);
  });

  it('is nothing of a client, and of a role that says nothing of it over stdio', () => {
    expect(sharingOf(caseOf(OPENING), role({ side: 'client' }), 'http')).toMatchObject({ fresh: expect.any(String) });
    const { shares: _, ...bare } = role();
    expect(sharingOf(caseOf(OPENING), bare as Role, 'stdio')).toMatchObject({ fresh: expect.any(String) });
  });

  it.each<[string, Step]>([
    ['starts', step('start', {})],
    ['stops', step('stop', {})],
    ['closes', step('close', 'end')],
    ['waits for the end', step('expect', { exit: 0 })],
    ['looks at its ports', step('assert', { ports: {} })],
    ['opens again', OPENING[0]!],
  ])('is nothing for one that %s it, wherever the step stands', (_, one) => {
    const nested = step('either', [], { branches: [{ grade: 'pass', steps: [one] }] });
    for (const steps of [
      [...OPENING, one],
      [...OPENING, nested],
    ])
      expect(over('stdio', steps)).toMatchObject({ fresh: expect.any(String) });
  });

  it('is nothing for one that begins otherwise', () => {
    const fresh = { fresh: 'it does not open the connection as others do' };
    expect(over('stdio', [step('call', { request: 'list' }), ...OPENING])).toEqual(fresh);
    expect(over('stdio', [step('call', { request: 'open', params: { a: 1 } }), OPENING[1]!])).toEqual(fresh);
    expect(over('stdio', [step('call', { request: 'open', extra: { a: 1 } }), OPENING[1]!])).toEqual(fresh);
    expect(over('stdio', [OPENING[0]!])).toEqual(fresh);
  });

  it('is nothing for one that says why, or whose peer breaks messages', () => {
    expect(over('http', OPENING, { fresh: 'it fills the disk' })).toEqual({ fresh: 'it fills the disk' });
    expect(over('stdio', OPENING, { peer: { faults: [] } })).toEqual({ fresh: 'its peer breaks messages' });
  });

  it('without an opening is the connection for one that begins with a whole request', () => {
    const bare = role({ shares: { once: [], undo: {}, lasts: [], renews: [], keeps: [] } });
    const begins = (first: Step) => sharingOf(caseOf([first]), bare, 'stdio');
    expect(begins(step('call', { request: 'list' }))).toBe('connection');
    for (const first of [
      step('send', { notify: 'news' }),
      step('send', { raw: '{' }),
      step('call', { request: 'list', extra: {} }),
    ])
      expect(begins(first)).toMatchObject({ fresh: expect.any(String) });
  });

  it('is nothing for one that writes how its messages are meant, where the peer does it for the others', () => {
    const marked = role({ shares: { once: [], undo: {}, lasts: [], renews: [], keeps: [], marks: '/params/_meta' } });
    const plain = step('call', { request: 'list', params: { cursor: 'a' } });
    const shared = (...steps: Step[]) => sharingOf(caseOf([plain, ...steps]), marked, 'stdio');
    expect(shared(step('send', { notify: 'news' }))).toBe('connection');
    expect(shared(step('call', { request: 'read', params: '${behavior.read.params}' }))).toBe('connection');
    const byHand: JsonObject[] = [
      { request: 'list', params: { _meta: {} } },
      { request: 'list', params: '${params}' },
      { request: 'list', extra: { a: 1 } },
      { message: { jsonrpc: '2.0', id: 1, method: 'list' } },
      { raw: '{' },
    ];
    for (const by of byHand) expect(shared(step('send', by))).toMatchObject({ fresh: expect.any(String) });
  });

  it('is nothing for one that answers what the target may keep for the connection', () => {
    const keeping = role({ shares: { once: [], undo: {}, lasts: [], renews: [], keeps: ['roots'] } });
    const shared = (asked: string) =>
      sharingOf(
        caseOf([
          step('call', { request: 'list' }),
          step('either', [], { branches: [{ grade: 'pass', steps: [step('expect', { request: asked })] }] }),
        ]),
        keeping,
        'stdio',
      );
    expect(shared('weather')).toBe('connection');
    expect(shared('roots')).toMatchObject({ fresh: expect.any(String) });
  });

  it('does not end with broken bytes, or with a look whether the process goes on', () => {
    const steps = [...OPENING, step('send', { raw: '{\n' }), step('never', { exit: true, for: '300ms' })];
    expect(over('stdio', steps)).toBe('connection');
  });
});

it('the ids that a case chooses itself are known before it runs, or it shares nothing', () => {
  const steps = [
    step('send', { request: 'list', extra: { id: 'a' } }),
    step('send', { message: { jsonrpc: '2.0', id: 0, method: 'list' } }),
    step('send', { message: { jsonrpc: '2.0', id: 5, result: {} } }),
  ];
  expect(chosenIds(steps)).toEqual(['a', 0]);
  const bytes = [
    step('send', { raw: '{"id" : 7, "method":"list"}\n{"id":"b","method":"list"}\n' }),
    step('send', { raw: ['{"id":5', '02,"method":"list"', { $base64: 'Cg==' }] }),
    step('send', { raw: { $pieces: ['{"id":-1,"method":"list"}\n', 3] } }),
  ];
  expect(chosenIds(bytes)).toEqual([7, 'b', 502, -1]);
  expect(chosenIds([step('send', { raw: '{"id":${id}}' })])).toBeUndefined();
  const unknown = [step('send', { request: 'list', extra: { id: '${id}' } })];
  expect(chosenIds(unknown)).toBeUndefined();
  expect(over('stdio', [...OPENING, ...unknown])).toMatchObject({ fresh: expect.any(String) });
});
