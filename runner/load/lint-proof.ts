import { didYouMean } from '../../src/json/suggest.js';
import { type Case, type SourcePosition, tableOf } from '../../src/language/case.js';
import { livenessChecksOf } from '../../src/language/role.js';
import { startedIn, stepsOf } from '../../src/language/steps.js';
import { namesIn } from '../../src/language/values/index.js';
import { OUTSIDE_RUNS } from '../../src/watch/outside-runs.js';
import { variantsOf } from '../loaded-profiles.js';
import { unmatched } from '../patterns.js';
import { defaultVersion, isAsked, protocolOf } from '../profiles.js';
import type { Consequence, Corpus, FileProblem, Mutant, ReducedReference } from '../types.js';
import { faultProblem } from './faults.js';
import { problemAt } from './files/problems.js';

type Report = (place: SourcePosition, message: string, suggestion?: string) => void;

/**
 * What a corpus does not prove: every case and wire rule must name a mutant that it catches, every testable must needs a
 * case and a mutant, mutants must be such that they can be tried, and behaviors and version constants must serve some case.
 */
export function proofProblems(root: string, corpus: Corpus): FileProblem[] {
  const problems: FileProblem[] = [];
  const report: Report = (place, message, suggestion) => problems.push(problemAt(root, place, message, suggestion));
  aboutKills(corpus, report);
  aboutRequirements(corpus, report);
  for (const mutant of corpus.mutants.values()) aboutMutant(mutant, corpus, report);
  for (const reference of corpus.references.values()) aboutReference(reference, corpus, report);
  for (const consequence of corpus.consequences) aboutConsequence(consequence, corpus, report);
  aboutBehaviors(corpus, report);
  aboutVersions(corpus, report);
  return problems;
}

function aboutKills(corpus: Corpus, report: Report): void {
  // They judge nothing: the handshake before them has failed.
  const tries = new Set([...corpus.roles.values()].flatMap(({ refused }) => refused.map((one) => one.case)));
  const isCaught = caughtByTables(corpus);
  for (const subject of corpus.cases) {
    const { id, role, kills, needs, place } = subject;
    if (kills.length === 0 && !tries.has(id)) report(place, `\`${id}\` names no mutant that it catches`);
    for (const name of kills) {
      const mutant = corpus.mutants.get(name);
      if (mutant && mutant.role !== role) report(place, `\`${id}\` names \`${name}\`, which is one of ${mutant.role}`);
      if (!mutant || isCaught(subject, name)) continue;
      const version = versionOf(mutant, corpus);
      if (!isFor(subject, version))
        report(
          place,
          `\`${id}\` names \`${name}\`, which is one of ${version}`,
          `it is for ${needs.version.join(', ')}`,
        );
    }
  }
  for (const { id, rule, kills = [], place } of corpus.wire) {
    if (kills.length === 0 && !OUTSIDE_RUNS.has(rule))
      report(place, `the wire rule \`${id}\` names no mutant that it catches`);
    for (const name of kills)
      if (!corpus.mutants.has(name))
        report(place, `\`${id}\` kills the unknown mutant \`${name}\``, didYouMean(name, corpus.mutants.keys()));
  }
}

const versionOf = ({ version, role }: Mutant, corpus: Corpus) => version ?? defaultVersion(corpus, protocolOf(role));
const isFor = ({ needs }: Case, version = '') =>
  version === '' || needs.version.length === 0 || needs.version.includes(version);

/** Tells which mutants the table of a case catches: those that all its rows name, if one row is for the version of the mutant. */
function caughtByTables(corpus: Corpus): (row: Case, mutant: string) => boolean {
  const tables = new Map<string, Case[]>();
  for (const one of corpus.cases) tables.set(tableOf(one), [...(tables.get(tableOf(one)) ?? []), one]);
  return (row, name) => {
    const rows = tables.get(tableOf(row))!;
    const mutant = corpus.mutants.get(name)!;
    return rows.every(({ kills }) => kills.includes(name)) && rows.some((one) => isFor(one, versionOf(mutant, corpus)));
  };
}

/** A must that some role of the corpus could break. */
function aboutRequirements(corpus: Corpus, report: Report): void {
  const checked = new Set([
    ...corpus.cases.flatMap(({ requirements }) => requirements),
    ...corpus.wire.filter(({ rule }) => !OUTSIDE_RUNS.has(rule)).map(({ requirement }) => requirement),
    ...[...corpus.roles.values()].flatMap(livenessChecksOf).flatMap(({ check, died }) => [check, died ?? []].flat()),
  ]);
  const broken = new Set([...corpus.mutants.values()].map(({ breaks }) => breaks));
  for (const requirement of corpus.requirements.values()) {
    const { id, level, excluded, place } = requirement;
    if (level !== 'must' || excluded !== undefined || !isAsked(corpus, requirement)) continue;
    if (!checked.has(id)) report(place, `no case checks the must \`${id}\``, 'write one, or say why it is `excluded`');
    if (!broken.has(id)) report(place, `no mutant breaks the must \`${id}\``);
  }
}

