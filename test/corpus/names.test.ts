import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checksOf } from '../../runner/load/case/cases.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import { filesBelow, foldersIn } from '../../runner/load/registry.js';
import type { Corpus } from '../../runner/types.js';
import type { Case } from '../../src/language/case.js';

const root = resolve(import.meta.dirname, '../..');
let corpus: Corpus;
beforeAll(async () => {
  corpus = (await loadCorpus(root, { compiled: join(root, 'dist/corpus') })).corpus;
});

/** The id as it is written in the file: rows of a table add their name. */
const written = ({ id, row }: Pick<Case, 'id' | 'row'>) => (row === undefined ? id : id.slice(0, -row.length - 1));
const folderOf = (role: string) => `cases/${role}`;

/** The lines below a folder that have a text as a word, as `grep -rn` shows them. */
function found(folder: string, text: string, names = /\.yaml$/): { file: string; line: number; text: string }[] {
  const word = new RegExp(`(?<![\\w.-])${text.replaceAll('.', '\\.')}(?![\\w.-])`);
  return filesBelow(join(root, folder))
    .filter((file) => names.test(file))
    .flatMap((file) =>
      readFileSync(join(root, folder, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          word.test(line) ? [{ file: `${folder}/${file}`, line: index + 1, text: line }] : [],
        ),
    );
}

/** `mcp.auth.<side>.…` is about logins: of both sides, and found by one pattern. */
const placeOf = (id: string) => {
  const [protocol, side, ...rest] = id.split('.');
  return side === 'auth'
    ? { folder: `cases/${protocol}/${rest[0]}/logins`, area: rest[1], start: 4 }
    : { folder: `cases/${protocol}/${side}`, area: rest[0], start: 3 };
};

/** What the ids of a case and of the mutants that it kills begin with. */
const startOf = (id: string) => id.split('.').slice(0, placeOf(id).start).join('.');

/** The files that the id of a case names: `<protocol>.<side>.<area>.<name>` is in `<area>.yaml` of its role. */
function filesOf(id: string): string[] {
  const { folder, area } = placeOf(id);
  return filesBelow(join(root, folder))
    .filter((file) => basename(file) === `${area}.yaml`)
    .map((file) => `${folder}/${file}`);
}

describe('names of cases and mutants', () => {
  it('say the one file in which a case stands', () => {
    const elsewhere = corpus.cases.filter(({ id, place }) => filesOf(id).join() !== place.file);
    expect(elsewhere.map(({ id, place }) => `${id} in ${place.file}`)).toEqual([]);
  });

  it('say the side of a mutant, and a case file that kills it', () => {
    const areas = new Map<string, Set<string>>();
    const kill = (mutant: string, start: string) => areas.set(mutant, (areas.get(mutant) ?? new Set()).add(start));
    for (const { id, kills } of corpus.cases) for (const mutant of kills) kill(mutant, startOf(id));
    for (const { kills = [] } of corpus.wire)
      for (const mutant of kills) kill(mutant, `${corpus.mutants.get(mutant)!.role.replace('/', '.')}.wire`);
    const wrong = [...corpus.mutants.keys()].filter((id) => !areas.get(id)?.has(startOf(id)));
    expect(wrong).toEqual([]);
  });

  it('are in a file of mutants that says their side', () => {
    const wrong = [...corpus.mutants.values()].filter(({ role, place }) => {
      const [protocol, side] = role.split('/');
      return !new RegExp(`^cases/${protocol}/mutants-${side}(-|\\.)`).test(place.file);
    });
    expect(wrong.map(({ id, place }) => `${id} in ${place.file}`)).toEqual([]);
  });

  it('are never those of a case and of a mutant at once', () => {
    expect(corpus.cases.filter(({ id }) => corpus.mutants.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

it('the id of a requirement is enough to find its cases, its mutants and the code of the reference', () => {
  const provers = new Map<string, Set<Case>>();
  for (const one of corpus.cases)
    for (const { requirement } of checksOf(one.steps))
      provers.set(requirement, (provers.get(requirement) ?? new Set()).add(one));
  const breakers = new Map<string, string[]>();
  for (const { id, breaks } of corpus.mutants.values()) breakers.set(breaks, [...(breakers.get(breaks) ?? []), id]);
  const testable = [...provers.keys()].filter((id) => breakers.has(id)).sort();
  const drawn = fc.sample(fc.shuffledSubarray(testable, { minLength: 10, maxLength: 10 }), {
    numRuns: 1,
    seed: Number(process.env.PROCTOR_SEED),
  })[0]!;
  expect(drawn).toHaveLength(10);
  for (const id of drawn) {
    const { place } = corpus.requirements.get(id)!;
    // A number after the name says which major version the requirement is of: A2A1-SEND-005 is in the folder a2a.
    const protocol = id.split('-')[0]!.replace(/\d+$/, '').toLowerCase();
    const said = found(`cases/${protocol}`, id, /^requirements[^/]*\.yaml$/).filter(({ text }) => /\bid: /.test(text));
    expect(
      said.map(({ file }) => file),
      id,
    ).toEqual([place.file]);
    for (const one of provers.get(id)!) {
      const [file] = filesOf(one.id);
      const at = found(folderOf(one.role), written(one)).filter(({ text }) => /^ *- (\{ )?id: /.test(text));
      expect(
        at.map((line) => line.file),
        `${id}: ${one.id}`,
      ).toEqual([file]);
      // In the case, in a fragment of its file, or in one of its role or of a role that this one extends.
      const roles = [one.role, ...(corpus.roles.get(one.role)?.extends ?? [])];
      const places = roles.flatMap((role) => found(folderOf(role), id)).map((line) => line.file);
      expect(
        places.some((name) => name === file || name.endsWith('/fragments.yaml')),
        `${id} in ${file}`,
      ).toBe(true);
      const code = file!
        .split('/')
        .slice(1, -1)
        .join('/')
        .replace(/\/(common|logins|sessions|tasks)$/, '');
      expect(existsSync(join(root, 'src/protocols', code)), code).toBe(true);
    }
    const lines = foldersIn(join(root, 'cases')).flatMap(({ name }) =>
      found(`cases/${name}`, `breaks: ${id}`, /^mutants-[^/]*\.yaml$/),
    );
    expect(lines, id).toHaveLength(breakers.get(id)!.length);
  }
});
