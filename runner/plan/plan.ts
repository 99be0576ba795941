import type { Json } from '../../src/json/json.js';
import { getPointer } from '../../src/json/pointer.js';
import { didYouMean } from '../../src/json/suggest.js';
import type { Case } from '../../src/language/case.js';
import { probesOf } from '../../src/language/role.js';
import type { Target, TransportName } from '../../src/language/target.js';
import { rulesFor } from '../../src/watch/watch.js';
import { isNewer } from '../corpus-digest.js';
import { absentIn, type EarlierVersion } from '../history.js';
import { parsePattern, type Subject, unmatched, unmatchedProblem } from '../patterns.js';
import { isListedBy, listedAs, type PlannedCase, WIRE_GROUP } from '../planned-case.js';
import { defaultVersion, protocolOf, wireCaseId, wireRulesOf } from '../profiles.js';
import { shownBehaviors } from '../shown-behaviors.js';
import { isAboutTokens } from '../tokens.js';
import type { Behavior, Corpus, UsageProblem, WireRule } from '../types.js';
import { inLeg } from './legs.js';

/** What the probe learned about a target. */
export interface Probe {
  /** What the capability pointers of cases point into. Undefined where nobody knows, so that nothing is gated by it. */
  advertised: Json | undefined;
  /** Behaviors that its messages show by themselves, whatever its file maps. */
  shows?: readonly string[];
  /** What the target calls itself, such as "server-everything 2.0.0". */
  calls?: string;
  /** Set where it speaks an earlier version than it was asked for. */
  earlier?: EarlierVersion;
  /** Why only cases about tokens are run, where it answers nothing without one. */
  locked?: string;
}

export interface PlanOptions {
  /** Which cases; none means all. See `parsePattern`. */
  patterns?: readonly string[];
  /** Part `index` of `count`, from 1. */
  shard?: { index: number; count: number };
  /** How often each case is played; 1 by default. */
  repeat?: number;
  /** Protocol version; by default the target's, else the one that is meant where none is named. */
  version?: string;
  /** Only this transport of the target. */
  transport?: TransportName;
  /** Only these ids: the cases that did not hold in the last run. */
  lastFailed?: readonly string[];
}

/** What a run will do, fixed before it begins. */
export interface Plan {
  role: string;
  /** Empty where the protocol has no versions. */
  version: string;
  /** The transports that the cases use, the default one first. */
  transports: TransportName[];
  /** In the order in which results are shown. */
  cases: PlannedCase[];
  /** Cases that were selected and are for other versions or transports than the run has: they are planned only if they are named. */
  notAsked: PlannedCase[];
  repeat: number;
  /** Every case for this target, whatever patterns and shard leave of them. */
  everything: (Subject & Pick<PlannedCase, 'name'>)[];
  /** Patterns that select nothing of `everything`. A run over several targets asks whether all of them say so. */
  unmatched: string[];
  /** What can't be done as asked: an unknown transport, entries of the target file that match nothing. */
  problems: UsageProblem[];
}

/**
 * Decides what a run does: which cases, over which transport, which not and why. Cases come in the order of the corpus,
 * then the wire cases of the role. Wire cases watch the messages of the others, so they are in every plan that has a case of
 * the role, whatever patterns and shard leave, and a selection of nothing but wire cases brings all cases of the role along.
 *
 * @param probe undefined where none was made: then no case is gated by a capability
 */
