import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/language/role.js';
import type { Target } from '../../src/language/target.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { Corpus } from '../types.js';
import { TargetFacts } from './target-facts.js';

const place = { file: 'probe.yaml', line: 1, col: 1 };
const steps = [{ verb: 'call', body: { request: 'initialize' }, check: [], save: {}, place }];

/** Facts of a target whose probe is one call of `initialize`. */
function factsOf(side: Role['side'], target: Partial<Target> = {}): TargetFacts {
  const role = `mcp/${side}`;
  const versions = new Map(['1', '2', '3'].map((version) => [version, {}]));
  const requirements = [
    { id: 'MCP-OLD', level: 'must' },
    { id: 'MCP-NEW', level: 'must', since: '2' },
  ];
  const corpus = {
    cases: [{ id: 'probe', steps }],
    versions: new Map([['mcp', versions]]),
    history: new Map([['mcp', ['1', '2', '3'].map((version) => ({ version }))]]),
    requirements: new Map(requirements.map((one) => [one.id, one])),
  } as unknown as Corpus;
  return new TargetFacts({
    target: { role, behaviors: new Map(), ...target } as Target,
    role: { role, side, probe: 'probe' } as Role,
    version: '2',
    spoken: ['2'],
    protocol: 'mcp',
    corpus,
    comes: side === 'client',
  });
}

const record = (more: Partial<WireRecord>): WireRecord => ({
  ...{ seq: 1, time: 0, from: 'target', channel: 'main', kind: 'message' },
  ...more,
});
const reply = (method: string) => record({ method, message: { jsonrpc: '2.0', id: 1, result: {} } });
const log = record({ message: { jsonrpc: '2.0', method: 'log' } });

describe('the facts of a target', () => {
  it('tell a word of the target from its end, and from what Proctor says', () => {
    const facts = factsOf('server');
    facts.note(record({ kind: 'exit', exit: { code: 0, signal: null } }));
    facts.note(record({ from: 'kit', message: { jsonrpc: '2.0', method: 'initialize' } }));
    expect(facts.heard).toBe(false);
    facts.note(log);
    expect(facts.heard).toBe(true);
  });

  it('tell that a server does more than its part in the handshake: not by that reply, and not by logs', () => {
    const facts = factsOf('server');
    for (const one of [reply('initialize'), log]) facts.note(one);
    expect(facts.spoke).toBe(false);
    facts.note(reply('tools/list'));
    expect(facts.spoke).toBe(true);
  });

  it('tell the same of a client by what it asks', () => {
    const facts = factsOf('client');
    facts.note(record({ message: { jsonrpc: '2.0', id: 1, method: 'initialize' } }));
    expect(facts.spoke).toBe(false);
    facts.note(record({ message: { jsonrpc: '2.0', id: 2, method: 'tools/list' } }));
    expect(facts.spoke).toBe(true);
  });

  it('tell it by an outcome that is ok, but not by one that is not', () => {
    const facts = factsOf('client');
    facts.note(record({ kind: 'exit', outcome: { ok: false } }));
    expect(facts.spoke).toBe(false);
    facts.note(record({ kind: 'exit', outcome: { ok: true } }));
    expect(facts.spoke).toBe(true);
  });

  it.each<[boolean, Role['side'], string[], string]>([
    [true, 'client', ['node', 'client.mjs'], ''],
    [false, 'client', ['node', 'client.mjs', '${peer.command}'], ''],
    [false, 'client', ['node', 'client.mjs'], '{ "url": ${peer.url:json} }'],
    [false, 'server', ['node', 'server.mjs'], ''],
  ])("say %s of whether a target can't find Proctor: a %s, %j, with a file of %j", (isLost, side, command, text) => {
    const files = { 'config.json': text };
    const behavior = { gives: {}, args: [], env: {}, files };
    const transports = { stdio: { command } } as unknown as Target['transports'];
    const facts = factsOf(side, { transports, behaviors: new Map([['client-connect', behavior]]) });
    expect(facts.isLost).toBe(isLost);
  });

  it('say which limit the first message that was not read is beyond', () => {
    const facts = factsOf('server');
    for (const problem of ['a message of 65 MiB', 'a line of 70 MiB'])
      facts.note(record({ kind: 'bytes', beyondLimit: true, problem }));
    expect(facts.unread).toBe('a message of 65 MiB');
  });

  it('leave out requirements that are newer than the version that the target speaks', () => {
    const facts = factsOf('server');
    expect(facts.judges('MCP-NEW')).toBe(true);
    facts.speaks('1');
    expect([facts.judges('MCP-NEW'), facts.judges('MCP-OLD'), facts.earlier?.name]).toEqual([false, true, '1']);
  });

  it('note a version that nobody knows, and judge by the one that was asked for', () => {
    const facts = factsOf('server');
    facts.speaks('4');
    expect([facts.unknownVersion, facts.earlier, facts.judges('MCP-NEW')]).toEqual(['4', undefined, true]);
  });
});
