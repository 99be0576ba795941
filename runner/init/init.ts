import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Exploration, ExplorationError, type Explore, type Risk } from '../../src/conversation/explorer.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import { ReadError, readText } from '../../src/files/read.js';
import { equal } from '../../src/json/equal.js';
import type { JsonObject } from '../../src/json/json.js';
import type { Target, TransportName } from '../../src/language/target.js';
import { secrets } from '../../src/wire/output.js';
import { formatProblem } from '../load/files/problems.js';
import type { Environment } from '../load/target/environment-values.js';
import { loadTarget, type TargetContext } from '../load/target/target.js';
import { parsePattern, type Subject } from '../patterns.js';
import { type Plan, plan } from '../plan/plan.js';
import { defaultVersion, protocolOf } from '../profiles.js';
import { converse } from '../run/conversation.js';
import { observedOf } from '../run/observed.js';
import type { Probed } from '../run/probe.js';
import type { RunContext } from '../run/run-context.js';
import type { TargetFacts } from '../run/target-facts.js';
import { prepareTargetRun, type TargetRun } from '../run/target-run.js';
import { probeTrusting } from '../run/tokens/protected-target.js';
import type { Behavior } from '../types.js';
import { besides, KNOWN } from './besides.js';
import { checkWritable, writeAll } from './files.js';
import { InitError } from './init-error.js';
import { patternsFor } from './patterns.js';
import { type Protection, protectionOf } from './protection.js';
import { requestBehind } from './refused.js';
import { smokeCases } from './smoke.js';
import { type ListedCase, needs, TargetDocument, type WrittenTarget } from './target-document.js';
import { repositoryOf, workflowFile } from './workflow.js';

/** What `proctor init` is asked for. */
export interface InitOptions extends RunContext {
  /** The target file, relative to `folder`: one that is there is added to. */
  file: string;
  /** Where the project is. */
  folder: string;
  /** What the target is said to play. */
  role?: string;
  /** The version of the protocol that it is said to speak. */
  version?: string;
  /** Where the variables of the target file are looked up. */
  environment: Environment;
  /** Of a target that has no file yet. */
  target?: WrittenTarget;
  /** Of one that has: a further transport. */
  transport?: { name: TransportName; spec: JsonObject };
  /** What is different for this exploration alone. */
  adjust(target: Target): Target;
  entry(role: string): Promise<RoleEntry | undefined>;
  explorer(role: string): Promise<Explore | undefined>;
  permits(risk: Risk, names: readonly string[], harmless?: readonly string[]): Promise<ReadonlySet<string>>;
  /** Told what goes on, a line each. */
  say(line: string): void;
}

/** What came of it. */
export interface Initialised {
  /** Paths that were written, relative to the folder. */
  written: string[];
  /** Ids of the cases that show whether the file holds; none where nothing can be played yet. */
  smoke: string[];
  /** Whether the file says how the target reaches the kit, where that is for the target to do. */
  isReachable: boolean;
  /** Whether the target answers nothing without a token, and there is none. */
  isLockedOut: boolean;
}

/** What stands for a behavior that nobody looked for. */
const UNKNOWN = 'nobody has said yet how the target shows it';

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
  const found = await inItsVersion(adjusted, entry, options).catch((error) => lockedOut(adjusted, error, options));
  if (signal.aborted) throw interrupted();
  const { exploration, probed } = found;
  const protection = found.protection ?? (await protectionFor(adjusted, options));
  if (protection && !document.isProtected) document.protect(authOf(protection, exploration));
  const isUsual = found.version === defaultVersion(options.corpus, entry.protocol);
  // A target that answers the usual version with another one does not speak the usual one, so its file must not say so.
  const speaks = found.answersOther && isUsual ? undefined : found.version;
  if (!existsSync(path)) document.identify(nameIn(found), speaks);
  else if (!isUsual) document.speak(found.version);
  const meaning = behaviorsOf(role, options);
  const person = document.listedByPerson.map(parsePattern);
  const isPersons = (one: Subject) => person.some((pattern) => pattern.matches(one));
  const wanted = new Map([...exploration.shows].filter(([name]) => !isListed(name, role, isPersons, options)));
  const added = document.addBehaviors(wanted, meaning);
  const mapped = await load(document.text(true), path, options);
  const first = planFor(mapped, probed, options);
  const cannot = found.protection ? [] : untestable(first, isPersons, exploration);
  const { added: listed, removed } = document.listUntestable(cannot);
  const isNew = !existsSync(path);
  if (isNew && added.length === 0 && !protection) document.commentUnmapped([...meaning.values()]);
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
    isReachable: entry.opens === 'kit' || text.includes('${peer.'),
    smoke: isPlayable ? smokeCases(playable(planFor(final, probed, options).cases, found)) : [],
    isLockedOut: found.protection !== undefined,
  };
}

