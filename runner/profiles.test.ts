import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/json/json.js';
import type { Case } from '../src/language/case.js';
import type { Role } from '../src/language/role.js';
import { emptyCorpus } from './load/registry.js';
import { constantsOf, defaultVersion, playedVersions, profilesOf, wireRulesOf } from './profiles.js';
import type { Corpus, WireRule } from './types.js';

const rule = (protocol: string, id: string, more: Partial<WireRule> = {}): WireRule => ({
  protocol,
  id,
  rule: 'envelope',
  title: id,
  requirement: 'X-A-01',
  place: { file: 'wire.yaml', line: 1, col: 1 },
  ...more,
});

/** `top/server` extends `low/server`: its version 1 the older one of `low`, its version 2 the newest. */
const corpus: Corpus = {
  ...emptyCorpus(),
  roles: new Map([
    ['low/server', { role: 'low/server', extends: [] } as unknown as Role],
    ['low/special', { role: 'low/special', extends: ['low/server'] } as unknown as Role],
    ['top/server', { role: 'top/server', extends: ['low/server'] } as unknown as Role],
  ]),
  versions: new Map([
    [
      'low',
      new Map<string, JsonObject>([
        ['a', { code: 1 }],
        ['b', { code: 2, only: 'b' }],
      ]),
    ],
    [
      'top',
      new Map<string, JsonObject>([
        ['1', { extends: { low: 'a' } }],
        ['2', { code: 3 }],
        ['3', { redefines: ['/result/end'] }],
      ]),
    ],
  ]),
  wire: [
    rule('low', 'always'),
    rule('low', 'late', { versions: ['b'] }),
    rule('low', 'of-servers', { roles: ['low/server'] }),
    rule('low', 'of-clients', { roles: ['low/client'] }),
    rule('top', 'always'),
    rule('top', 'late', { versions: ['2'] }),
  ],
};
const ids = (role: string, version: string) => wireRulesOf(corpus, role, version).map(({ id }) => id);

describe('the profiles of a role', () => {
  it('are its own and those that it extends, each with its version', () => {
    expect(profilesOf(corpus, 'low/server', 'a')).toEqual([{ role: 'low/server', protocol: 'low', version: 'a' }]);
    expect(profilesOf(corpus, 'top/server', '1').map(({ version }) => version)).toEqual(['1', 'a']);
    expect(profilesOf(corpus, 'top/server', '2').map(({ version }) => version)).toEqual(['2', 'b']);
  });

  it('bring the wire rules of their versions, the extended ones with their protocol in front', () => {
    expect(ids('low/server', 'a')).toEqual(['always', 'of-servers']);
    expect(ids('low/server', 'b')).toEqual(['always', 'late', 'of-servers']);
    expect(ids('top/server', '1')).toEqual(['always', 'low.always', 'low.of-servers']);
    expect(ids('top/server', '2')).toEqual(['always', 'late', 'low.always', 'low.late', 'low.of-servers']);
    expect(wireRulesOf(corpus, 'top/server', '1').map(({ profile }) => profile)).toEqual([undefined, 'low', 'low']);
  });

  it('leave to its own definitions what it defines anew, in rules on definitions alone', () => {
    const shapes = [rule('low', 'shape', { rule: 'schema', with: { variants: 'closed' } }), rule('top', 'shape')];
    const settings = (version: string) =>
      wireRulesOf({ ...corpus, wire: [...corpus.wire, ...shapes] }, 'top/server', version)
        .filter((one) => one.with !== undefined)
        .map((one) => [one.id, one.with]);
    expect(settings('2')).toEqual([['low.shape', { variants: 'closed' }]]);
    expect(settings('3')).toEqual([['low.shape', { variants: 'closed', except: ['/result/end'] }]]);
  });

  it('are of one version and bring each rule once where a role extends another of its protocol', () => {
    expect(profilesOf(corpus, 'low/special', 'a').map(({ role, version }) => [role, version])).toEqual([
      ['low/special', 'a'],
      ['low/server', 'a'],
    ]);
    expect(ids('low/special', 'a')).toEqual(['always', 'of-servers']);
    expect(wireRulesOf(corpus, 'low/special', 'a').map(({ roles, profile }) => roles ?? profile)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('bring the constants of their versions, its own over the extended', () => {
    expect(constantsOf(corpus, 'low/server', 'a')).toEqual({ name: 'a', code: 1 });
    expect(constantsOf(corpus, 'top/server', '1')).toMatchObject({ name: '1', code: 1 });
    expect(constantsOf(corpus, 'top/server', '2')).toEqual({ name: '2', code: 3, only: 'b' });
  });
});

describe('the version that is meant where none is named', () => {
  const named = { ...corpus, defaults: new Map([['low', 'a']]) };

  it('is the one that versions.yaml names, else the last', () => {
    expect([defaultVersion(corpus, 'low'), defaultVersion(named, 'low'), defaultVersion(corpus, 'none')]).toEqual([
      'b',
      'a',
      undefined,
    ]);
    expect(profilesOf(named, 'top/server', '2').map(({ version }) => version)).toEqual(['2', 'a']);
  });

  it('is played, and so is each that has cases of its own', () => {
    const needing = (...version: string[]) => ({ role: 'low/server', needs: { version } }) as unknown as Case;
    const played = (...cases: Case[]) => playedVersions({ ...corpus, cases }, 'low/server');
    expect(played(needing(), needing('a', 'b'))).toEqual(['b']);
    expect(played(needing(), needing('a'))).toEqual(['b', 'a']);
  });
});
