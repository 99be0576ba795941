import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Revision } from '../../src/generated/types/versions-v1.js';
import type { JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { formatPointer } from '../../src/json/pointer.js';
import { didYouMean } from '../../src/json/suggest.js';
import type { SourcePosition } from '../../src/language/case.js';
import type { Machine } from '../../src/language/machine.js';
import type { Level } from '../../src/language/requirement.js';
import type { Anytime, Role } from '../../src/language/role.js';
import { protocolOf } from '../profiles.js';
import type { Behavior, Consequence, Corpus, FileProblem, Mutant, ReducedReference, WireRule } from '../types.js';
import { type Format, type FormatName, formatOf } from './files/formats.js';
import { readFormat } from './files/read.js';
import type { Source } from './files/yaml.js';
import { orderOf, versionsIn } from './version-ranges.js';

/** A corpus with nothing in it. */
export function emptyCorpus(): Corpus {
  return {
    requirements: new Map(),
    behaviors: new Map(),
    roles: new Map(),
    wire: [],
    machines: new Map(),
    versions: new Map(),
    defaults: new Map(),
    history: new Map(),
    mutants: new Map(),
    references: new Map(),
    consequences: [],
    cases: [],
  };
}

type Taker = (data: JsonObject, source: Source, protocol: string, corpus: Corpus, problems: FileProblem[]) => void;

/** Which files of a protocol's folder are read, as what, and how they go into the corpus. */
const FILES: [pattern: RegExp, format: FormatName, take: Taker][] = [
  [/^requirements.*\.yaml$/, 'requirements', takeRequirements],
  [/^behaviors\.yaml$/, 'behaviors', takeBehaviors],
  [/^wire\.yaml$/, 'wire', takeWire],
  [/^versions\.yaml$/, 'versions', takeVersions],
  [/^mutants.*\.yaml$/, 'mutants', takeMutants],
];

/**
 * Reads the files that stand directly in a protocol's folder into the corpus. A file with a name that means nothing is a
 * problem: what is not read proves nothing.
 *
 * @param folder the protocol's folder
 * @param shown how messages name it
 */
export async function readRegistry(
  folder: string,
  shown: string,
  protocol: string,
  corpus: Corpus,
): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const { name } of filesIn(folder)) {
    const kind = FILES.find(([pattern]) => pattern.test(name));
    if (!kind) {
      const suggestion = 'cases stand in the folder of their role';
      problems.push({
        file: `${shown}/${name}`,
        message: 'is not one of the files of a protocol',
        suggestion,
        excerpt: '',
      });
      continue;
    }
    const format: Format = await formatOf(kind[1]);
    const file = readFormat(join(folder, name), `${shown}/${name}`, format);
    problems.push(...file.problems);
    if (file.data) kind[2](file.data, file.source, protocol, corpus, problems);
  }
  return problems;
}

/** The YAML files of a folder, by name. An absent folder has none. */
export function filesIn(folder: string): Dirent[] {
  return entriesOf(folder).filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'));
}

/** The YAML files of a folder and of the folders below it, as paths relative to it, sorted. An absent folder has none. */
export function filesBelow(folder: string): string[] {
  const below = foldersIn(folder).flatMap(({ name }) =>
    filesBelow(join(folder, name)).map((file) => `${name}/${file}`),
  );
  return [...filesIn(folder).map(({ name }) => name), ...below].sort();
}

