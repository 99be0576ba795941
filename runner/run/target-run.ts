import { join } from 'node:path';
import type { CaseOptions } from '../../src/conversation/case/drive.js';
import { SpareFolders } from '../../src/conversation/case/spare-folders.js';
import { type HttpExperience, noExperience } from '../../src/conversation/lanes/http-experience.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { TargetMaker } from '../../src/conversation/target.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import type { Case, Step } from '../../src/language/case.js';
import { parseDuration } from '../../src/language/duration.js';
import { type Role, roleIn } from '../../src/language/role.js';
import { stepsIn, stepsOf } from '../../src/language/steps.js';
import type { BehaviorSpec, Target, TransportName } from '../../src/language/target.js';
import type { Finding } from '../../src/watch/finding.js';
import { isLegal } from '../../src/watch/legal.js';
import { createWatch, type Watch } from '../../src/watch/watch.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import type { Limits } from '../../src/wire/limits.js';
import type { WireRecord } from '../../src/wire/record.js';
import { absentIn, type EarlierVersion, earlierVersion, versionsInOrder } from '../history.js';
import { defaultVersion, profilesOf } from '../profiles.js';
import { shownBehaviors } from '../shown-behaviors.js';
import { InsideTargets, isReference, type ReferenceChanges } from '../targets/inside.js';
import { Launcher } from '../targets/launcher.js';
import { launchSpec } from '../targets/spec.js';
import type { Corpus } from '../types.js';
import type { Cause } from './cause.js';
import { invalidBehaviorValue } from './invalid-behavior-value.js';
import { loadRoleProtocol } from './role-protocol.js';
import { SessionNames } from './session-names.js';
import { SlowStarts } from './slow-start.js';
import { VainWaits } from './vain-waits.js';

/** What a run gives every targetRun. */
export interface TargetRunContext {
  corpus: Corpus;
  clock: Clock;
  limits: Limits;
  slow: number;
  signal: AbortSignal;
  /** The kit itself: its program, and the folder that has the cases. */
  proctor: { version: string; file: string; cases: string };
  wrap?: string;
  /** Told of every process that is gone, with the last that it said on stderr. */
  gone?(stderr: string): void;
  /** Which cases are played on a reference inside this process; without it every target is a process or a url. */
  inside?: InsideContext;
}

/** How references are played inside this process. */
export interface InsideContext {
  /** Whether a case is played inside. Only asked of targets whose command is a reference of ours. */
  plays(subject: Case, transport: TransportName): boolean;
  /** Reads the file of `--script`. */
  readScript(path: string): Promise<JsonObject>;
  /** What is done to the references beside what their command says. */
  changes?: ReferenceChanges;
}

/** What comes of a target without its saying anything. */
const ENDINGS = new Set<WireRecord['kind']>(['closed', 'exit']);

/** Whether the target said something by a record, be it what it should or not. */
export const isWord = ({ from, kind }: WireRecord) => from === 'target' && !ENDINGS.has(kind);

/** One playing under the eyes of the watch. */
export interface Watched {
  observe(record: WireRecord): void;
  /** What the target file gives that made messages of this playing break a schema. */
  invalidValues(): string[];
  /** What the target broke in this playing: the first ten different mistakes of each of its sessions. */
  broken(): Finding[];
  end(): void;
}

