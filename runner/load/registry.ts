import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BehaviorsFile } from '../../src/generated/types/behaviors-v1.js';
import type { MutantsFile } from '../../src/generated/types/mutants-v1.js';
import type { RequirementsFile } from '../../src/generated/types/requirements-v1.js';
import type { RoleFile } from '../../src/generated/types/role-v1.js';
import type { VersionsFile } from '../../src/generated/types/versions-v1.js';
import type { WireFile } from '../../src/generated/types/wire-v1.js';
import { listed } from '../../src/json/listed.js';
import { formatPointer } from '../../src/json/pointer.js';
import { didYouMean } from '../../src/json/suggest.js';
import type { SourcePosition } from '../../src/language/case.js';
import type { Role, Shares } from '../../src/language/role.js';
import { protocolOf } from '../profiles.js';
import type {
  Behavior,
  Consequence,
  Corpus,
  FileProblem,
  Mutant,
  ReducedReference,
  VersionConstants,
  WireRule,
} from '../types.js';
import { type FormatFiles, type FormatName, formatOf } from './files/formats.js';
import { readFormat } from './files/read.js';
import type { Source } from './files/yaml.js';
import { requirementsIn } from './requirements.js';
import { citedDocuments, type Documents } from './sources.js';
import { orderOf, versionsIn } from './version-ranges.js';

/** A corpus with nothing in it. */
export function emptyCorpus(): Corpus {
  return {
    documents: new Map(),
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
    digests: new Map(),
  };
}

/** How a valid file goes into the corpus. */
type Taker<File> = (
  data: File,
  source: Source,
  protocol: string,
  corpus: Corpus,
  problems: FileProblem[],
  documents: Documents,
) => void;

/** Reads a file into the corpus and returns what is wrong with it. */
type Reader = (
  path: string,
  shown: string,
  protocol: string,
  corpus: Corpus,
  documents: Documents,
) => Promise<FileProblem[]>;

const reader =
  <Name extends FormatName>(name: Name, take: Taker<FormatFiles[Name]>): Reader =>
  async (path, shown, protocol, corpus, documents) => {
    const { source, data, problems } = readFormat(path, shown, await formatOf(name));
    if (data) take(data, source, protocol, corpus, problems, documents);
    return problems;
  };

/** Where the documents stand that requirements name. It is read before these. */
const SOURCES = 'sources.yaml';

/** Which files of a protocol's folder are read, and how. */
const FILES: [pattern: RegExp, read: Reader][] = [
  [/^requirements.*\.yaml$/, reader('requirements', takeRequirements)],
  [/^behaviors\.yaml$/, reader('behaviors', takeBehaviors)],
  [/^wire\.yaml$/, reader('wire', takeWire)],
  [/^versions\.yaml$/, reader('versions', takeVersions)],
  [/^mutants.*\.yaml$/, reader('mutants', takeMutants)],
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
  const names = filesIn(folder).map(({ name }) => name);
  let documents: Documents = {};
  if (names.includes(SOURCES)) {
    const file = readFormat(join(folder, SOURCES), `${shown}/${SOURCES}`, await formatOf('sources'));
    problems.push(...file.problems);
    documents = file.data?.documents ?? {};
    corpus.documents.set(protocol, citedDocuments(documents));
  }
  for (const name of names.filter((one) => one !== SOURCES)) {
    const [, read] = FILES.find(([pattern]) => pattern.test(name)) ?? [];
    if (!read) {
      const problem = { message: 'is not one of the files of a protocol', excerpt: '' };
      problems.push({ file: `${shown}/${name}`, ...problem, suggestion: 'cases stand in the folder of their role' });
      continue;
    }
    problems.push(...(await read(join(folder, name), `${shown}/${name}`, protocol, corpus, documents)));
  }
  return problems;
}