const planFor = (target: Target, { probe }: Probed, { corpus }: InitOptions): Plan => plan(corpus, target, probe);

/** Whether a person has said of every case that needs a behavior that it is not to be tested. */
function isListed(name: string, role: string, isPersons: (one: Subject) => boolean, { corpus }: InitOptions): boolean {
  const cases = corpus.cases.filter((one) => one.role === role && one.needs.behavior.includes(name));
  return cases.length > 0 && cases.every(isPersons);
}

const interrupted = () => new InitError('interrupted; nothing was written', 130);

interface Found {
  exploration: Exploration;
  probed: Probed;
  /** The version of the protocol that it was asked for. */
  version: string;
  /** Whether it answered with another version. */
  answersOther: boolean;
  /** The wire rules that it broke until then, a line each. */
  broken: string[];
  /** Set for one that answered nothing without a token. */
  protection?: Protection;
}

/** What the target calls itself, where that is a name to print. */
function nameIn({ probed }: Found): string | undefined {
  const name = probed.probe?.calls?.split(' ')[0];
  return name !== undefined && /^[\w@./-]{1,80}$/.test(name) ? name : undefined;
}

const NOTHING: Exploration = { shows: new Map(), lacks: new Map(), notes: [] };

/**
 * What the target is and shows, in the version of its file. Where none is named, and a target answers but not the handshake of the usual
 * one, the others are tried, the newest first.
 */
async function inItsVersion(target: Target, entry: RoleEntry, options: InitOptions): Promise<Found> {
  const usual = defaultVersion(options.corpus, entry.protocol);
  const others = entry.versions.filter((version) => version !== usual).reverse();
  const versions = target.version === undefined ? [usual, ...others] : [target.version];
  let first: Probed['cause'];
  for (const candidate of versions) {
    const asked = candidate === undefined ? target : { ...target, version: candidate };
    const targetRun = await prepareTargetRun(asked, entry, options);
    try {
      const probed = isExplored(targetRun.facts) ? await probeTrusting(targetRun, options) : {};
      first ??= probed.cause;
      if (!probed.cause) {
        const exploration = await explored(targetRun, probed, options);
        const { version, earlier, unknownVersion } = targetRun.facts;
        const answersOther = earlier !== undefined || unknownVersion !== undefined;
        return { exploration, probed, version, answersOther, broken: brokenBy(targetRun, options) };
      }
      if (!targetRun.facts.heard) break;
    } finally {
      await targetRun.cases.close();
    }
  }
  throw new InitError(first!.message, 3, first!.detail);
}

/** A target that could not be asked because it wants a token: nothing is known of it but that. Rejects with the error for any other. */
async function lockedOut(target: Target, error: unknown, options: InitOptions): Promise<Found> {
  const protection = error instanceof InitError ? await protectionFor(target, options) : undefined;
  if (!protection) throw error;
  const version = target.version ?? defaultVersion(options.corpus, protocolOf(target.role)) ?? '';
  return { exploration: NOTHING, probed: {}, version, answersOther: true, broken: [], protection };
}