/** One target of a run with all that its cases share: launchers, validators, the watch. */
export interface TargetRun {
  target: Target;
  role: Role;
  version: string;
  /** Whether the target has said anything in this run. */
  heard: boolean;
  /** Whether it has done more in this run than to take part in handshakes: replied to another request, or asked one. */
  spoke: boolean;
  /** Why no further case of it is played, once that is known. */
  cause?: Cause;
  /** By behavior: the first case in which it showed it. */
  shown: Map<string, string>;
  /** How many cases in a row waited in vain, and then in the liveness check too. */
  silent: number;
  /** What a target file gives that makes messages which break a schema: one text each. */
  invalidValues: Set<string>;
  /** The first of its messages that was not read, for it is beyond a limit of ours: which limit. */
  unread?: string;
  /** Set once it is known that it speaks an earlier version than it was asked for. */
  earlier?: EarlierVersion;
  /** Set once it is known that it speaks a version whose rules the kit does not have. */
  unknownVersion?: string;
  /** What is known of how long its processes take to start. */
  starts: SlowStarts;
  /** What its cases have learned about how it takes HTTP. */
  experience: HttpExperience;
  /** What its cases have waited for in vain. */
  waits: VainWaits;
  /** Whether the target is judged by a requirement: one that the version has which it speaks. */
  judges(requirement: string): boolean;
  /** A case with the steps that belong to the version which is spoken. */
  playable(subject: Case): Case;
  /** Takes note of the version that the target answered with. What it said before that is not judged: it says so again. */
  speaks(version: string): void;
  /** Takes note of behaviors that it shows without a target file. */
  learn(behaviors: ReadonlyMap<string, BehaviorSpec>): void;
  /** Distinguishes the playings of a case: empty for the first, " (2)" for the second. */
  nextRound(id: string): string;
  /** What makes the target for a case. */
  targets(transport: TransportName, subject: Case): TargetMaker;
  watch(transport: TransportName): Watch;
  /** Makes the watch see a playing, until it ends. What comes later belongs to no case: nobody waits for it any more. */
  watched(transport: TransportName, session: string): Watched;
  watches(): [TransportName, Watch][];
  /** The options of its cases but for the callbacks. */
  caseOptions(transport: TransportName, subject: Case): Omit<CaseOptions, 'onRecord' | 'onJudged'>;
  close(): Promise<void>;
}

