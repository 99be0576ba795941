import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/json/json.js';
import type { Needs } from '../../src/language/case.js';
import type { BehaviorSpec, Target } from '../../src/language/target.js';
import type { Behavior } from '../types.js';
import { advertises, plan } from './plan.js';
import { corpusOf, one, place, targetOf } from './testing.js';

describe('gates', () => {
  const gate = (
    needs: Partial<Needs>,
    more: { target?: Partial<Target>; advertised?: Json; version?: string } = {},
  ) => {
    const probe = more.advertised === undefined ? undefined : { advertised: more.advertised };
    const patterns = ['mcp.server.a'];
    const options = more.version === undefined ? { patterns } : { patterns, version: more.version };
    return plan(corpusOf([one('mcp.server.a', needs)]), targetOf(more.target), probe, options).cases[0]!;
  };
  const behaviors = new Map<string, BehaviorSpec>([['echo', { gives: {}, args: [], env: {}, files: {} }]]);

  test.each<[string, Partial<Needs>, Parameters<typeof gate>[1], string | undefined]>([
    ['nothing', {}, {}, undefined],
    [
      'a capability that is there',
      { capability: ['/tools', '/deep/er'] },
      { advertised: { tools: {}, deep: { er: true } } },
      undefined,
    ],
    [
      'one that is not',
      { capability: ['/tools', '/tasks'] },
      { advertised: { tools: {} } },
      'skipped: the target does not advertise /tasks',
    ],
    [
      'two that are not',
      { capability: ['/x', '/y'] },
      { advertised: {} },
      'skipped: the target does not advertise /x, /y',
    ],
    [
      'one that is false',
      { capability: ['/tools/listChanged'] },
      { advertised: { tools: { listChanged: false } } },
      'skipped: the target does not advertise /tools/listChanged',
    ],
    ['one of a target that nobody asked', { capability: ['/tasks'] }, {}, undefined],
    [
      'no capability, but the target advertises it',
      { without: ['/tasks', '/logging'] },
      { advertised: { tools: {}, tasks: {} } },
      'skipped: needs a target without /tasks, which this one advertises',
    ],
    [
      'no capability, and the target advertises none',
      { without: ['/tasks', '/x'] },
      { advertised: { x: false } },
      undefined,
    ],
    ['no capability, of a target that nobody asked', { without: ['/tasks'] }, {}, undefined],
    ['a behavior that is mapped', { behavior: ['echo'] }, { target: { behaviors } }, undefined],
    [
      'one that is not',
      { behavior: ['echo', 'slow', 'big'] },
      { target: { behaviors } },
      'untestable: the target must be able to show `slow`, `big`, and t.yaml does not map it; `proctor explain slow` and `proctor explain big` tell what these are; map it under `behaviors:`, or list it under `untestable:`',
    ],
    [
      'a capability and a behavior',
      { capability: ['/x'], behavior: ['slow'] },
      { advertised: {} },
      'skipped: the target does not advertise /x',
    ],
    ['its version', { version: ['V2'] }, {}, undefined],
    ['one of its versions', { version: ['V0', 'V2'] }, {}, undefined],
    ['another version', { version: ['V1'] }, {}, 'skipped: needs version V1; this run speaks V2'],
    ['the version of the target', { version: ['V1'] }, { target: { version: 'V1' } }, undefined],
    ['the version that was asked for', { version: ['V2'] }, { target: { version: 'V1' }, version: 'V2' }, undefined],
    [
      'a transport that is not there',
      { transport: ['http', 'ws'] },
      {},
      'skipped: needs transport http or ws; this run has stdio',
    ],
    [
      'transport and version',
      { transport: ['http'], version: ['V9'] },
      {},
      'skipped: needs version V9; this run speaks V2',
    ],
  ])('say what a case lacks: %s', (_, needs, more, expected) => {
    const { gated } = gate(needs, more);
    expect(gated && `${gated.verdict}: ${gated.reason}`).toBe(expected);
  });

  test('without a target file the reason says which behaviors a file must map', () => {
    const { file: _, ...bare } = targetOf();
    const { gated } = plan(corpusOf([one('mcp.server.a', { behavior: ['slow'] })]), bare, undefined).cases[0]!;
    expect(gated).toEqual({
      verdict: 'skipped',
      reason: 'needs a target file that maps `slow`',
      skip: 'target-file',
      unmapped: ['slow'],
    });
  });

  test('a behavior of a capability is not asked of a target that does not advertise it, and is played where it is mapped', () => {
    const behavior = (name: string, ...capability: string[]): Behavior => ({
      name,
      protocol: 'mcp',
      roles: ['mcp/server'],
      text: 't',
      ...(capability.length > 0 ? { capability: capability as [string, ...string[]] } : {}),
      with: {},
      gives: {},
      place,
    });
    const known = [behavior('echo', '/x'), behavior('pages', '/x', '/y'), behavior('slow')];
    const corpus = {
      ...corpusOf(known.map(({ name }) => one(`mcp.server.${name}`, { behavior: [name] }))),
      behaviors: new Map([['mcp', new Map(known.map((each) => [each.name, each]))]]),
    };
    const gates = (advertised: Json | undefined, target: Partial<Target> = {}) =>
      plan(corpus, targetOf(target), advertised === undefined ? undefined : { advertised }).cases.map(
        ({ gated }) => gated?.verdict,
      );
    expect(gates({})).toEqual(['skipped', 'skipped', 'untestable']);
    expect(gates({ y: {} })).toEqual(['skipped', 'untestable', 'untestable']);
    expect(gates(undefined)).toEqual(['untestable', 'untestable', 'untestable']);
    expect(gates({}, { behaviors })).toEqual([undefined, 'skipped', 'untestable']);
    const made = plan(corpus, targetOf(), { advertised: {} });
    expect(made.cases[1]?.gated?.reason).toBe('the target does not advertise /x or /y');
  });

  test('a behavior that a target need not have is skipped where it is not mapped', () => {
    const pages: Behavior = {
      ...{ name: 'pages', protocol: 'mcp', roles: ['mcp/server'], text: 't', with: {}, gives: {}, place },
      optional: 'one page may do',
    };
    const corpus = {
      ...corpusOf([one('mcp.server.a', { behavior: ['slow', 'pages'] }), one('mcp.server.b', { behavior: ['slow'] })]),
      behaviors: new Map([['mcp', new Map([['pages', pages]])]]),
    };
    const { cases } = plan(corpus, targetOf(), undefined);
    expect(cases.map(({ gated }) => gated?.verdict)).toEqual(['skipped', 'untestable']);
    expect(cases[0]?.gated?.reason).toBe(
      'one page may do; where this one does otherwise, map `pages` under `behaviors:` of a target file',
    );
  });

  test('a behavior that the probe has seen need not be mapped', () => {
    const sessions: Behavior = {
      ...{ name: 'sessions', protocol: 'mcp', roles: ['mcp/server'], text: 't', with: {}, gives: {}, place },
      optional: 'none need be',
    };
    const corpus = {
      ...corpusOf([one('mcp.server.a', { behavior: ['sessions'] })]),
      behaviors: new Map([['mcp', new Map([['sessions', sessions]])]]),
    };
    const gates = (shows: string[]) =>
      plan(corpus, targetOf(), { advertised: {}, shows }).cases.map(({ gated }) => gated?.verdict);
    expect(gates(['sessions'])).toEqual([undefined]);
    expect(gates([])).toEqual(['skipped']);
  });

  test.each<[Json, boolean]>([
    [true, true],
    [{}, true],
    [0, true],
    ['', true],
    [[], true],
    [false, false],
    [null, false],
  ])('say whether a value advertises: %j %s', (value, expected) => {
    expect(advertises({ x: value }, '/x')).toBe(expected);
    expect(advertises({ x: value }, '/y')).toBe(false);
  });
});