/** The YAML files of a folder, by name. An absent folder has none. */
function filesIn(folder: string): Dirent[] {
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

const sharesOf = ({
  once = [],
  undo = {},
  lasts = [],
  renews = [],
  keeps = [],
  marks,
}: NonNullable<RoleFile['shares']>): Shares => ({
  once,
  undo,
  lasts,
  renews,
  keeps,
  ...(marks === undefined ? {} : { marks }),
});

/** The role as its role.yaml says it. */
export function roleOf(data: RoleFile, source: Source, corpus: Corpus, problems: FileProblem[]): Role {
  const at = (pointer: string) => source.place(pointer, 'key');
  const order = orderOf(corpus, protocolOf(data.role));
  const anytime = (data.anytime ?? []).map(({ versions, ...one }, index) => ({
    ...one,
    ...(versions !== undefined && {
      versions: versionsIn(versions, { source, pointer: `/anytime/${index}/versions` }, [order], problems),
    }),
  }));
  const inVersions = Object.entries(data.versions ?? {});
  const aliveIn = inVersions.map(
    ([version, { alive }]) =>
      [version, { ...alive, place: at(formatPointer(['versions', version, 'alive'])) }] as const,
  );
  const sharesIn = inVersions.flatMap(([version, { shares }]) =>
    shares ? [[version, sharesOf(shares)] as const] : [],
  );
  return {
    role: data.role,
    peer: data.peer,
    side: data.side,
    ids: data.ids ?? [],
    extends: data.extends ?? [],
    within: data.within,
    limit: data.limit,
    replies: data.replies ?? 'by-id',
    alive: data.alive && { ...data.alive, place: at('/alive') },
    aliveIn: Object.fromEntries(aliveIn),
    ...(data.shares && { shares: sharesOf(data.shares) }),
    sharesIn: Object.fromEntries(sharesIn),
    ...(data.members === undefined ? {} : { members: data.members }),
    probe: data.probe?.case ?? null,
    refused: data.probe?.refused ?? [],
    ...(data.probe?.foreign && { foreign: data.probe.foreign }),
    ...(data.probe?.offers && { offers: data.probe.offers as Role['offers'] & object }),
    ...(data.hosted && { hosted: data.hosted }),
    anytime,
    transports: data.transports,
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

function takeRequirements(
  data: RequirementsFile,
  source: Source,
  _: string,
  corpus: Corpus,
  problems: FileProblem[],
  documents: Documents,
): void {
  for (const key of ['protocol', 'version'] as const)
    if (data[key] === undefined) problems.push(source.problem('', `lacks \`${key}\``));
  for (const [index, one] of requirementsIn(data, source, problems, documents).entries())
    add(corpus.requirements, one.id, one, problems, source, `/requirements/${index}/id`);
}

function takeBehaviors(data: BehaviorsFile, source: Source, protocol: string, corpus: Corpus): void {
  corpus.behaviors.set(protocol, new Map(behaviorsIn(data, source, protocol).map((one) => [one.name, one])));
}

/** The behaviors of a file, in its order. */
export function behaviorsIn({ behaviors }: BehaviorsFile, source: Source, protocol: string): Behavior[] {
  return Object.entries(behaviors).map(([name, one]) => {
    const { with: takes = {}, gives = {}, ...rest } = one;
    const place = source.place(`/behaviors/${name}`, 'key');
    return { name, protocol, ...rest, roles: listed(rest.roles), with: takes, gives, place };
  });
}

function takeWire(data: WireFile, source: Source, protocol: string, corpus: Corpus, problems: FileProblem[]): void {
  const rules = new Map<string, WireRule>();
  for (const [index, { versions, roles, transports, kills, ...one }] of data.rules.entries()) {
    const at = `/rules/${index}`;
    const rule: WireRule = {
      protocol,
      ...one,
      ...(roles === undefined ? {} : { roles: listed(roles) }),
      ...(transports === undefined ? {} : { transports: listed(transports) }),
      ...(kills === undefined ? {} : { kills: listed(kills) }),
      ...(versions === undefined
        ? {}
        : {
            versions: versionsIn(
              versions,
              { source, pointer: `${at}/versions` },
              [orderOf(corpus, protocol)],
              problems,
            ),
          }),
      place: source.place(at),
    };
    add(rules, rule.id, rule, problems, source, `${at}/id`);
  }
  corpus.wire.push(...rules.values());
  for (const [name, machine] of Object.entries(data.machines ?? {})) {
    if (name.includes('/') && !name.startsWith(`${protocol}/`))
      problems.push(
        source.problem(formatPointer(['machines', name]), `this is not a machine of ${protocol}`, { part: 'key' }),
      );
    corpus.machines.set(name.includes('/') ? name : `${protocol}/${name}`, machine);
  }
}

function takeVersions(
  data: VersionsFile,
  source: Source,
  protocol: string,
  corpus: Corpus,
  problems: FileProblem[],
): void {
  const versions: Map<string, VersionConstants> = new Map();
  for (const [name, { like, ...own }] of Object.entries(data.versions)) {
    if (like !== undefined && !versions.has(like))
      problems.push(source.problem(formatPointer(['versions', name, 'like']), `no earlier version \`${like}\``));
    versions.set(name, { ...(like !== undefined && versions.get(like)), ...own });
  }
  corpus.versions.set(protocol, versions);
  if (data.history !== undefined) {
    const listed = new Set(data.history.map(({ version }) => version));
    const later = [...versions.keys()].filter((version) => !listed.has(version));
    corpus.history.set(protocol, [...data.history, ...later.map((version) => ({ version }))]);
  }
  if (data.default === undefined) return;
  const name = data.default;
  corpus.defaults.set(protocol, name);
  const suggestion = didYouMean(name, versions.keys());
  const options = suggestion === undefined ? {} : { suggestion };
  if (!versions.has(name)) problems.push(source.problem('/default', `unknown version \`${name}\``, options));
}

function takeMutants(data: MutantsFile, source: Source, _: string, corpus: Corpus, problems: FileProblem[]): void {
  for (const [index, one] of mutantsIn(data, source, problems).entries()) {
    const at = `/mutants/${index}`;
    const { id, breaks, role, version, also = [], reference, ...fault } = one;
    for (const [nth, consequence] of also.entries())
      corpus.consequences.push(consequenceOf(consequence, [id], source.place(`${at}/also/${nth}`), true));
    const mutant: Mutant = {
      id,
      breaks,
      role: String(role),
      ...(reference === undefined ? {} : { reference }),
      ...(version === undefined ? {} : { version }),
      fault,
      place: source.place(at),
    };
    add(corpus.mutants, mutant.id, mutant, problems, source, `${at}/id`);
  }
  for (const [index, one] of referencesIn(data, source, problems).entries())
    add(corpus.references, one.id, one, problems, source, `/references/${index}/id`);
  for (const [index, one] of (data.consequences ?? []).entries())
    corpus.consequences.push(consequenceOf(one, listed(one.of), source.place(`/consequences/${index}`), false));
}

/** The mutants of a file, each with the role and the version that the file says for all. One without a role is a problem. */
export function mutantsIn(data: MutantsFile, source: Source, problems: FileProblem[]): MutantsFile['mutants'] {
  const { role, version } = data;
  const common = { ...(role !== undefined && { role }), ...(version !== undefined && { version }) };
  return data.mutants.map((one, index) => {
    checkRole(one, data, source, `/mutants/${index}`, problems);
    return { ...common, ...one };
  });
}

/** Something that a file says, with a role of its own or that of the file. */
interface OfRole {
  role?: string;
}

function checkRole(one: OfRole, data: OfRole, source: Source, at: string, problems: FileProblem[]): void {
  if ((one.role ?? data.role) !== undefined) return;
  problems.push(source.problem(at, 'lacks `role`: say it here, or once for the file'));
}

/** The references that a file of mutants brings, each with its role or that of the file. One without is a problem. */
export function referencesIn(data: MutantsFile, source: Source, problems: FileProblem[]): ReducedReference[] {
  return (data.references ?? []).map((one, index) => {
    checkRole(one, data, source, `/references/${index}`, problems);
    const rules = one.rules.map((rule, nth) => ({ id: `${one.id}.${nth + 1}`, ...rule }));
    return { id: one.id, role: String(one.role ?? data.role), rules, place: source.place(`/references/${index}`) };
  });
}

type WrittenConsequence = NonNullable<MutantsFile['mutants'][number]['also']>[number];

function consequenceOf(data: WrittenConsequence, of: string[], place: SourcePosition, own: boolean): Consequence {
  const { requirements, because, innocent = false } = data;
  return { of, own, innocent, requirements: listed(requirements), because, place };
}