/** Prepares a target for running. Loads the validators of its protocol and version. */
export async function prepareTargetRun(
  written: Target,
  entry: RoleEntry,
  context: TargetRunContext,
): Promise<TargetRun> {
  const { corpus, clock, limits } = context;
  const target = { ...written, behaviors: new Map(written.behaviors) };
  const known = corpus.roles.get(target.role);
  if (!known) throw new Error(`the corpus has no role ${target.role}`);
  const version = target.version ?? defaultVersion(corpus, entry.protocol);
  if (version === undefined) throw new Error(`the corpus has no version of ${entry.protocol}`);
  if (!entry.versions.includes(version)) throw new Error(`the kit does not speak ${entry.protocol} ${version}`);
  const role = roleIn(known, version);
  const spoken = profilesOf(corpus, target.role, version).map((profile) => profile.version);
  const absent = absentIn(corpus, target.role, version);
  const protocol = await loadRoleProtocol(corpus, role, version);
  const { match, select, anytime } = protocol;
  const makers = new Map<string, TargetMaker>();
  const watches = new Map<TransportName, Watch>();
  const rounds = new Map<string, number>();
  const experience = noExperience();
  const folders = new SpareFolders();
  const fixtures = join(context.proctor.cases, ...target.role.split('/'), 'fixtures');
  const plain = { node: process.execPath, proctor: context.proctor.file, fixtures, 'target.version': version };
  const shown = () => shownBehaviors(target, corpus.behaviors.get(entry.protocol));
  let behaviors = shown();
  const values: { [name: string]: Json } = { ...valuesOf(target, behaviors, plain), 'target.speaks': version };

  const probeCase = corpus.cases.find(({ id }) => id === role.probe);
  const handshake = new Set(probeCase ? methodsOf(stepsIn(probeCase.steps, spoken)) : []);
  /** Whether a message of the target is more than its part in a handshake. Unasked logs are no sign that it serves. */
  const isMore = ({ message, method }: WireRecord): boolean => {
    if (!isObject(message as Json)) return false;
    const own = (message as JsonObject).method;
    if (role.side === 'server') return method !== undefined && !handshake.has(method) && own === undefined;
    return typeof own !== 'string' || !handshake.has(own);
  };

  /** Takes what is found wrong with values of the target file, while a playing is watched. */
  let blame: (text: string) => void = () => undefined;
  const excuses = (finding: Finding): boolean => {
    const text = invalidBehaviorValue(finding, target.file);
    if (text !== undefined) blame(text);
    return text !== undefined;
  };
  const watchOf = (transport: TransportName) => {
    const { earlier } = targetRun;
    const rules = protocol.watch.rules.filter(({ requirement }) => targetRun.judges(requirement));
    return createWatch({ ...protocol.watch, rules, ...(earlier ? { isOwn: earlier.isOwn } : {}), transport, excuses });
  };
  const watch = (transport: TransportName) => {
    const known = watches.get(transport) ?? watchOf(transport);
    watches.set(transport, known);
    return known;
  };
  const { inside } = context;
  const targets = (transport: TransportName, subject: Case): TargetMaker => {
    const spec = launchSpec(target, transport, context.wrap);
    const within = inside?.plays(subject, transport) && isReference(spec, target.role) ? inside : undefined;
    const key = `${transport} ${within ? 'inside' : 'process'}`;
    const known =
      makers.get(key) ??
      (within
        ? new InsideTargets({ entry, spec, values: plain, clock, limits, ...within })
        : new Launcher(spec, plain, clock, limits, context.signal, context.gone));
    makers.set(key, known);
    return known;
  };
  const targetRun: TargetRun = {
    target,
    role,
    version,
    heard: false,
    spoke: false,
    shown: new Map(),
    silent: 0,
    starts: new SlowStarts(),
    experience,
    waits: new VainWaits(),
    judges: (id) => !absent.has(id) && !targetRun.earlier?.newer.has(id),
    playable: (subject) => ({ ...subject, steps: stepsIn(subject.steps, spoken) }),
    speaks(answered) {
      values['target.speaks'] = answered;
      const earlier = earlierVersion(corpus, target.role, answered, version);
      const isKnown = versionsInOrder(corpus, entry.protocol).includes(answered);
      if (!isKnown && corpus.history.has(entry.protocol)) targetRun.unknownVersion = answered;
      if (!earlier) return;
      targetRun.earlier = earlier;
      watches.clear();
    },
    learn(found) {
      for (const [name, spec] of found) target.behaviors.set(name, spec);
      behaviors = shown();
      Object.assign(values, behaviorValues(behaviors));
    },
    invalidValues: new Set(),
    nextRound(id) {
      const round = (rounds.get(id) ?? 0) + 1;
      rounds.set(id, round);
      return round === 1 ? '' : ` (${round})`;
    },
    targets,
    watch,
    watched(transport, session) {
      let over = false;
      const names = new SessionNames(session, entry.sessions?.());
      const invalidValues = new Set<string>();
      return {
        observe: (record) => {
          if (over) return;
          if (isWord(record)) targetRun.heard = true;
          if (record.beyondLimit && record.from === 'target') targetRun.unread ??= record.problem ?? '';
          if (record.from === 'target' && !targetRun.spoke) targetRun.spoke = isMore(record);
          blame = (text) => {
            invalidValues.add(text);
            targetRun.invalidValues.add(text);
          };
          if (!record.apart) watch(transport).observe(names.of(record), record);
        },
        invalidValues: () => [...invalidValues],
        broken: () => names.all().flatMap((name) => watch(transport).brokenIn(name)),
        end() {
          over = true;
          for (const name of names.all()) watch(transport).end(name);
        },
      };
    },
    watches: () => [...watches],
    caseOptions: (transport, subject) => ({
      entry,
      role,
      targets: targets(transport, subject),
      folders,
      clock,
      limits,
      within: parseDuration(target.within ?? role.within),
      limit: parseDuration(target.limit ?? role.limit),
      slow: context.slow,
      signal: context.signal,
      experience,
      version: protocol.constants,
      values,
      behaviors,
      ...(target.outcome ? { outcome: target.outcome } : {}),
      proctor: context.proctor.version,
      match,
      select,
      judges: (id) => targetRun.judges(id),
      level: (id) => corpus.requirements.get(id)?.level ?? 'must',
      legal: (message) => isLegal(message, protocol.watch.definitions),
      anytime,
    }),
    close: async () => {
      await Promise.all([...makers.values()].map((one) => one.close()));
      await folders.close();
    },
  };
  return targetRun;
}

/** The methods that steps call or expect, at any depth. */
function methodsOf(steps: readonly Step[]): string[] {
  return stepsOf(steps).flatMap(({ body }) =>
    isObject(body) && typeof body.request === 'string' ? [body.request] : [],
  );
}

/** The built-in values that the target file and the kit give the cases. */
function valuesOf(
  target: Target,
  behaviors: ReadonlyMap<string, BehaviorSpec>,
  plain: { [name: string]: string },
): { [name: string]: Json } {
  const about = { ...plain, 'target.name': target.name, 'target.role': target.role };
  const values: { [name: string]: Json } = { ...about, ...behaviorValues(behaviors) };
  for (const [name, value] of target.secrets) values[`secret.${name}`] = value;
  return values;
}

function behaviorValues(behaviors: ReadonlyMap<string, BehaviorSpec>): { [name: string]: Json } {
  const values: { [name: string]: Json } = {};
  for (const [name, { gives }] of behaviors) {
    values[`behavior.${name}`] = gives;
    for (const [member, value] of Object.entries(gives)) values[`behavior.${name}.${member}`] = value;
  }
  return values;
}
