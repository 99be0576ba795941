import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCorpus } from './cli/support/testing.js';
import { corpusDigest, isNewer, OWN_DIGEST } from './corpus-digest.js';
import { ownDigest } from './load/own/own-files.js';
import { loadProfile, profileNames } from './load/profile.js';

const TARGETS = [{ role: 'demo/server', version: '1.0' }];

describe('the digest of a corpus', () => {
  const withDigests = (...pairs: [string, string][]) => ({ ...testCorpus(), digests: new Map(pairs) });

  it('is of the protocols that concern the roles of the run', () => {
    const { digest } = corpusDigest(withDigests(['demo', 'aa']), TARGETS);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(corpusDigest(withDigests(['other', 'bb'], ['demo', 'aa']), TARGETS).digest).toBe(digest);
    expect(corpusDigest(withDigests(['demo', 'ab']), TARGETS).digest).not.toBe(digest);
  });

  it('has what a project brings apart', () => {
    const plain = corpusDigest(withDigests(['demo', 'aa']), TARGETS);
    const own = corpusDigest(withDigests(['demo', 'aa'], [OWN_DIGEST, 'cc']), TARGETS);
    expect(own).toEqual({ ...plain, own: 'sha256:cc' });
  });

  it('is that of the protocols whose requirements its cases test, too', () => {
    const corpus = testCorpus();
    corpus.cases.find(({ role }) => role === 'demo/server')!.requirements.push('BASE-01');
    const one = corpusDigest({ ...corpus, digests: new Map([['base', '1']]) }, TARGETS);
    expect(corpusDigest({ ...corpus, digests: new Map([['base', '2']]) }, TARGETS)).not.toEqual(one);
  });
});

describe('the digest of files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proctor-digest-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the same wherever they are, and another one if a byte changes', () => {
    const at = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return ownDigest([{ path: join(folder, name), shown: name, kind: 'cases' }]);
    };
    const digest = at('a.yaml', 'suite: A');
    expect(at('a.yaml', 'suite: B')).not.toBe(digest);
    expect(at('a.yaml', 'suite: A')).toBe(digest);
    cpSync(join(folder, 'a.yaml'), join(folder, 'sub', 'a.yaml'));
    expect(ownDigest([{ path: join(folder, 'sub', 'a.yaml'), shown: 'x', kind: 'cases' }])).toBe(digest);
  });
});

describe('a profile', () => {
  let root: string;
  const freeze = (release: string, requirements: string[]) => {
    const file = join(root, 'dist', 'profiles', `${release}.json`);
    cpSync(new URL('../package.json', import.meta.url), file);
    writeFileSync(file, JSON.stringify({ format: 'proctor-profile', version: 1, release, requirements }));
  };
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'proctor-profiles-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is by default that of the newest release, by number', () => {
    expect(loadProfile(root)).toBeUndefined();
    freeze('0.9.0', ['DEMO-TOOL-01']);
    freeze('0.10.0', ['DEMO-TOOL-01', 'DEMO-TOOL-02']);
    expect(profileNames(root)).toEqual(['0.9.0', '0.10.0']);
    expect(loadProfile(root)?.name).toBe('0.10.0');
    expect(loadProfile(root, '0.9.0')?.requirements.size).toBe(1);
    expect(() => loadProfile(root, '0.9.1')).toThrow(/no profile.*0\.9\.1|0\.9\.1.*0\.9\.0/s);
  });

  it('does not have newer requirements of Proctor; those of a project are not newer', () => {
    const corpus = testCorpus();
    const profile = loadProfile(root, '0.9.0')!;
    corpus.requirements.set('SHOP-01', { ...corpus.requirements.get('DEMO-TOOL-01')!, id: 'SHOP-01', ofProject: true });
    expect(isNewer({ ...corpus, profile }, ['DEMO-TOOL-01'])).toBe(false);
    expect(isNewer({ ...corpus, profile }, ['DEMO-TOOL-01', 'DEMO-TOOL-02'])).toBe(true);
    expect(isNewer({ ...corpus, profile }, ['SHOP-01'])).toBe(false);
    expect(isNewer(corpus, ['DEMO-TOOL-02'])).toBe(false);
  });

  it('of each release has every requirement once, in order', () => {
    const folder = new URL('../profiles/', import.meta.url);
    for (const name of ['0.1.0']) {
      const { release, requirements } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
      expect(release).toBe(name);
      expect(requirements.length).toBeGreaterThan(1000);
      expect(requirements).toEqual([...new Set(requirements)].sort());
    }
  });
});