/** The folders of a folder, by name. An absent folder has none. */
export function foldersIn(folder: string): Dirent[] {
  return entriesOf(folder).filter((entry) => entry.isDirectory());
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The role as its role.yaml says it. */
export function roleOf(data: JsonObject, source: Source, corpus: Corpus, problems: FileProblem[]): Role {
  const at = (pointer: string) => source.place(pointer, 'key');
  const order = orderOf(corpus, protocolOf(String(data.role)));
  const anytime = ((data.anytime ?? []) as JsonObject[]).map(({ versions, ...one }, index) => ({
    ...one,
    ...(versions !== undefined && {
      versions: versionsIn(versions, { source, pointer: `/anytime/${index}/versions` }, [order], problems),
    }),
  }));
  const alive = isObject(data.alive) ? { ...data.alive, place: at('/alive') } : null;
  const aliveIn = Object.fromEntries(
    Object.entries((data.versions ?? {}) as { [version: string]: JsonObject }).flatMap(([version, one]) =>
      isObject(one.alive)
        ? [[version, { ...one.alive, place: at(formatPointer(['versions', version, 'alive'])) }]]
        : [],
    ),
  );
  const probe = isObject(data.probe) ? String(data.probe.case) : null;
  const foreign = isObject(data.probe) && isObject(data.probe.foreign) ? data.probe.foreign : undefined;
  return {
    role: String(data.role),
    peer: String(data.peer),
    side: data.side as Role['side'],
    ids: (data.ids ?? []) as string[],
    extends: (data.extends ?? []) as string[],
    within: String(data.within),
    limit: String(data.limit),
    replies: data.replies === 'ordered' ? 'ordered' : 'by-id',
    alive: alive as unknown as Role['alive'],
    aliveIn: aliveIn as unknown as Role['aliveIn'],
    ...(typeof data.members === 'string' ? { members: data.members } : {}),
    probe,
    refused: isObject(data.probe) ? ((data.probe.refused ?? []) as unknown as Role['refused']) : [],
    ...(foreign ? { foreign: foreign as unknown as NonNullable<Role['foreign']> } : {}),
    anytime: anytime as unknown as Anytime[],
    transports: data.transports as Role['transports'],
    place: at('/role'),
  };
}

/** Adds an entry under a key that must be unique, or the problem that it is not. */
function add<T extends { place: SourcePosition }>(
  into: Map<string, T>,
  key: string,
  value: T,
  problems: FileProblem[],
  source: Source,
  pointer: string,
): void {
  const earlier = into.get(key);
  if (!earlier) {
    into.set(key, value);
    return;
  }
  const suggestion = `the first one is in ${earlier.place.file}:${earlier.place.line}`;
  problems.push(source.problem(pointer, `\`${key}\` is here twice`, { suggestion }));
}

function takeRequirements(data: JsonObject, source: Source, _: string, corpus: Corpus, problems: FileProblem[]): void {
  for (const [index, one] of (data.requirements as JsonObject[]).entries()) {
    const at = `/requirements/${index}`;
    const roles = one.roles ?? data.roles;
    if (roles === undefined) problems.push(source.problem(at, 'lacks `roles`: say them here, or once for the file'));
    if (one.section !== undefined && data.source === undefined)
      problems.push(source.problem(`${at}/section`, 'the file names no document: say its `source`', { part: 'key' }));
    const optional = Object.fromEntries(
      ['excluded', 'since', 'until', 'note']
        .filter((key) => one[key] !== undefined)
        .map((key) => [key, String(one[key])]),
    );
    const requirement = {
      id: String(one.id),
      level: one.level as Level,
      roles: (roles ?? []) as string[],
      text: String(one.text),
      source: one.section === undefined ? String(one.source) : `${data.source}, ${one.section}`,
      version: String(data.version),
      place: source.place(at),
      ...optional,
    };
    add(corpus.requirements, requirement.id, requirement, problems, source, `${at}/id`);
  }
}

function takeBehaviors(data: JsonObject, source: Source, protocol: string, corpus: Corpus): void {
  const behaviors = new Map<string, Behavior>();
  for (const [name, one] of Object.entries(data.behaviors as { [name: string]: JsonObject })) {
    behaviors.set(name, {
      name,
      protocol,
      roles: one.roles as string[],
      text: String(one.text),
      with: (one.with ?? {}) as Behavior['with'],
      gives: (one.gives ?? {}) as Behavior['gives'],
      place: source.place(`/behaviors/${name}`, 'key'),
      ...(one.optional === undefined ? {} : { optional: String(one.optional) }),
      ...(one.seen === undefined ? {} : { seen: one.seen as JsonObject }),
      ...(one.lasts === true ? { lasts: true } : {}),
      ...(one.shownBy === undefined ? {} : { shownBy: one.shownBy as [string, ...string[]] }),
      ...(one.default === undefined ? {} : { default: one.default as JsonObject }),
      ...(one.capability === undefined ? {} : { capability: one.capability as [string, ...string[]] }),
    });
  }
  corpus.behaviors.set(protocol, behaviors);
}

function takeWire(data: JsonObject, source: Source, protocol: string, corpus: Corpus, problems: FileProblem[]): void {
  const rules = new Map<string, WireRule>();
  for (const [index, one] of (data.rules as JsonObject[]).entries()) {
    const at = `/rules/${index}`;
    const rule: WireRule = {
      protocol,
      id: String(one.id),
      rule: one.rule as WireRule['rule'],
      title: String(one.title),
      requirement: String(one.requirement),
      ...(one.roles === undefined ? {} : { roles: one.roles as string[] }),
      ...(one.versions === undefined
        ? {}
        : {
            versions: versionsIn(
              one.versions,
              { source, pointer: `${at}/versions` },
              [orderOf(corpus, protocol)],
              problems,
            ),
          }),
      ...(one.transports === undefined ? {} : { transports: one.transports as NonNullable<WireRule['transports']> }),
      ...(one.with === undefined ? {} : { with: one.with as JsonObject }),
      ...(one.kills === undefined ? {} : { kills: one.kills as string[] }),
      place: source.place(at),
    };
    add(rules, rule.id, rule, problems, source, `${at}/id`);
  }
  corpus.wire.push(...rules.values());
  for (const [name, machine] of Object.entries((data.machines ?? {}) as JsonObject)) {
    if (name.includes('/') && !name.startsWith(`${protocol}/`))
      problems.push(
        source.problem(formatPointer(['machines', name]), `this is no machine of ${protocol}`, { part: 'key' }),
      );
    corpus.machines.set(name.includes('/') ? name : `${protocol}/${name}`, machine as unknown as Machine);
  }
}

function takeVersions(
  data: JsonObject,
  source: Source,
  protocol: string,
  corpus: Corpus,
  problems: FileProblem[],
): void {
  const versions = new Map(Object.entries(data.versions as { [version: string]: JsonObject }));
  corpus.versions.set(protocol, versions);
  if (data.history !== undefined) corpus.history.set(protocol, data.history as unknown as Revision[]);
  if (data.default === undefined) return;
  const name = String(data.default);
  corpus.defaults.set(protocol, name);
  const suggestion = didYouMean(name, versions.keys());
  const options = suggestion === undefined ? {} : { suggestion };
  if (!versions.has(name)) problems.push(source.problem('/default', `unknown version \`${name}\``, options));
}

function takeMutants(data: JsonObject, source: Source, _: string, corpus: Corpus, problems: FileProblem[]): void {
  for (const [index, one] of mutantsIn(data, source, problems).entries()) {
    const at = `/mutants/${index}`;
    const { id, breaks, role, version, also, reference, ...fault } = one;
    for (const [nth, consequence] of ((also ?? []) as JsonObject[]).entries())
      corpus.consequences.push(consequenceOf(consequence, [String(id)], source.place(`${at}/also/${nth}`), true));
    const mutant: Mutant = {
      id: String(id),
      breaks: String(breaks),
      role: String(role),
      ...(reference === undefined ? {} : { reference: String(reference) }),
      ...(version === undefined ? {} : { version: String(version) }),
      fault,
      place: source.place(at),
    };
    add(corpus.mutants, mutant.id, mutant, problems, source, `${at}/id`);
  }
  for (const [index, one] of referencesIn(data, source, problems).entries())
    add(corpus.references, one.id, one, problems, source, `/references/${index}/id`);
  for (const [index, one] of ((data.consequences ?? []) as JsonObject[]).entries()) {
    const place = source.place(`/consequences/${index}`);
    corpus.consequences.push(consequenceOf(one, one.of as string[], place, false));
  }
}

/** The mutants of a file, each with the role and the version that the file says for all. One without a role is a problem. */
export function mutantsIn(data: JsonObject, source: Source, problems: FileProblem[]): JsonObject[] {
  const { role, version } = data;
  const common = { ...(role !== undefined && { role }), ...(version !== undefined && { version }) };
  return (data.mutants as JsonObject[]).map((one, index) => {
    checkRole(one, data, source, `/mutants/${index}`, problems);
    return { ...common, ...one };
  });
}

function checkRole(one: JsonObject, data: JsonObject, source: Source, at: string, problems: FileProblem[]): void {
  if ((one.role ?? data.role) !== undefined) return;
  problems.push(source.problem(at, 'lacks `role`: say it here, or once for the file'));
}

/** The references that a file of mutants brings, each with its role or that of the file. One without is a problem. */
export function referencesIn(data: JsonObject, source: Source, problems: FileProblem[]): ReducedReference[] {
  return ((data.references ?? []) as JsonObject[]).map((one, index) => {
    checkRole(one, data, source, `/references/${index}`, problems);
    const id = String(one.id);
    const rules = (one.rules as JsonObject[]).map((rule, nth) => ({ id: `${id}.${nth + 1}`, ...rule }));
    return { id, role: String(one.role ?? data.role), rules, place: source.place(`/references/${index}`) };
  });
}

function consequenceOf(data: JsonObject, of: string[], place: SourcePosition, own: boolean): Consequence {
  const innocent = data.innocent === true;
  return { of, own, innocent, requirements: data.requirements as string[], because: String(data.because), place };
}
