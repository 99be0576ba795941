import { join } from 'node:path';
import { ReadError, readText } from '../../src/files/read.js';
import { didYouMean } from '../../src/json/suggest.js';
import { type Case, type SourcePosition, tableOf } from '../../src/language/case.js';
import { probesOf } from '../../src/language/role.js';
import { stepsOf } from '../../src/language/steps.js';
import { profilesOf } from '../profiles.js';
import type { Corpus, FileProblem } from '../types.js';
import { checksOf } from './case/cases.js';
import { type LoadedCorpus, type LoadOptions, loadCorpus } from './corpus.js';
import { problemAt, sortProblems } from './files/problems.js';
import { proofProblems } from './lint-proof.js';
import { filesBelow } from './registry.js';

/** Words that a title does not need: it says what holds, not what should. */
const IDLE = /\b(should|shall|test(s|ed)? (that|whether|if)|check(s|ed)? (that|whether|if)|verif(y|ies) that)\b/i;

/** Longest title that a report shows in one line, in characters. */
const TITLE = 120;

/** Longest line of a file below cases/, in characters. */
const LINE = 160;

/**
 * Everything that is wrong with how a corpus is written: what keeps it from running, and what only its keepers care about.
 * Sorted by place. An empty list means that the corpus is clean.
 */
export async function lintCorpus(root: string, options: Pick<LoadOptions, 'protocols'> = {}): Promise<FileProblem[]> {
  const loaded = await loadCorpus(root, options);
  return sortProblems(written(root, loaded));
}

/** The corpus of a folder with everything that is wrong with it: how it is written, and what it does not prove. */
export async function inspectCorpus(root: string): Promise<{ corpus: Corpus; problems: FileProblem[] }> {
  const loaded = await loadCorpus(root);
  const { corpus } = loaded;
  return { corpus, problems: sortProblems([...written(root, loaded), ...proofProblems(root, corpus)]) };
}

function written(root: string, { corpus, problems, unused }: LoadedCorpus): FileProblem[] {
  const fragments = unused.map(({ source, pointer }) =>
    source.problem(pointer, 'no case uses this fragment', { part: 'key' }),
  );
  return [...problems, ...fragments, ...remarks(root, corpus), ...longLines(root, 'cases')];
}

/** The lines of YAML files below a folder of the root that are too long to be read. */
function longLines(root: string, folder: string): FileProblem[] {
  return filesBelow(join(root, folder)).flatMap((name) => {
    const file = `${folder}/${name}`;
    const lines = linesOf(join(root, file));
    return lines.flatMap((line, index) => {
      const characters = [...line.trimEnd()].length;
      if (characters <= LINE) return [];
      const place = { file, line: index + 1, col: LINE + 1 };
      return [problemAt(root, place, `the line has ${characters} characters`, `at most ${LINE} can be read`)];
    });
  });
}

/** The lines of a file; none if it can't be read, which those say who load it. */
function linesOf(path: string): string[] {
  try {
    return readText(path).split('\n');
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return [];
  }
}

