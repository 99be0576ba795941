import { describe, expect, test } from 'vitest';
import type { Target } from '../../src/language/target.js';
import { inLegs } from './legs.js';

const spec = { cwd: '/', env: {}, headers: {}, stop: {} };
const target = (more: Partial<Target> = {}): Target => ({
  name: 'x',
  role: 'mcp/server',
  transport: 'stdio',
  isolation: 'case',
  clock: false,
  transports: { stdio: spec, http: spec },
  behaviors: new Map(),
  untestable: [],
  secrets: new Map(),
  ...more,
});
const shown = (legs: readonly Target[]) =>
  legs.map(({ leg, transport, version }) => [leg?.name, transport, version ?? 'default']);

describe('a target is tested', () => {
  test('over each of its transports, the one that its file names first', () => {
    expect(shown(inLegs(target({ transport: 'http' }), {}))).toEqual([
      ['over http', 'http', 'default'],
      ['over stdio', 'stdio', 'default'],
    ]);
  });

  test('in each of the versions that its file names', () => {
    const versions = ['2025-11-25', '2026-07-28'];
    expect(shown(inLegs(target({ versions, version: '2025-11-25', transports: { stdio: spec } }), {}))).toEqual([
      ['in 2025-11-25', 'stdio', '2025-11-25'],
      ['in 2026-07-28', 'stdio', '2026-07-28'],
    ]);
    expect(shown(inLegs(target({ versions }), {})).map(([name]) => name)).toEqual([
      'over stdio in 2025-11-25',
      'over stdio in 2026-07-28',
      'over http in 2025-11-25',
      'over http in 2026-07-28',
    ]);
  });

  test('as the command line narrows it', () => {
    const both = target({ versions: ['2025-11-25', '2026-07-28'] });
    expect(shown(inLegs(both, { transport: 'http', versions: ['2026-07-28'] }))).toEqual([
      ['over http in 2026-07-28', 'http', '2026-07-28'],
    ]);
    expect(shown(inLegs(both, { versions: ['2026-07-28'] })).map(([name]) => name)).toEqual([
      'over stdio in 2026-07-28',
      'over http in 2026-07-28',
    ]);
  });

  test('as it is, where there is one way to do that, and where the transport that is asked for is none of its own', () => {
    const one = target({ transports: { stdio: spec } });
    expect(inLegs(one, {})).toEqual([one]);
    expect(shown(inLegs(one, { transport: 'ws' }))).toEqual([[undefined, 'stdio', 'default']]);
  });
});