/** What a target that listens at an address says of the tokens that it asks for; undefined if it asks for none. */
async function protectionFor(target: Target, options: InitOptions): Promise<Protection | undefined> {
  const url = target.transports[target.transport]?.url;
  const isAsked = behaviorsOf(target.role, options).has('auth-protected') && url !== undefined && URL.canParse(url);
  return isAsked ? protectionOf(url, options.clock) : undefined;
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

/** How many broken rules are told: a run tells them all. */
const BROKEN = 5;

/** What the target broke while it was explored: a line for each requirement, with the first message that broke it. */
function brokenBy(targetRun: TargetRun, { corpus }: InitOptions): string[] {
  const theirs = observedOf(targetRun).findings.filter(({ blame }) => blame === 'target');
  const first = new Map([...theirs].reverse().map((finding) => [finding.requirement, finding]));
  const lines = [...first].reverse().map(([id, { message }]) => {
    const { level, text } = corpus.requirements.get(id)!;
    return `it breaks ${id} (${level}): ${text} ${secrets.text(message)}`;
  });
  const more = lines.length - BROKEN;
  return more > 0 ? [...lines.slice(0, BROKEN), `and ${more} more, which a run tells`] : lines;
}

/** A client is started by nobody before its file is complete. */
const isExplored = ({ role }: TargetFacts) => role.side === 'server';

async function explored(targetRun: TargetRun, probed: Probed, options: InitOptions): Promise<Exploration> {
  const { target } = targetRun.facts;
  const explore = await options.explorer(target.role);
  if (!isExplored(targetRun.facts) || !explore) return NOTHING;
  if (options.signal.aborted) throw interrupted();
  options.say(`exploring ${probed.probe?.calls ?? target.name}: ${target.role} over ${target.transport}`);
  try {
    const found = await explore({
      transport: target.transport,
      version: targetRun.facts.version,
      advertised: probed.probe?.advertised ?? {},
      converse: (steps, peer = {}) => converse(targetRun, steps, peer),
      permits: options.permits,
    });
    return withoutSecrets(found);
  } catch (error) {
    if (options.signal.aborted) throw interrupted();
    if (!(error instanceof ExplorationError)) throw error;
    throw new InitError(`the target answers the handshake, but ${error.message}`, 3);
  }
}

/** What a target shows may have the secrets that it was given; a target file does not get them back. */
function withoutSecrets({ shows, lacks, refuses, notes }: Exploration): Exploration {
  return {
    shows: new Map([...shows].map(([name, shown]) => [name, secrets.value(shown)])),
    lacks: new Map([...lacks].map(([name, reason]) => [name, secrets.text(reason)])),
    ...(refuses === undefined ? {} : { refuses }),
    notes: notes.map((note) => secrets.text(note)),
  };
}

async function documentFor(path: string, options: InitOptions): Promise<TargetDocument> {
  const { file, folder, target, transport } = options;
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
    const known = transport && document.transport(transport.name);
    if (known && !['command', 'url'].every((name) => equal(known[name], transport.spec[name])))
      throw new InitError(
        `${file} has another ${transport.name} target; change it there, or name another file with --target`,
        2,
      );
    if (transport && !known) document.addTransport(transport.name, transport.spec);
    return document;
  }
  if (!target) throw new InitError(`there is no ${file}`, 2);
  const head = [
    'Written by `proctor init`, yours to edit. Once the target has changed, run it again: it adds what is new and keeps what is here.',
  ];
  return TargetDocument.of(target, head, schemaFrom(path, folder, 'target'));
}

/** Where a schema is for an editor: in the package where that is installed in the project. */
function schemaFrom(path: string, folder: string, name: string): string {
  return join(relative(dirname(path), folder) || '.', `node_modules/proctor/schemas/${name}/v1.json`);
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

function behaviorsOf(role: string, { corpus }: InitOptions): Map<string, Behavior> {
  const all = corpus.behaviors.get(protocolOf(role)) ?? new Map<string, Behavior>();
  return new Map([...all].filter(([, { roles }]) => roles.includes(role)));
}

/**
 * The cases that lack a behavior, by what the first that they lack is said to be missing for, and those that begin with a request that the
 * target refuses. Those that a person lists are left to them.
 */
function untestable(
  { cases, everything }: Plan,
  isPersons: (one: Subject) => boolean,
  { lacks, refuses = new Map() }: Exploration,
): ListedCase[] {
  const byNeed = new Map<string, Set<string>>();
  const requests = new Set(refuses.keys());
  for (const one of cases) {
    if (isPersons(one)) continue;
    const behavior = one.gated?.verdict === 'untestable' ? one.gated.unmapped?.[0] : undefined;
    const request = one.gated || !one.case ? undefined : requestBehind(one.case, requests);
    const missing = behavior ?? request;
    if (missing === undefined) continue;
    byNeed.set(missing, (byNeed.get(missing) ?? new Set()).add(one.id));
  }
  const others = everything.filter((one) => !isPersons(one));
  return [...byNeed].flatMap(([name, ids]) => {
    const reason = needs(name, refuses.get(name) ?? lacks.get(name) ?? UNKNOWN);
    return patternsFor(ids, others).map((pattern) => ({ case: pattern, reason }));
  });
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
