import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Exploration } from '../../src/conversation/explorer.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import { ReadError, readText } from '../../src/files/read.js';
import { equal } from '../../src/json/equal.js';
import type { JsonObject } from '../../src/json/json.js';
import type { Target } from '../../src/language/target.js';
import { secrets } from '../../src/wire/output.js';
import { formatProblem } from '../load/files/problems.js';
import { schemaPath } from '../load/files/schema-path.js';
import { loadTarget, type TargetContext } from '../load/target/target.js';
import type { Subject } from '../patterns.js';
import { type Plan, plan } from '../plan/plan.js';
import { isMeantBy, type PlannedCase } from '../planned-case.js';
import { defaultVersion } from '../profiles.js';
import type { Probed } from '../run/probe.js';
import { besides, KNOWN } from './besides.js';
import { checkWritable, writeAll } from './files.js';
import { behaviorsOf, type Found, nameIn, overEach, protectionFor } from './found.js';
import { InitError, interrupted } from './init-error.js';
import type { InitOptions } from './options.js';
import { patternsFor } from './patterns.js';
import { ownPrompts } from './prompts.js';
import type { Protection } from './protection.js';
import { requestBehind } from './refused.js';
import { NO_TRIAL, type Trial, trialOf } from './smoke.js';
import { type ListedCase, TargetDocument, UNKNOWN } from './target-document.js';
import { missingPacked, repositoryOf, workflowFile } from './workflow.js';

/** What came of it. */
export interface Initialised {
  /** Paths that were written, relative to the folder. */
  written: string[];
  /** What the target plays. */
  role: string;
  /** The cases that show whether the file holds; none where nothing can be played yet. */
  trial: Trial;
  /** Whether the file says how the target reaches the kit, where that is for the target to do. */
  isReachable: boolean;
  /** Whether the target answers nothing without a token, and there is none. */
  isLockedOut: boolean;
  /** What to do so that the new workflow finds Proctor, if there is something to do. */
  lacksPacked: string | undefined;
}

/** What stands for a behavior that nobody looked for. */

/**
 * Writes a target file for a target, or brings one up to date: it starts the target, finds out what it can show, and lists what it
 * can't. A list of known failures and a workflow come with it where there are none. Throws InitError, and nothing is written then.
 */