function aboutMutant(mutant: Mutant, corpus: Corpus, report: Report): void {
  const { id, role, version, reference, fault, place } = mutant;
  if (!corpus.roles.has(role)) report(place, `unknown role \`${role}\``, didYouMean(role, corpus.roles.keys()));
  const wrong = faultProblem(id, fault, variantsOf(corpus, role, version ?? usualOf(corpus, role)));
  if (wrong !== undefined) report(place, wrong);
  if (reference === undefined) return;
  const known = corpus.references.get(reference);
  if (!known) report(place, `unknown reference \`${reference}\``, didYouMean(reference, corpus.references.keys()));
  else if (known.role !== role) report(place, `\`${reference}\` is a reference of ${known.role}`);
}

function aboutReference({ id, role, rules, place }: ReducedReference, corpus: Corpus, report: Report): void {
  const used = [...corpus.mutants.values()].some(({ reference }) => reference === id);
  if (!used) report(place, `no mutant is put on the reference \`${id}\``);
  for (const rule of rules) {
    const wrong = faultProblem(String(rule.id), rule, variantsOf(corpus, role, usualOf(corpus, role)));
    if (wrong !== undefined) report(place, wrong);
  }
}

const usualOf = (corpus: Corpus, role: string) => defaultVersion(corpus, protocolOf(role));

function aboutConsequence({ of, requirements, place }: Consequence, corpus: Corpus, report: Report): void {
  for (const id of requirements)
    if (!corpus.requirements.has(id))
      report(place, `unknown requirement \`${id}\``, didYouMean(id, corpus.requirements.keys()));
  const mutants = [...corpus.mutants.values()].filter((mutant) => mutant.place.file === place.file);
  const subjects = mutants.map(({ id, breaks }) => ({ id, requirements: [breaks] }));
  for (const text of unmatched(of, subjects)) report(place, `\`${text}\` is none of the mutants of this file`);
}

function aboutBehaviors(corpus: Corpus, report: Report): void {
  const used = new Set(corpus.cases.flatMap(({ needs }) => needs.behavior));
  for (const subject of corpus.cases) {
    for (const { shows } of stepsOf(subject.steps)) if (shows !== undefined) used.add(shows);
    for (const started of startedIn(subject.steps)) used.add(started);
    for (const name of namesOf(subject)) if (name.startsWith('behavior.')) used.add(name.split('.')[1]!);
  }
  for (const behaviors of corpus.behaviors.values())
    for (const { name, roles, place } of behaviors.values())
      if (!used.has(name) && roles.some((role) => corpus.roles.has(role)))
        report(place, `no case asks for the behavior \`${name}\``);
}

/** A constant is used where a case reads it as it is, or reads what stands above or below it. */
function aboutVersions(corpus: Corpus, report: Report): void {
  const read = [...new Set(corpus.cases.flatMap(namesOf))].flatMap((name) =>
    name.startsWith('version.') ? [name.slice('version.'.length)] : [],
  );
  for (const [protocol, versions] of corpus.versions) {
    if (!corpus.cases.some(({ role }) => role.startsWith(`${protocol}/`))) continue;
    // What a version extends, defines anew of that, or shows in no handshake is no constant; what the references read, no case has to.
    const constants = new Set(
      [...versions.values()].flatMap(
        ({ extends: _, redefines: __, family: ___, reference: ____, unseen: _____, ...one }) => paths(one, ''),
      ),
    );
    for (const path of constants) {
      const used = read.some((name) => name === path || name.startsWith(`${path}.`) || path.startsWith(`${name}.`));
      if (!used) report(fileOf(protocol), `no case reads the version constant \`${path}\``);
    }
  }
}

const fileOf = (protocol: string): SourcePosition => ({ file: `cases/${protocol}/versions.yaml`, line: 1, col: 1 });

function paths(value: unknown, prefix: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix];
  return Object.entries(value).flatMap(([name, inner]) => paths(inner, prefix === '' ? name : `${prefix}.${name}`));
}

/** The names that the steps of a case still refer to. */
function namesOf({ steps, peer }: Case): string[] {
  return [
    ...namesIn(peer),
    ...stepsOf(steps).flatMap(({ body, save, on, within, after }) =>
      namesIn([body, save, on ?? null, within ?? null, after ?? null]),
    ),
  ];
}
