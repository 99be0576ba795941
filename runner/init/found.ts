import { type Exploration, ExplorationError } from '../../src/conversation/explorer.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Target, TransportName } from '../../src/language/target.js';
import { secrets } from '../../src/wire/output.js';
import { defaultVersion, profilesOf, protocolOf } from '../profiles.js';
import { converse } from '../run/conversation.js';
import { observedOf } from '../run/observed.js';
import type { Probed } from '../run/probe.js';
import type { TargetFacts } from '../run/target-facts.js';
import { prepareTargetRun, type TargetRun } from '../run/target-run.js';
import { probeTrusting } from '../run/tokens/protected-target.js';
import type { Behavior } from '../types.js';
import { InitError, interrupted } from './init-error.js';
import type { ExploringOptions, InitOptions } from './options.js';
import { mappedUnseen } from './prompts.js';
import { type Protection, protectionOf } from './protection.js';

/** What was found out about a target. */
export interface Found {
  exploration: Exploration;
  probed: Probed;
  /** The version of the protocol that it was asked for. */
  version: string;
  /** Whether it answered with another version. */
  answersOther: boolean;
  /** The wire rules that it broke until then, a line each. */
  broken: string[];
  /** How long a wait has to be for it, such as `15s`, if it is slow to start and its file does not say it. */
  within?: string;
  /** How it writes bodies over a transport, if that is not the usual way and its file does not say it. */
  dialect?: { transport: TransportName; name: string };
  /** Set for one that answered nothing without a token. */
  protection?: Protection;
}

/** What the target calls itself, where that is a name to print. */
export function nameIn({ probed }: Found): string | undefined {
  const name = probed.probe?.calls?.split(' ')[0];
  return name !== undefined && /^[\w@./-]{1,80}$/.test(name) ? name : undefined;
}

const NOTHING: Exploration = { shows: new Map(), lacks: new Map(), notes: [] };

/**
 * What the target is and shows, in the version of its file. Where none is named, and a target answers but not the handshake of the usual
 * one, the others are tried, the newest first.
 */
async function inItsVersion(target: Target, entry: RoleEntry, options: ExploringOptions): Promise<Found> {
  const usual = defaultVersion(options.corpus, entry.protocol);
  const others = entry.versions.filter((version) => version !== usual).reverse();
  const later = laterThan(usual, entry, options);
  const unnamed = [...(later === undefined ? [] : [later]), usual, ...others.filter((version) => version !== later)];
  const versions = target.version === undefined ? unnamed : [target.version];
  let first: Probed['cause'];
  let within: string | undefined;
  for (const candidate of versions) {
    const asked = candidate === undefined ? target : { ...target, version: candidate };
    const targetRun = await prepareTargetRun(asked, entry, options);
    try {
      const probed = isExplored(targetRun.facts) ? await probeTrusting(targetRun, options) : {};
      first ??= probed.cause;
      if (!probed.cause) {
        const exploration = await explored(targetRun, probed, options);
        const { version: asked, earlier, unknownVersion } = targetRun.facts;
        // One that has nothing of the later version is one of the usual.
        const isUsual = target.version === undefined && asked === later && !exploration.later?.length;
        const version = isUsual ? usual! : asked;
        const answersOther = earlier !== undefined || unknownVersion !== undefined;
        return { exploration, probed, version, answersOther, broken: brokenBy(targetRun, options) };
      }
      if (target.within === undefined) within = probed.cause.longer;
      if (within === undefined && !targetRun.facts.heard) break;
    } finally {
      await targetRun.cases.close();
    }
    if (within !== undefined) {
      options.say(`  it is slow to start, so the file gets \`within: ${within}\``);
      return { ...(await inItsVersion({ ...target, within }, entry, options)), within };
    }
  }
  throw new InitError(first!.message, 3, first!.detail);
}

/** A version that calls itself on the wire as the usual one does, and has more: what that is is found by asking for it. */
function laterThan(usual: string | undefined, { protocol, versions }: RoleEntry, { corpus }: ExploringOptions) {
  const known = corpus.versions.get(protocol);
  const calledAs = (version: string | undefined) => known?.get(version ?? '')?.protocolVersion;
  const named = calledAs(usual);
  return versions.findLast(
    (one) => named !== undefined && one !== usual && calledAs(one) === named && known?.get(one)?.unseen === true,
  );
}

/**
 * The same, for a target that understands bodies in another dialect of its binding alone: nothing can be found of it in the usual one, the
 * first.
 */
async function inItsDialect(target: Target, entry: RoleEntry, options: ExploringOptions): Promise<Found> {
  const { transport, transports } = target;
  const spec = transports[transport]!;
  const found = await inItsVersion(target, entry, options);
  const others = spec.dialect === undefined ? (entry.bindings[transport]?.dialects?.slice(1) ?? []) : [];
  for (const dialect of found.exploration.shows.size > 0 ? [] : others) {
    const patience = found.within === undefined ? {} : { within: found.within };
    const asked = { ...target, ...patience, transports: { ...transports, [transport]: { ...spec, dialect } } };
    const other = await inItsVersion(asked, entry, { ...options, say: () => {} });
    if (other.exploration.shows.size === 0) continue;
    options.say(`  it understands bodies in the dialect ${dialect}, not in the usual one`);
    return { ...other, ...patience, dialect: { transport, name: dialect } };
  }
  return found;
}

