import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../src/json/suggest.js';
import type { SourcePosition } from '../../src/language/case.js';
import { livenessChecksOf, probesOf } from '../../src/language/role.js';
import { versionsInOrder } from '../history.js';
import { protocolOf } from '../profiles.js';
import type { Corpus, FileProblem } from '../types.js';
import { fragmentsOf, loadCaseFile } from './case/cases.js';
import type { Fragment, Fragments } from './case/steps.js';
import { filesDigest, readCompiled } from './compiled.js';
import { formatOf } from './files/formats.js';
import { problemAt, sortProblems } from './files/problems.js';
import { readFormat } from './files/read.js';
import { ordersOf, referencesOf } from './references.js';
import { emptyCorpus, filesBelow, foldersIn, readRegistry, roleOf } from './registry.js';

export interface LoadOptions {
  /** Only these protocols, such as mcp; by default all that have a folder. */
  protocols?: readonly string[];
  /**
   * Only these protocols and those that they name, so far as all of them are compiled; all protocols otherwise, and where one of
   * these does not exist.
   */
  needed?: readonly string[];
  /** A folder of compiled protocols (`compileCorpus`), which are used where they are as new as the files. */
  compiled?: string;
}

export interface LoadedCorpus {
  corpus: Corpus;
  problems: FileProblem[];
  /** Fragments that no case uses. */
  unused: Fragment[];
}

/**
 * Loads everything below `cases/` of a folder: registry, roles and cases of each protocol. A role may order its cases in
 * folders. Cases come in the order of their files' paths, and within a file as they stand there. All problems are found at once, sorted by place; a corpus
 * with problems must not be run.
 *
 * @param root the folder that has `cases/`; places are relative to it
 */
export async function loadCorpus(root: string, options: LoadOptions = {}): Promise<LoadedCorpus> {
  const all = foldersIn(join(root, 'cases')).map(({ name }) => name);
  const compiled = compiledOf(root, options);
  const wanted = options.protocols ?? neededOf(all, options.needed, compiled) ?? all;
  const loaded: LoadedCorpus = { corpus: emptyCorpus(), problems: [], unused: [] };
  const skipped = new Set(all.filter((protocol) => !wanted.includes(protocol)));
  const fresh: string[] = [];
  for (const protocol of wanted) {
    if (!all.includes(protocol)) {
      const suggestion = didYouMean(protocol, all);
      const problem = { file: `cases/${protocol}`, message: 'is not a folder of a protocol', excerpt: '' };
      loaded.problems.push(suggestion === undefined ? problem : { ...problem, suggestion });
      continue;
    }
    const ready = compiled(protocol);
    if (ready) merge(loaded.corpus, ready.corpus);
    else fresh.push(protocol);
  }
  // The registries of all protocols first: cases of one may prove requirements of another.
  for (const protocol of fresh)
    loaded.problems.push(
      ...(await readRegistry(join(root, 'cases', protocol), `cases/${protocol}`, protocol, loaded.corpus)),
    );
  for (const protocol of fresh) await readRoles(root, protocol, loaded);
  for (const protocol of fresh) await loadRoles(root, protocol, loaded, skipped);
  for (const protocol of fresh)
    loaded.corpus.digests.set(protocol, filesDigest(root, protocol, extendedBy(loaded.corpus, protocol)));
  loaded.problems = sortProblems([...loaded.problems, ...crossProblems(root, loaded.corpus, skipped)]);
  return loaded;
}

/** Reads the compiled form of a protocol, once. */
function compiledOf(root: string, { compiled }: LoadOptions): (protocol: string) => ReturnType<typeof readCompiled> {
  const known = new Map<string, ReturnType<typeof readCompiled>>();
  return (protocol) => {
    if (compiled === undefined) return undefined;
    if (!known.has(protocol)) known.set(protocol, readCompiled(root, protocol, compiled));
    return known.get(protocol);
  };
}

/** These protocols and what they name, in the order of all. Undefined where that can't be told. */
function neededOf(
  all: readonly string[],
  needed: readonly string[] | undefined,
  compiled: ReturnType<typeof compiledOf>,
): string[] | undefined {
  if (needed === undefined) return undefined;
  const found = new Set(needed);
  for (const protocol of found) {
    const ready = all.includes(protocol) ? compiled(protocol) : undefined;
    if (!ready) return undefined;
    for (const name of ready.names) found.add(name);
  }
  return all.filter((protocol) => found.has(protocol));
}

/** The roles of other protocols, or its own, that roles of a protocol extend. */
const extendedBy = ({ roles }: Pick<Corpus, 'roles'>, protocol: string): string[] =>
  [...roles].filter(([role]) => role.startsWith(`${protocol}/`)).flatMap(([, role]) => role.extends);

async function readRoles(root: string, protocol: string, { corpus, problems }: LoadedCorpus): Promise<void> {
  for (const { name } of foldersIn(join(root, 'cases', protocol))) {
    const folder = join(root, 'cases', protocol, name);
    const shown = `cases/${protocol}/${name}`;
    const role = readFormat(join(folder, 'role.yaml'), `${shown}/role.yaml`, await formatOf('role'));
    problems.push(...role.problems);
    if (role.data) {
      if (role.data.role !== `${protocol}/${name}`)
        problems.push(role.source.problem('/role', `this is the folder of \`${protocol}/${name}\``));
      corpus.roles.set(String(role.data.role), roleOf(role.data, role.source, corpus, problems));
    }
  }
}