/** The remarks on a corpus that was loaded: titles, ids, what cases check, and which mutants they name. */
function remarks(root: string, corpus: Corpus): FileProblem[] {
  const problems: FileProblem[] = [];
  const report = (place: SourcePosition, message: string, suggestion?: string) =>
    problems.push(problemAt(root, place, message, suggestion));
  if (corpus.cases.length === 0 && corpus.roles.size > 0) {
    const [role] = [...corpus.roles.values()];
    report(role!.place, 'no case was found at all');
  }
  const killed = new Set([...corpus.cases, ...corpus.wire].flatMap(({ kills = [] }) => kills));
  const told = new Set<string>();
  const probes = new Set([...corpus.roles.values()].flatMap(probesOf));
  for (const subject of corpus.cases) {
    const { id, place } = subject;
    if (!belongs(subject, corpus.roles.get(subject.role)?.ids ?? []))
      report(place, `the id \`${id}\` does not begin with its role`, `\`${prefix(subject.role)}…\``);
    aboutTitle(subject, report);
    if (subject.requirements.length === 0 && !probes.has(id)) report(place, `\`${id}\` checks nothing`);
    for (const { says, place: at } of stepsOf(subject.steps)) if (says !== undefined) aboutSays(says, at, report);
    aboutKills(subject, corpus, told, report);
    aboutChecks(subject, corpus, report);
    for (const machine of machinesIn(subject))
      if (!corpus.machines.has(machine))
        report(place, `unknown state machine \`${machine}\``, didYouMean(machine, corpus.machines.keys()));
  }
  for (const mutant of corpus.mutants.values()) {
    if (!corpus.requirements.has(mutant.breaks))
      report(
        mutant.place,
        `unknown requirement \`${mutant.breaks}\``,
        didYouMean(mutant.breaks, corpus.requirements.keys()),
      );
    if (!killed.has(mutant.id)) report(mutant.place, `no case names the mutant \`${mutant.id}\``);
  }
  return problems;
}

type Report = (place: SourcePosition, message: string, suggestion?: string) => void;

function aboutTitle({ title, place }: Case, report: Report): void {
  const idle = IDLE.exec(title);
  if (idle) report(place, `the title says \`${idle[0]}\``, 'say what holds');
  if (title.length > TITLE) report(place, `the title has ${title.length} characters`, `at most ${TITLE} fit a line`);
  if (title.includes('${')) report(place, 'the title has a reference that no constant fills');
}

/** What a step says it expects goes on in a report, so it is a part of a sentence. */
function aboutSays(says: string, place: SourcePosition, report: Report): void {
  if (/[.\n]\s*$|\n/.test(says))
    report(place, '`says` is a whole sentence', 'write a part of one line, without a full stop');
  if (says.length > TITLE) report(place, `\`says\` has ${says.length} characters`, `at most ${TITLE} fit a line`);
}

/** @param told what was said already: the rows of a table name the same mutants, and once is enough */
function aboutKills(subject: Case, corpus: Corpus, told: Set<string>, report: Report): void {
  const { id, kills, place } = subject;
  for (const mutant of new Set(kills)) {
    const key = `${place.file} ${tableOf(subject)} ${mutant}`;
    if (corpus.mutants.has(mutant) || told.has(key)) continue;
    told.add(key);
    report(place, `\`${id}\` kills the unknown mutant \`${mutant}\``, didYouMean(mutant, corpus.mutants.keys()));
  }
}

function aboutChecks(subject: Case, corpus: Corpus, report: Report): void {
  const said = new Set<string>();
  for (const { requirement: id, at } of checksOf(subject.steps)) {
    const requirement = corpus.requirements.get(id);
    if (!requirement || said.has(id)) continue;
    said.add(id);
    if (!profilesOf(corpus, subject.role, '').some(({ role }) => requirement.roles.includes(role)))
      report(at, `\`${id}\` binds ${requirement.roles.join(', ')}, and this case is for ${subject.role}`);
    if (requirement.excluded !== undefined)
      report(
        at,
        `\`${id}\` is excluded from testing, and this step proves it`,
        `the reason was: ${requirement.excluded}`,
      );
  }
}

/** @param more what ids of the role may begin with beside its name */
function belongs({ id, role }: Case, more: readonly string[]): boolean {
  return [role.replace('/', '.'), ...more].some((start) => id === start || id.startsWith(`${start}.`));
}

function prefix(role: string): string {
  return `${role.replace('/', '.')}.`;
}

function machinesIn(subject: Case): Set<string> {
  const names = new Set<string>();
  JSON.stringify(
    stepsOf(subject.steps).map(({ body }) => body),
    (key, value) => {
      if (key === '$walk' && typeof value === 'string' && !value.includes('${')) names.add(value);
      return typeof value === 'bigint' ? String(value) : value;
    },
  );
  return names;
}