export async function init(options: InitOptions): Promise<Initialised> {
  const { file, folder, signal } = options;
  const path = resolve(folder, file);
  const root = repositoryOf(folder);
  const flow = workflowFile(folder, root);
  for (const one of [file, ...(existsSync(join(folder, KNOWN)) ? [] : [KNOWN])]) checkWritable(one, folder);
  if (!existsSync(flow)) checkWritable(flow, root);
  const document = await documentFor(path, options);
  const { role } = document;
  const target = await load(document.text(true), path, options);
  const entry = (await options.entry(role))!;
  const adjusted = options.adjust(target);
  const meaning = behaviorsOf(role, options);
  const prompts = ownPrompts(options.prompts ?? [], role, meaning);
  for (const { behavior } of prompts.filter((one) => document.has(one.behavior)))
    options.say(`${behavior} is mapped already, and stays so: take it out of ${file} to map it anew`);
  const own = prompts.filter(({ behavior }) => !document.has(behavior));
  const { found, silent } = await overEach(adjusted, entry, { ...options, own });
  for (const [name, why] of silent)
    options.say(`  over ${name}${document.dropTransport(name) ? ', which is left out' : ''}: ${why}`);
  if (signal.aborted) throw interrupted();
  if (found.within !== undefined) document.allow(found.within);
  if (found.dialect) document.write(found.dialect.transport, found.dialect.name);
  const { exploration, probed } = found;
  const protection = found.protection ?? (await protectionFor(adjusted, options));
  if (protection && !document.isProtected) document.protect(authOf(protection, exploration));
  const isUsual = found.version === defaultVersion(options.corpus, entry.protocol);
  // A target that answers the usual version with another one does not speak the usual one, so its file must not say so.
  const speaks = found.answersOther && isUsual ? undefined : found.version;
  const several = target.version === undefined ? offeredOf(found, entry, options) : [];
  if (several.length > 1)
    options.say(
      `  it offers ${several.join(' and ')}: ${existsSync(path) ? `write \`versions: [${several.map((one) => `"${one}"`).join(', ')}]\` in ${file} to test all` : 'the file has both, so that a run tests each'}`,
    );
  const one = speaks === undefined ? [] : [speaks];
  if (!existsSync(path)) document.identify(nameIn(found), several.length > 1 ? several : one);
  else if (!isUsual) document.speak(found.version);
  const person = document.listedByPerson;
  const isPersons = (one: Listable) => person.some((entry) => isMeantBy(entry, one));
  const wanted = new Map([...exploration.shows].filter(([name]) => !isListed(name, role, isPersons, options)));
  const added = document.addBehaviors(wanted, meaning);
  const mapped = await load(document.text(true), path, options);
  const first = planFor(mapped, probed, options);
  const cannot = found.protection ? [] : untestable(first, isPersons, exploration);
  const { added: listed, removed } = document.listUntestable(cannot);
  const isNew = !existsSync(path);
  if (isNew && added.length === 0 && !protection)
    document.commentUnmapped([...meaning.values()], entry.opens === 'target');
  const isChanged = isNew || added.length + listed + removed > 0 || document.isExtended;
  const text = document.text(isChanged);
  const final = await load(text, path, options);
  tellProtection(options, protection);
  tellFound(options, { ...found, added, mapped: final.behaviors.size, all: meaning.size, listed, removed });
  const written = writeAll(
    [{ path, text }, ...besides(final, text, { folder, root, flow, file, version: options.proctor.version })],
    folder,
  );
  // A client does nothing before somebody has said how it is made to.
  const isPlayable = entry.opens === 'kit' || final.behaviors.size > 0;
  return {
    written: written.map((one) => relative(folder, one)),
    role,
    isReachable: entry.opens === 'kit' || text.includes('${peer.'),
    trial: isPlayable ? trialOf(playable(planFor(final, probed, options).cases, found), exploration, final) : NO_TRIAL,
    isLockedOut: found.protection !== undefined,
    lacksPacked: written.includes(flow) ? missingPacked({ folder, root, version: options.proctor.version }) : undefined,
  };
}

/** The versions that the target offers, as far as it says so: those that Proctor tests, and no profile of them. */
function offeredOf({ probed: { offers = [] } }: Found, { protocol, versions }: RoleEntry, { corpus }: InitOptions) {
  const known = corpus.versions.get(protocol);
  return offers.filter((one) => versions.includes(one) && known?.get(one)?.unseen !== true);
}

const planFor = (target: Target, { probe }: Probed, { corpus }: InitOptions): Plan => plan(corpus, target, probe);

/** Whether a person has said of every case that needs a behavior that it is not to be tested. */
function isListed(name: string, role: string, isPersons: (one: Listable) => boolean, { corpus }: InitOptions): boolean {
  const cases = corpus.cases.filter((one) => one.role === role && one.needs.behavior.includes(name));
  return cases.length > 0 && cases.every((one) => isPersons({ ...one, case: one }));
}

/** The part `auth` of a target file: what the protection says, and a call that needs a token if one is known. */
function authOf({ servers }: Protection, { shows }: Exploration): JsonObject {
  const { name, arguments: args } = shows.get('tool')?.gives ?? {};
  return {
    ...(typeof name === 'string' && { protected: { name, ...(args !== undefined && { arguments: args }) } }),
    ...(servers.length > 0 && { servers }),
  };
}

/** Of a target that wants a token the cases that ask it without one. */
const playable = (cases: Plan['cases'], { protection }: Found): Plan['cases'] =>
  protection ? cases.filter((one) => one.case?.needs.behavior.includes('auth-protected')) : cases;

function tellProtection({ say }: InitOptions, protection: Protection | undefined): void {
  for (const line of protection?.found ?? []) say(`  ${secrets.text(line)}`);
  for (const line of protection?.missing ?? []) say(`  missing or wrong: ${secrets.text(line)}`);
}

async function documentFor(path: string, options: InitOptions): Promise<TargetDocument> {
  const { file, folder, target, transports = [] } = options;
  if (existsSync(path)) {
    const text = readTarget(path, file);
    const { problems } = await loadTarget(file, contextOf(options), text);
    if (problems.length > 0) throw new InitError(problems.map(formatProblem).join('\n'), 2);
    const document = TargetDocument.from(text);
    const { role } = document;
    if (options.role !== undefined && options.role !== role)
      throw new InitError(
        `${file} describes a target of ${role}, not of ${options.role}; --target names another file`,
        2,
      );
    if (options.version !== undefined && options.version !== (document.version ?? options.version))
      throw new InitError(
        `${file} says version ${document.version}; change it there, or name another file with --target`,
        2,
      );
    if (options.version !== undefined) document.speak(options.version);
    for (const { name, spec } of transports) {
      const known = document.transport(name);
      if (known && !['command', 'url'].every((member) => equal(known[member], spec[member])))
        throw new InitError(
          `${file} has another ${name} target; to go on with that one, run \`proctor init\` without a command or --url; else change it there, or name another file with --target`,
          2,
        );
      if (!known) document.addTransport(name, spec);
    }
    return document;
  }
  if (!target) throw new InitError(`there is no ${file}`, 2);
  const head = [
    'Written by `proctor init`, yours to edit. Once the target has changed, run it again: it adds what is new and keeps what is here.',
  ];
  return TargetDocument.of(target, head, schemaPath(path, folder, 'target'));
}