async function loadRoles(root: string, protocol: string, loaded: LoadedCorpus, skipped: Set<string>): Promise<void> {
  const { corpus, problems } = loaded;
  for (const { name } of foldersIn(join(root, 'cases', protocol))) {
    const folder = join(root, 'cases', protocol, name);
    const shown = `cases/${protocol}/${name}`;
    const own = await readFragments(folder, shown, problems);
    const fragments = await fragmentsOfRole(root, corpus, `${protocol}/${name}`, own);
    const format = await formatOf('case');
    const references = referencesOf(corpus, `${protocol}/${name}`, skipped);
    const orders = ordersOf(corpus, `${protocol}/${name}`);
    const used = new Set<string>();
    const ofFiles: Fragment[] = [];
    for (const file of filesBelow(folder)) {
      if (file === 'role.yaml' || file === 'fragments.yaml') continue;
      const path = join(folder, file);
      const cases = loadCaseFile(path, `${shown}/${file}`, { format, fragments, references, orders });
      corpus.cases.push(...cases.cases);
      problems.push(...cases.problems);
      ofFiles.push(...cases.own);
      for (const key of cases.used) used.add(key);
    }
    loaded.unused.push(...[...own.values(), ...ofFiles].filter(({ key }) => !used.has(key)));
  }
}

/** The fragments that cases of a role may use: its own over those of the roles that it extends. */
export async function fragmentsOfRole(
  root: string,
  { roles }: Pick<Corpus, 'roles'>,
  role: string,
  own?: Fragments,
): Promise<Map<string, Fragment>> {
  // What is wrong with those of the roles that it extends is said there.
  const read = (one: string) => readFragments(join(root, 'cases', one), `cases/${one}`, []);
  const extended = await Promise.all((roles.get(role)?.extends ?? []).map(read));
  return new Map([...extended, own ?? (await read(role))].flatMap((one) => [...one]));
}

async function readFragments(folder: string, shown: string, problems: FileProblem[]): Promise<Fragments> {
  const path = join(folder, 'fragments.yaml');
  if (!existsSync(path)) return new Map();
  const file = readFormat(path, `${shown}/fragments.yaml`, await formatOf('fragments'));
  problems.push(...file.problems);
  return file.data ? fragmentsOf(file.source, file.data) : new Map();
}

/** What can only be seen once all files are read. */
function crossProblems(root: string, corpus: Corpus, skipped: ReadonlySet<string>): FileProblem[] {
  const problems: FileProblem[] = [];
  const report = (place: SourcePosition, message: string, suggestion?: string) =>
    problems.push(problemAt(root, place, message, suggestion));
  const first = new Map<string, SourcePosition>();
  for (const { id, place } of corpus.cases) {
    const earlier = first.get(id);
    if (earlier) report(place, `the id \`${id}\` is here twice`, `the first one is in ${earlier.file}:${earlier.line}`);
    else first.set(id, place);
  }
  const requirement = (id: string, place: SourcePosition) => {
    if (corpus.requirements.has(id) || skipped.has(id.split('-')[0]!.toLowerCase())) return;
    report(place, `unknown requirement \`${id}\``, didYouMean(id, corpus.requirements.keys()));
  };
  for (const rule of corpus.wire) requirement(rule.requirement, rule.place);
  const version = (name: string | undefined, what: string, protocol: string, place: SourcePosition) => {
    const known = versionsInOrder(corpus, protocol);
    if (name === undefined || known.includes(name)) return;
    report(place, `${what}: unknown version \`${name}\` of ${protocol}`, didYouMean(name, known));
  };
  for (const { id, since, until, place } of corpus.requirements.values()) {
    const protocol = id.split('-')[0]!.toLowerCase();
    version(since, `\`since\` of ${id}`, protocol, place);
    version(until, `\`until\` of ${id}`, protocol, place);
  }
  for (const { id, version: name, role, place } of corpus.mutants.values())
    if (!skipped.has(protocolOf(role))) version(name, id, protocolOf(role), place);
  for (const role of corpus.roles.values()) {
    if (role.members !== undefined) requirement(role.members, role.place);
    for (const { check, died = check, place } of livenessChecksOf(role))
      for (const id of new Set([check, died])) requirement(id, place);
    for (const [name, { place }] of Object.entries(role.aliveIn))
      version(name, '`versions`', protocolOf(role.role), place);
    for (const base of role.extends)
      if (!corpus.roles.has(base) && !skipped.has(partsOf(base).protocol))
        report(role.place, `unknown role \`${base}\``, didYouMean(base, corpus.roles.keys()));
    for (const id of probesOf(role))
      if (!first.has(id)) report(role.place, `unknown case \`${id}\``, didYouMean(id, first.keys()));
    for (const { check } of role.refused) if (check !== undefined) requirement(check, role.place);
  }
  const asked = new Set<string>();
  for (const { role, place } of corpus.cases) {
    const key = `${place.file} ${role}`;
    if (asked.has(key) || corpus.roles.has(role) || skipped.has(partsOf(role).protocol)) continue;
    // All cases of a file have the same role, so the first one says it for all.
    asked.add(key);
    report(place, `unknown role \`${role}\``, didYouMean(role, corpus.roles.keys()));
  }
  return problems;
}

function merge(into: Corpus, from: Corpus): void {
  const maps = [
    'documents',
    'requirements',
    'behaviors',
    'roles',
    'machines',
    'versions',
    'defaults',
    'history',
    'mutants',
    'references',
    'digests',
  ] as const;
  for (const key of maps) {
    const target = into[key] as Map<string, unknown>;
    for (const [name, value] of from[key]) target.set(name, value);
  }
  into.wire.push(...from.wire);
  into.consequences.push(...from.consequences);
  into.cases.push(...from.cases);
}

/** The protocol and the name of the side in a role, such as mcp and server. */
function partsOf(role: string): { protocol: string; side: string } {
  const [protocol = '', side = ''] = role.split('/');
  return { protocol, side };
}