export function plan(corpus: Corpus, target: Target, probe: Probe | undefined, options: PlanOptions = {}): Plan {
  const problems: UsageProblem[] = [];
  const offered = offeredBy(target, options.transport, problems);
  const version = versionOf(corpus, target, options.version, problems);
  const behaviors = corpus.behaviors.get(protocolOf(target.role)) ?? new Map<string, Behavior>();
  const gate = new Gate(target, offered, version, probe, behaviors, absentIn(corpus, target.role, version));
  const probes = new Set([...corpus.roles.values()].flatMap(probesOf));
  const transcripts = corpus.cases
    .filter((subject) => subject.role === target.role && !(probes.has(subject.id) && subject.requirements.length === 0))
    .map((subject) => gate.planned(subject));
  const watching = wireCases(corpus, target.role, version, offered).map((one) => gate.judged(one));
  // What a file names may be for another leg of its target.
  const ofRole = [...transcripts, ...watching];
  const all = ofRole
    .filter((one) => !isOfOtherLeg(one, target))
    .map((one) => ({ ...listed(one, target), ...inLeg(one, target.leg, version), ...newerBy(one, corpus) }));
  for (const entry of target.untestable) {
    const { case: pattern, transport } = entry;
    const lists = `${target.file ?? 'the target'} lists \`${listedAs(entry)}\` as untestable`;
    if (pattern !== undefined && unmatched([pattern], ofRole).length > 0)
      problems.push({ ...unmatchedProblem(pattern, ofRole), message: `${lists}, which matches no case` });
    else if (transport !== undefined && !Object.hasOwn(target.transports, transport)) {
      const suggestion = `it has ${Object.keys(target.transports).join(', ')}`;
      problems.push({ message: `${lists} over ${transport}, a transport that it does not have`, suggestion });
    }
  }
  for (const text of typeof target.strict === 'object' ? unmatched(target.strict, ofRole) : [])
    problems.push({
      ...unmatchedProblem(text, ofRole),
      message: `\`strict\` of ${target.file ?? 'the target'} names \`${text}\`, which matches no case`,
    });
  const patterns = options.patterns ?? [];
  const selected = withWatching(shard(select(all, patterns, options.lastFailed), options.shard), all);
  const isAsked = ({ id, gated }: PlannedCase) => gated?.notAsked === undefined || patterns.includes(id);
  const chosen = selected.filter(isAsked);
  return {
    role: target.role,
    version,
    transports: [...new Set([offered[0], ...chosen.map((one) => one.transport)])].filter((one) => one !== undefined),
    cases: chosen,
    notAsked: selected.filter((one) => !isAsked(one)),
    repeat: options.repeat ?? 1,
    everything: all.map(({ id, name, requirements }) => ({ id, name, requirements })),
    unmatched: unmatched(patterns, all),
    problems,
  };
}

/**
 * The targets of several references that a run is about: those with the asked transport and version, of which patterns and shard leave
 * a case. All of them where that leaves none, so that the run says what is wrong.
 */
export function concerned(corpus: Corpus, targets: readonly Target[], options: PlanOptions): Target[] {
  if (targets.length === 1) return [...targets];
  const chosen = targets.filter((target) => {
    const versions = corpus.versions.get(target.role.split('/')[0]!);
    const sameRole = targets.filter(({ role }) => role === target.role);
    if (options.transport !== undefined && !Object.hasOwn(target.transports, options.transport)) return false;
    if (options.version !== undefined && !versions?.has(options.version)) return false;
    // Of a reference in several versions the one is meant that has this one, or else any.
    if (options.version !== undefined && sameRole.some(({ version }) => version === options.version))
      return target.version === options.version && plan(corpus, target, undefined, options).cases.length > 0;
    const plans = apart(sameRole.map((one) => plan(corpus, one, undefined, options)));
    return plans[sameRole.indexOf(target)]!.cases.some(({ wire }) => wire === undefined);
  });
  return chosen.length > 0 ? chosen : [...targets];
}

/**
 * The plans of one role in several versions of its protocol, with each case in one of them: in the first whose version the case is
 * for, else in the first of all.
 */