/** Over which transports of its file a target is asked: those of the command line, else the first. Throws InitError for one that the file does not have. */
function transportsAsked(
  { transport, transports }: Target,
  { file, transport: asked, transports: named = [] }: InitOptions,
): TransportName[] {
  const all = Object.keys(transports) as TransportName[];
  if (asked === 'all') return all;
  if (asked !== undefined && !all.includes(asked))
    throw new InitError(`${file} has no transport ${asked}; it has ${all.join(', ')}`, 2);
  return [asked ?? named[0]?.name ?? transport];
}

/**
 * What the target is and shows over the first of its transports over which it answers, and why it does not over others. Rejects if it
 * answers over none.
 */
export async function overEach(
  target: Target,
  entry: RoleEntry,
  options: ExploringOptions,
): Promise<{ found: Found; silent: Map<TransportName, string> }> {
  const names = transportsAsked(target, options);
  const silent = new Map<TransportName, string>();
  let found: Found | undefined;
  let first: unknown;
  for (const transport of names) {
    const over = { ...target, transport, ...(found?.within === undefined ? {} : { within: found.within }) };
    try {
      if (found) await answers(over, found.version, entry, options);
      else found = await inItsDialect(over, entry, options).catch((error) => lockedOut(over, error, options));
      if (names.length > 1) options.say(`  over ${transport}: it answers`);
    } catch (error) {
      if (!(error instanceof InitError) || error.exit !== 3) throw error;
      first ??= error;
      silent.set(transport, error.message);
    }
  }
  if (!found) throw first;
  return { found, silent };
}

/** Rejects with InitError where a target does not answer the handshake. */
async function answers(target: Target, version: string, entry: RoleEntry, options: InitOptions): Promise<void> {
  const targetRun = await prepareTargetRun({ ...target, version }, entry, options);
  try {
    const { cause } = isExplored(targetRun.facts) ? await probeTrusting(targetRun, options) : {};
    if (cause) throw new InitError(cause.message, 3, cause.detail);
  } finally {
    await targetRun.cases.close();
  }
}

/** A target that could not be asked because it wants a token: nothing is known of it but that. Rejects with the error for any other. */
async function lockedOut(target: Target, error: unknown, options: InitOptions): Promise<Found> {
  const protection = error instanceof InitError ? await protectionFor(target, options) : undefined;
  if (!protection) throw error;
  const version = target.version ?? defaultVersion(options.corpus, protocolOf(target.role)) ?? '';
  return { exploration: NOTHING, probed: {}, version, answersOther: true, broken: [], protection };
}

/** What a target that listens at an address says of the tokens that it asks for; undefined if it asks for none. */
export async function protectionFor(target: Target, options: InitOptions): Promise<Protection | undefined> {
  const url = target.transports[target.transport]?.url;
  const isAsked = behaviorsOf(target.role, options).has('auth-protected') && url !== undefined && URL.canParse(url);
  return isAsked ? protectionOf(url, options.clock) : undefined;
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

async function explored(targetRun: TargetRun, probed: Probed, options: ExploringOptions): Promise<Exploration> {
  const { target } = targetRun.facts;
  const explore = await options.explorer(target.role);
  if (!isExplored(targetRun.facts) || !explore) return mappedUnseen(options.own, behaviorsOf(target.role, options));
  if (options.signal.aborted) throw interrupted();
  options.say(`exploring ${probed.probe?.calls ?? target.name}: ${target.role} over ${target.transport}`);
  try {
    const found = await explore({
      transport: target.transport,
      version: targetRun.facts.version,
      advertised: probed.probe?.advertised ?? {},
      converse: (steps, peer = {}) => converse(targetRun, steps, peer),
      permits: options.permits,
      prompts: options.own,
    });
    return withoutSecrets(found);
  } catch (error) {
    if (options.signal.aborted) throw interrupted();
    if (!(error instanceof ExplorationError)) throw error;
    throw new InitError(`the target answers the handshake, but ${error.message}`, 3);
  }
}

/** What a target shows may have the secrets that it was given; a target file does not get them back. */
function withoutSecrets({ shows, lacks, refuses, later, notes }: Exploration): Exploration {
  return {
    shows: new Map([...shows].map(([name, shown]) => [name, secrets.value(shown)])),
    lacks: new Map([...lacks].map(([name, reason]) => [name, secrets.text(reason)])),
    ...(refuses === undefined ? {} : { refuses }),
    ...(later === undefined ? {} : { later }),
    notes: notes.map((note) => secrets.text(note)),
  };
}

/** The behaviors that a role may be asked for: its own, and those of the roles that it extends if one of its cases needs them. */
export function behaviorsOf(role: string, { corpus }: Pick<InitOptions, 'corpus'>): Map<string, Behavior> {
  const needed = new Set(corpus.cases.filter((one) => one.role === role).flatMap(({ needs }) => needs.behavior));
  const found = new Map<string, Behavior>();
  for (const { role: one, protocol } of profilesOf(corpus, role, ''))
    for (const [name, behavior] of corpus.behaviors.get(protocol) ?? [])
      if (behavior.roles.includes(one) && (one === role || needed.has(name)) && !found.has(name))
        found.set(name, behavior);
  return found;
}
