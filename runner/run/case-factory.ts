import { join } from 'node:path';
import { type CaseOptions, type CaseSharing, type Driven, driveCase } from '../../src/conversation/case/drive.js';
import { SpareFolders } from '../../src/conversation/case/spare-folders.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { TargetMaker } from '../../src/conversation/target.js';
import { type Json, stringifyJson } from '../../src/json/json.js';
import type { Case } from '../../src/language/case.js';
import { parseDuration } from '../../src/language/duration.js';
import { stepsIn, stepsOf } from '../../src/language/steps.js';
import type { BehaviorSpec, Target, TransportName } from '../../src/language/target.js';
import { isLegal } from '../../src/watch/legal.js';
import type { TrustedIssuerSpec } from '../load/target/auth.js';
import { inLeg } from '../plan/legs.js';
import { chosenIds, firstAfterOpening, sharingOf } from '../plan/sharing.js';
import { requirementsIn } from '../requirements-in.js';
import { shownBehaviors } from '../shown-behaviors.js';
import { InsideTargets, isReference } from '../targets/inside.js';
import { Launcher } from '../targets/launcher.js';
import { launchSpec } from '../targets/spec.js';
import { isAboutTokens } from '../tokens.js';
import { measured } from './resources/measured.js';
import type { RoleProtocol } from './role-protocol.js';
import type { RunContext } from './run-context.js';
import type { Start, TargetFacts } from './target-facts.js';
import { TrustedIssuer } from './tokens/trusted-issuer.js';

/** Values of cases by their names. */
interface Values {
  [name: string]: Json;
}

/** What starts a target, by what it is started for, and the issuer that it trusts. The legs of a target share them: it may have one port. */
export interface Makers {
  targets: Map<string, TargetMaker>;
  issuer?: TrustedIssuer;
}

/** The options of one playing of a case, beside those that all cases of its target share. */
export type Playing = Pick<CaseOptions, 'onRecord' | 'onJudged'> & Partial<CaseOptions>;

/** What the cases of one target are run with: makers of the target, values, folders. */
export class CaseFactory {
  private readonly rounds = new Map<string, number>();
  private readonly folders: SpareFolders;
  /** The values that commands and the cases have. */
  private readonly plain: { [name: string]: string };
  private readonly values: Values;
  private behaviors: ReadonlyMap<string, BehaviorSpec>;
  /** Whether requests to the target have tokens of the issuer. */
  private isTrusting = false;

  /** @param spoken the version that is spoken, and those of the profiles that it extends */
  constructor(
    private readonly facts: TargetFacts,
    private readonly entry: RoleEntry,
    private readonly protocol: RoleProtocol,
    private readonly spoken: readonly string[],
    private readonly context: RunContext,
    private readonly makers: Makers = { targets: new Map() },
  ) {
    const { target, version } = facts;
    const { file, cases } = context.proctor;
    this.folders = context.folders ?? new SpareFolders();
    const fixtures = join(cases, ...target.role.split('/'), 'fixtures');
    this.plain = { node: process.execPath, proctor: file, fixtures, 'target.version': version };
    this.behaviors = this.shown();
    this.values = { ...valuesOf(target, this.behaviors, this.plain), 'target.speaks': version };
  }

  /** A case with the steps that belong to the version which is spoken. */
  runnable(subject: Case): Case {
    return { ...subject, steps: stepsIn(subject.steps, this.spoken) };
  }

  /** Distinguishes the runs of a case: empty for the first, " (2)" for the second. */
  nextRound(id: string): string {
    const round = (this.rounds.get(id) ?? 0) + 1;
    this.rounds.set(id, round);
    return round === 1 ? '' : ` (${round})`;
  }

  /** What makes the target for a case. */
  targets(transport: TransportName, subject: Case): TargetMaker {
    const { entry, plain, context } = this;
    if (context.hosted) return context.hosted.maker;
    const { inside, clock, limits, signal, gone, wrap, uses } = context;
    const { target } = this.facts;
    const spec = launchSpec(target, transport, wrap);
    const within = inside?.plays(subject, transport) && isReference(spec, target.role) ? inside : undefined;
    const issuer = isAboutTokens(subject) || !this.isTrusting ? undefined : this.makers.issuer;
    const key = `${transport} ${within ? 'inside' : 'process'} ${issuer ? 'with tokens' : ''}`;
    const started = (by: Start) => void this.facts.processes.push(by);
    const launched = () =>
      issuer
        ? issuer.withTokens(
            new Launcher(issuer.trusting(spec), { ...plain, ...issuer.values }, clock, limits, signal, gone, started),
          )
        : new Launcher(spec, plain, clock, limits, signal, gone, started);
    const known =
      this.makers.targets.get(key) ??
      (within
        ? new InsideTargets({ entry, spec, values: plain, clock, limits, ...within })
        : uses
          ? measured(launched(), uses)
          : launched());
    this.makers.targets.set(key, known);
    return known;
  }

  /**
   * What a case may share with others, in the steps of the version that is spoken; undefined if it needs a process of its own, or the target
   * file says who shares one.
   *
   * @param pool the cases that it shares with. Default: all of the run
   */
  sharing(transport: TransportName, subject: Case, pool = ''): CaseSharing | undefined {
    if (this.facts.target.isolation !== 'shared') return undefined;
    const sharing = sharingOf(subject, this.facts.role, transport);
    if (typeof sharing === 'object') return undefined;
    const { shares } = this.facts.role;
    if (sharing === 'process' || !shares) return { pool };
    const opening = stringifyJson([this.facts.version, subject.peer]);
    const first = firstAfterOpening(subject.steps, shares.once);
    const ids = chosenIds(subject.steps) ?? [];
    return { pool, connection: { opening, shares, ids, ...(first === undefined ? {} : { first }) } };
  }