export function apart(plans: readonly Plan[]): Plan[] {
  const isFor = ({ case: subject }: PlannedCase, { version }: Plan) =>
    subject === undefined || subject.needs.version.length === 0 || subject.needs.version.includes(version);
  const owners = new Map<string, Plan>();
  for (const one of plans)
    for (const planned of one.cases)
      if (isFor(planned, one) && !owners.has(planned.name)) owners.set(planned.name, one);
  for (const one of plans) for (const { name } of one.cases) if (!owners.has(name)) owners.set(name, one);
  return plans.map((one) => ({ ...one, cases: one.cases.filter(({ name }) => owners.get(name) === one) }));
}

/** Whether the target advertises what a capability pointer names: something is there, and it is neither false nor null. */
export function advertises(advertised: Json, pointer: string): boolean {
  const value = getPointer(advertised, pointer);
  return value !== undefined && value !== false && value !== null;
}

const newerBy = ({ requirements }: PlannedCase, corpus: Corpus): Pick<PlannedCase, 'newer'> =>
  isNewer(corpus, requirements) ? { newer: true } : {};

/** Whether a case applies to another leg of a target and not to this one. What applies to none stands in the plan of the first. */
function isOfOtherLeg({ case: subject }: PlannedCase, { leg, transport, version }: Target): boolean {
  if (!leg || !subject) return false;
  const { needs } = subject;
  const isHere = (wanted: readonly string[], has: string | undefined) =>
    wanted.length === 0 || has === undefined || wanted.includes(has);
  if (isHere(needs.transport, transport) && isHere(needs.version, version)) return false;
  const isThere = (wanted: readonly string[], all: readonly string[]) =>
    wanted.length === 0 || all.length === 0 || all.some((one) => wanted.includes(one));
  return !leg.isFirst || (isThere(needs.transport, leg.transports) && isThere(needs.version, leg.versions));
}

function offeredBy(target: Target, only: TransportName | undefined, problems: UsageProblem[]): TransportName[] {
  if (target.leg) return [target.transport];
  const all = Object.keys(target.transports) as TransportName[];
  const ordered = [target.transport, ...all.filter((one) => one !== target.transport)];
  if (only === undefined) return ordered;
  if (!all.includes(only))
    problems.push({
      message: `the target \`${target.name}\` has no transport \`${only}\``,
      suggestion: `it has ${all.join(', ')}`,
    });
  return ordered.filter((one) => one === only);
}

function versionOf(corpus: Corpus, target: Target, asked: string | undefined, problems: UsageProblem[]): string {
  const protocol = target.role.split('/')[0]!;
  const known = [...(corpus.versions.get(protocol)?.keys() ?? [])];
  const version = asked ?? target.version ?? defaultVersion(corpus, protocol) ?? '';
  if (asked !== undefined && known.length > 0 && !known.includes(asked))
    problems.push({
      message: `unknown version \`${asked}\` of ${protocol}`,
      suggestion: didYouMean(asked, known) ?? `there are ${known.join(', ')}`,
    });
  return version;
}

class Gate {
  private readonly shown: ReadonlySet<string>;

  constructor(
    private readonly target: Target,
    private readonly offered: readonly TransportName[],
    private readonly version: string,
    private readonly probe: Probe | undefined,
    private readonly behaviors: ReadonlyMap<string, Behavior>,
    /** Requirements that the version does not have. */
    private readonly absent: ReadonlySet<string>,
  ) {
    this.shown = new Set([...shownBehaviors(target, behaviors).keys(), ...(probe?.shows ?? [])]);
  }

  planned(subject: Case): PlannedCase {
    const { id, title, suite, role, place, requirements, needs } = subject;
    const usable =
      needs.transport.length === 0 ? this.offered : this.offered.filter((one) => needs.transport.includes(one));
    const transport = usable[0] ?? this.offered[0] ?? this.target.transport;
    const lasts = needs.behavior.some((name) => this.behaviors.get(name)?.lasts);
    const planned: PlannedCase = {
      ...{ id, name: id, title, group: suite, role, place, requirements, transport, case: subject },
      ...(lasts ? { lasts } : {}),
    };
    const other = this.otherVersion(subject);
    if (other) return { ...planned, gated: other };
    const judged = this.judged(planned);
    if (judged.gated) return judged;
    const gated = usable.length === 0 ? this.noTransport(needs.transport) : this.gated(subject);
    if (gated?.verdict !== 'untestable' || this.target.file !== undefined)
      return gated ? { ...planned, gated } : planned;
    return { ...planned, gated: { ...gated, verdict: 'skipped', skip: 'target-file' }, needsFile: true };
  }

