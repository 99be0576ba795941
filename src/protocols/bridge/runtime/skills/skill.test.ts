import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { Json } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { loadValidators } from '../../../../schemas/index.js';
import { Confinement } from '../../../../workspace/confinement.js';
import { VERSION } from '../../version.js';
import { Host, HostError } from '../host/host.js';
import { Catalog } from './catalog.js';
import { refsOf, skillOf } from './skill.js';

const ref = { id: 'acme/review', name: 'review', description: 'Looks', source: 'host' };

describe('refsOf', () => {
  it('reads a list and { skills }', () => {
    expect(refsOf([ref])).toStrictEqual([ref]);
    expect(refsOf({ skills: [ref] })).toStrictEqual([ref]);
  });

  it('fills what is missing and leaves out what has no name', () => {
    const odd: Json = [null, 'x', { id: 'a' }, { name: '' }, { name: 7 }, { name: 'b' }];
    expect(refsOf(odd)).toStrictEqual([{ id: 'b', name: 'b', description: '', source: 'host' }]);
  });

  test.each([[null], ['x'], [7], [{}], [{ skills: 'x' }]])('refuses %j', (answer) => {
    expect(() => refsOf(answer)).toThrow(HostError);
  });
});

describe('skillOf', () => {
  const manifest = { when_to_use: 'always', allowed_tools: ['bash', 7], paths: ['src/**'], model: 'small' };
  const skill = {
    when_to_use: 'always',
    allowed_tools: ['bash'],
    paths: ['src/**'],
    model: 'small',
    name: 'a',
    description: 'd',
    body: 'b',
  };

  it('reads the fields in manifest and at the top', async () => {
    expect(skillOf({ name: 'a', description: 'd', body: 'b', manifest })).toStrictEqual(skill);
    expect(skillOf({ name: 'a', description: 'd', body: 'b', ...manifest })).toStrictEqual(skill);
    const validators = await loadValidators('bridge', VERSION);
    expect(validators.validate('Skill', skill)).toStrictEqual([]);
    expect(
      validators.validate('Skill', { ...skillOf({ name: 'a', manifest: [], allowed_tools: 'all' }) }),
    ).toStrictEqual([]);
  });

  test.each([[null], ['# Body'], [[]], [{ body: 'b' }], [{ name: '' }]])('refuses %j', (answer) => {
    expect(() => skillOf(answer)).toThrow(HostError);
  });
});

describe('Catalog', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'catalog-test-'));
    const folder = join(cwd, '.harn', 'skills');
    for (const [name, text] of [
      ['rules', '---\nname: house-rules\ndescription: How we work\nallowed_tools: [grep]\n---\nBe kind.\n'],
      ['plain', 'No head at all.\n'],
      ['broken', '---\nname: [\n---\nx\n'],
    ] as const) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'SKILL.md'), text);
    }
    mkdirSync(join(folder, 'empty'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  function catalog(answers: (Json | Error)[]) {
    const asked: [string, Json][] = [];
    const warnings: string[] = [];
    const host = new Host(async (method, params) => {
      asked.push([method, params]);
      const answer = answers.shift() ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    }, new AbortController().signal);
    return {
      asked,
      warnings,
      catalog: new Catalog(host, new Confinement({ cwd, overStdio: true }).in(cwd), (warning) =>
        warnings.push(warning),
      ),
    };
  }
  const names = ({ refs }: { refs: { name: string }[] }) => refs.map(({ name }) => name);

  it('puts the skills of the host on top of those of the workspace, which win', async () => {
    const { catalog: subject, warnings } = catalog([[ref, { ...ref, name: 'house-rules' }]]);
    expect(names(await subject.refresh())).toStrictEqual(['plain', 'house-rules', 'review']);
    expect(warnings).toStrictEqual([expect.stringContaining('the skill broken')]);
    const rules = await subject.load({ id: 'house-rules', name: 'house-rules', description: '', source: 'workspace' });
    expect(rules).toMatchObject({ body: 'Be kind.\n', allowed_tools: ['grep'] });
  });

  it('lists again when it was told to, and then once', async () => {
    const { catalog: subject, asked } = catalog([[ref], []]);
    expect(names(await subject.refresh())).toContain('review');
    await subject.refresh();
    for (let times = 0; times < 5; times++) subject.invalidate();
    expect(names(await subject.refresh())).not.toContain('review');
    await subject.refresh();
    expect(asked).toStrictEqual([
      ['skills/list', {}],
      ['skills/list', {}],
    ]);
  });

  it('keeps the workspace where the host fails, and says why', async () => {
    const { catalog: subject, warnings } = catalog([new RpcError(-32601, 'no store')]);
    expect(await subject.refresh()).toMatchObject({
      problem: 'no store',
      refs: [{ name: 'plain' }, { name: 'house-rules' }],
    });
    expect(warnings).toHaveLength(2);
  });

  it('fetches by the id', async () => {
    const { catalog: subject, asked } = catalog([{ name: 'review', description: '', body: 'Look' }]);
    expect(await subject.load(ref)).toMatchObject({ body: 'Look' });
    expect(asked).toStrictEqual([['skills/fetch', { id: 'acme/review' }]]);
  });
});