  /** Why a case gets a new process, by its steps and the target file. */
  whyFresh(transport: TransportName, subject: Case): string {
    const { isolation, role } = { ...this.facts.target, role: this.facts.role };
    const sharing = sharingOf(subject, role, transport);
    if (isolation !== 'shared') return `isolation: ${isolation}`;
    return typeof sharing === 'object' ? sharing.fresh : 'none was free';
  }

  /** Ends the processes that the cases of a pool have shared. */
  async dissolve(pool: string): Promise<void> {
    await Promise.all([...this.makers.targets.values()].map((one) => one.dissolve?.(pool)));
  }

  /** The options of a case but for the callbacks. */
  options(transport: TransportName, subject: Case): Omit<CaseOptions, 'onRecord' | 'onJudged'> {
    const { facts, entry, protocol, context } = this;
    const { target, role } = facts;
    const { match, select, anytime } = protocol;
    return {
      ...(sharesAlways(target, subject) ? { sharing: {} } : {}),
      entry,
      role,
      targets: this.targets(transport, subject),
      folders: this.folders,
      clock: context.clock,
      limits: context.limits,
      within: parseDuration(target.within ?? role.within),
      limit: parseDuration(target.limit ?? role.limit),
      slow: context.slow,
      signal: context.signal,
      experience: facts.experience,
      version: protocol.constants,
      values: this.values,
      behaviors: this.behaviors,
      ...(target.outcome ? { outcome: target.outcome } : {}),
      ...(target.opens ? { opens: target.opens } : {}),
      proctor: context.proctor.version,
      match,
      select,
      judges: (id) => facts.judges(id),
      level: (id) => requirementsIn(context.corpus, facts.version).get(id)?.level ?? 'must',
      legal: (message) => isLegal(message, protocol.watch.definitions),
      anytime,
    };
  }

  /**
   * Plays a case: if a person has its client, when that person is asked for what it needs, and again if the person says so.
   *
   * @param begin called for each playing, with the options of that one
   */
  async drive(transport: TransportName, subject: Case, begin: () => Playing): Promise<Driven> {
    const { hosted, signal } = this.context;
    if (!hosted) return driveCase(subject, { ...this.options(transport, subject), ...begin() });
    for (let isAgain = false; ; isAgain = true) {
      const { name, leg } = inLeg(subject, this.facts.target.leg, this.facts.version);
      const playing = await hosted.admit(subject, { name, leg, isFirst: isAgain });
      const options = { ...this.options(transport, subject), ...begin() };
      const driven = await driveCase(subject, {
        ...options,
        ...playing.options,
        onRecord: (record) => {
          playing.saw(record);
          options.onRecord(record);
        },
      });
      const came = signal.aborted ? driven : await playing.came(driven);
      hosted.leave(playing);
      if (came !== 'again') return came;
    }
  }

  /** Takes note of the version that the target answered with. */
  speaks(version: string): void {
    this.values['target.speaks'] = version;
  }

  /** Takes note of behaviors that the target shows without a target file. */
  learn(behaviors: ReadonlyMap<string, BehaviorSpec>): void {
    for (const [name, spec] of behaviors) this.facts.target.behaviors.set(name, spec);
    this.behaviors = this.shown();
    Object.assign(this.values, behaviorValues(this.behaviors));
  }

  /** From here on each target trusts an issuer of the run, and requests to it have a token, but in cases that are about tokens. */
  async trust(spec: TrustedIssuerSpec): Promise<void> {
    this.makers.issuer ??= await TrustedIssuer.start(spec, this.context);
    this.isTrusting = true;
  }

  /** Ends what was started for cases. */
  async close(): Promise<void> {
    await Promise.all([...this.makers.targets.values()].map((one) => one.close()));
    await this.makers.issuer?.close();
    if (!this.context.folders) await this.folders.close();
  }

  private shown(): ReadonlyMap<string, BehaviorSpec> {
    return shownBehaviors(this.facts.target, this.context.corpus.behaviors.get(this.entry.protocol));
  }
}

/** Whether a target file gives a case the process of others whatever it does there, unless it starts or stops that. */
const sharesAlways = ({ isolation }: Target, { steps }: Case): boolean =>
  (isolation === 'group' || isolation === 'run') &&
  !stepsOf(steps).some(({ verb }) => verb === 'start' || verb === 'stop');

/** The built-in values that the target file and Proctor give the cases. */
function valuesOf(
  target: Target,
  behaviors: ReadonlyMap<string, BehaviorSpec>,
  plain: { [name: string]: string },
): Values {
  const about = { ...plain, 'target.name': target.name, 'target.role': target.role };
  const values: Values = { ...about, ...behaviorValues(behaviors) };
  for (const [name, value] of target.secrets) values[`secret.${name}`] = value;
  return values;
}

function behaviorValues(behaviors: ReadonlyMap<string, BehaviorSpec>): Values {
  const values: Values = {};
  for (const [name, { gives }] of behaviors) {
    values[`behavior.${name}`] = gives;
    for (const [member, value] of Object.entries(gives)) values[`behavior.${name}.${member}`] = value;
  }
  return values;
}