  /** A case whose requirements are all none of the version that is spoken says nothing of the target. */
  judged(planned: PlannedCase): PlannedCase {
    const earlier = this.probe?.earlier;
    const { requirements } = planned;
    const isNone = (id: string) => this.absent.has(id) || (earlier?.newer.has(id) ?? false);
    if (requirements.length === 0 || !requirements.every(isNone)) return planned;
    const speaks = earlier ? `the target speaks ${earlier.name}` : `this run speaks ${this.version}`;
    const reason = `${speaks}, which does not have ${requirements.join(', ')}`;
    return { ...planned, gated: { verdict: 'skipped', reason, skip: 'version' } };
  }

  private noTransport(wanted: readonly string[]): PlannedCase['gated'] {
    const offered = this.offered.length === 0 ? 'none' : this.offered.join(', ');
    const reason = `needs transport ${wanted.join(' or ')}; this run has ${offered}`;
    return { verdict: 'skipped', reason, skip: 'transport', notAsked: wanted };
  }

  private otherVersion({ needs }: Case): PlannedCase['gated'] {
    if (needs.version.length === 0 || needs.version.includes(this.version)) return undefined;
    const reason = `needs version ${needs.version.join(' or ')}; this run speaks ${this.version || 'none'}`;
    return { verdict: 'skipped', reason, skip: 'version', notAsked: 'version' };
  }

  private gated(subject: Case): PlannedCase['gated'] {
    const { needs } = subject;
    const { advertised, locked } = this.probe ?? {};
    if (locked !== undefined && !isAboutTokens(subject))
      return { verdict: 'skipped', reason: locked, skip: 'target-file' };
    const skipped = { verdict: 'skipped', skip: 'target' } as const;
    const missing =
      advertised === undefined ? [] : needs.capability.filter((pointer) => !advertises(advertised, pointer));
    if (missing.length > 0) return { ...skipped, reason: `the target does not advertise ${missing.join(', ')}` };
    const there = advertised === undefined ? [] : needs.without.filter((pointer) => advertises(advertised, pointer));
    if (there.length > 0)
      return { ...skipped, reason: `needs a target without ${there.join(', ')}, which this one advertises` };
    const absent = needs.behavior.filter((name) => !this.shown.has(name));
    if (absent.length === 0) return undefined;
    const lacking = absent.map((name) => this.behaviors.get(name)?.capability ?? []).find((one) => this.lacks(one));
    if (lacking) return { ...skipped, reason: `the target does not advertise ${lacking.join(' or ')}` };
    const may = absent.find((name) => this.behaviors.get(name)?.optional !== undefined);
    if (may !== undefined)
      return {
        ...skipped,
        reason: `${this.behaviors.get(may)!.optional}; where this one does otherwise, ${this.mapping(may)}`,
      };
    const names = absent.map((name) => `\`${name}\``).join(', ');
    if (this.target.hosted)
      return {
        verdict: 'skipped',
        reason: `nobody can be asked for ${names}: a target file that starts the client can`,
        skip: 'target-file',
      };
    const { file } = this.target;
    const reason =
      file === undefined
        ? `needs a target file that maps ${names}`
        : `the target must be able to show ${names}, and ${file} does not map it`;
    return { verdict: 'untestable', reason, unmapped: absent };
  }