function readTarget(path: string, file: string): string {
  try {
    return readText(path);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    throw new InitError(`${file}  ${error.reason}`, 2);
  }
}

/** Loads the text that a target file will have. Throws InitError for what a person can mend. */
async function load(text: string, path: string, options: InitOptions): Promise<Target> {
  const { target, problems } = await loadTarget(path, contextOf(options), text);
  if (!target) throw new InitError(problems.map(formatProblem).join('\n').replaceAll(path, basename(path)), 2);
  return target;
}

const contextOf = ({ corpus, environment }: InitOptions): TargetContext => ({
  env: environment,
  roles: corpus.roles,
  behaviors: (protocol) => corpus.behaviors.get(protocol),
  versions: (protocol) => corpus.versions.get(protocol)?.keys(),
});

/** What an entry of `untestable` may be about. */
type Listable = Subject & Pick<PlannedCase, 'case'>;

/**
 * The behaviors that cases lack, the first of each, and the cases that begin with a request that the target refuses. Cases that a person
 * lists are left to them.
 */
function untestable(
  { cases, everything }: Plan,
  isPersons: (one: Listable) => boolean,
  { lacks, refuses = new Map() }: Exploration,
): ListedCase[] {
  const behaviors = new Set<string>();
  const refused = new Map<string, Set<string>>();
  const requests = new Set(refuses.keys());
  for (const one of cases) {
    if (isPersons(one)) continue;
    const behavior = one.gated?.verdict === 'untestable' ? one.gated.unmapped?.[0] : undefined;
    const request = one.gated || !one.case ? undefined : requestBehind(one.case, requests);
    if (behavior !== undefined) behaviors.add(behavior);
    else if (request !== undefined) refused.set(request, (refused.get(request) ?? new Set()).add(one.id));
  }
  const persons = new Set(cases.filter(isPersons).map(({ id }) => id));
  const others = everything.filter(({ id }) => !persons.has(id));
  return [
    ...[...behaviors].map((behavior) => ({ behavior, reason: lacks.get(behavior) ?? UNKNOWN })),
    ...[...refused].flatMap(([request, ids]) =>
      patternsFor(ids, others).map((pattern) => ({ case: pattern, reason: `${request}: ${refuses.get(request)}` })),
    ),
  ];
}

function tellFound(
  { say, file }: InitOptions,
  {
    exploration,
    broken,
    added,
    mapped,
    all,
    listed,
    removed,
  }: Found & { added: string[]; mapped: number; all: number; listed: number; removed: number },
): void {
  for (const note of [...exploration.notes, ...broken]) say(`  ${note}`);
  const what = [
    `${mapped} of ${all} behaviors are mapped${added.length < mapped ? `, ${added.length} of them new` : ''}`,
    `${listed} ${listed === 1 ? 'entry' : 'entries'} of untestable cases added${removed > 0 ? `, ${removed} taken out` : ''}`,
  ];
  say(`  ${file}: ${what.join('; ')}`);
}