  /** What somebody does so that the target shows a behavior. */
  private mapping(name: string): string {
    const { part } = this.behaviors.get(name) ?? {};
    return part === undefined
      ? `map \`${name}\` under \`behaviors:\` of a target file`
      : `write \`${part}\` in a target file (docs/guides/authorization.md)`;
  }

  /** Whether the target advertises none of some capabilities; false where there are none, or nobody knows. */
  private lacks(capabilities: readonly string[]): boolean {
    const advertised = this.probe?.advertised;
    if (advertised === undefined || capabilities.length === 0) return false;
    return !capabilities.some((pointer) => advertises(advertised, pointer));
  }
}

/**
 * What the wire rules of a role become over these transports: a case each.
 *
 * @param outside whether it is for a conversation outside of a run, which has rules of its own
 */
export function wireCases(
  corpus: Corpus,
  role: string,
  version: string,
  offered: readonly TransportName[],
  { outside = false }: { outside?: boolean } = {},
): PlannedCase[] {
  const rules = wireRulesOf(corpus, role, version, { outside });
  const used = new Map<WireRule, TransportName>();
  for (const transport of offered)
    for (const rule of rulesFor({ rules, role, transport })) if (!used.has(rule)) used.set(rule, transport);
  return rules.flatMap((rule) => {
    const transport = used.get(rule);
    if (transport === undefined) return [];
    const { title, place, requirement } = rule;
    return [
      {
        id: wireCaseId(role, rule.id),
        name: wireCaseId(role, rule.id),
        title,
        group: WIRE_GROUP,
        role,
        place,
        transport,
        requirements: [requirement],
        wire: rule,
        ...(isNewer(corpus, [requirement]) ? { newer: true as const } : {}),
      },
    ];
  });
}

function listed(one: PlannedCase, target: Target): PlannedCase {
  const entry = target.untestable.find((each) => isListedBy(each, one));
  return entry ? { ...one, listed: entry.reason } : advised(one);
}

/** A case that lacks behaviors, with what its user does next. */
function advised(one: PlannedCase): PlannedCase {
  const { gated } = one;
  const absent = gated?.unmapped;
  if (gated?.verdict !== 'untestable' || !absent) return one;
  const commands = absent.map((name) => `\`proctor explain ${name}\``).join(' and ');
  const what = `${absent.length === 1 ? 'tells what that is' : 'tell what these are'}`;
  const reason = `${gated.reason}; ${commands} ${what}; map it under \`behaviors:\`, or list it under \`untestable:\``;
  return { ...one, gated: { ...gated, reason } };
}

function select(
  all: readonly PlannedCase[],
  patterns: readonly string[],
  lastFailed: readonly string[] | undefined,
): PlannedCase[] {
  const parsed = patterns.map(parsePattern);
  const again = lastFailed && new Set(lastFailed);
  const chosen = new Set(
    all.filter(
      (one) =>
        (parsed.length === 0 || parsed.some((pattern) => pattern.matches(one))) && (!again || again.has(one.name)),
    ),
  );
  const onlyWatching = chosen.size > 0 && [...chosen].every((one) => one.wire);
  return all.filter((one) => chosen.has(one) || (onlyWatching && one.case));
}

/** Selected cases with the wire cases that watch them, which know where these are not all that there is to watch. */
function withWatching(chosen: readonly PlannedCase[], all: readonly PlannedCase[]): PlannedCase[] {
  if (chosen.length === 0) return [];
  const selected = new Set(chosen);
  const isPartial = all.some((one) => one.case && !selected.has(one));
  return all.flatMap((one) => {
    if (!one.wire) return selected.has(one) ? [one] : [];
    return [isPartial ? { ...one, partial: true } : one];
  });
}

/** A fixed part of the list: every nth transcript, so that long suites spread. */
function shard(cases: PlannedCase[], part: PlanOptions['shard']): PlannedCase[] {
  if (!part) return cases;
  let index = 0;
  return cases.filter((one) => one.wire || index++ % part.count === part.index - 1);
}
