import { Refused } from '../../bounded/refused.js';
import type { Case, Step } from '../../language/case.js';
import { PatternError } from '../../language/pattern/pattern.js';
import { SelectorError } from '../../language/selector.js';
import { NothingThere, ValueError } from '../../language/values/index.js';
import { SchemaRefused } from '../../schemas/index.js';
import type { WireRecord } from '../../wire/record.js';
import type { Blame } from '../blame/blame.js';
import { type Ending, StepFailure } from '../blame/outcome.js';
import type { Names } from '../names.js';
import { at, type Stage, StageError } from '../stage.js';
import type { PlayOptions } from './waiter.js';

/** What the steps of one case prove and break: the half of the player that judges. */
export class Proof {
  /** Steps in tolerated branches prove their requirements only so far. */
  tolerated = 0;
  /** The notes of the branches that are being played, the innermost last. */
  readonly notes: string[] = [];
  /** The behaviors that the target has shown. */
  readonly shown = new Set<string>();

  constructor(
    private readonly subject: Case,
    private readonly stage: Stage,
    private readonly options: Pick<PlayOptions, 'level' | 'judges' | 'blame' | 'onJudged'>,
    private readonly blame: Blame,
    private readonly names: Names,
  ) {}

  /** Every requirement of a step that held is proved. */
  proved(step: Step, record?: WireRecord): void {
    if (step.shows !== undefined) this.shown.add(step.shows);
    const status = this.tolerated > 0 ? 'non-strict' : 'pass';
    for (const requirement of this.judgedBy(step)) {
      this.blame.judges(requirement, true);
      const note = this.notes.at(-1);
      this.options.onJudged({
        requirement,
        status,
        at: step.place,
        ...(note === undefined ? {} : { note }),
        ...(record ? { record } : {}),
      });
    }
  }

  /** A broken should or may is noted and the case goes on; everything else ends it, thrown as a StepFailure or StageError. */
  failed(step: Step, error: unknown): void {
    const lacking = this.lacking(error);
    const failure = lacking ?? unjudged(error, step) ?? error;
    if (!(failure instanceof StepFailure)) throw failure;
    // A nested step has already said which requirement it breaks.
    if (failure.step) throw failure;
    failure.step = step;
    if (step.says !== undefined) failure.message = `expected: ${step.says}; ${failure.message}`;
    const own = this.brokenBy(failure, step).filter((id) => this.isJudged(id));
    const broken = [...own, ...this.brokenBeside(own, failure)];
    if (this.stage.died === undefined) {
      for (const requirement of broken) {
        this.blame.judges(requirement, false);
        this.options.onJudged({ ...about(failure), requirement, status: 'fail', at: step.place });
      }
    }
    const binding = [...this.judgedBy(step), ...own].some((id) => this.options.level(id) === 'must');
    if (step.check.length === 0 || binding || lacking || this.stage.died !== undefined) throw failure;
  }

  private judgedBy({ check }: Step): string[] {
    return check.filter((id) => this.isJudged(id));
  }

  private isJudged(requirement: string): boolean {
    return this.options.judges?.(requirement) !== false;
  }

  private brokenBy(failure: StepFailure, step: Step): string[] {
    const { members } = this.options.blame;
    if (failure.lacking) return members === undefined ? step.check : [members];
    if (failure.timedOut) return this.blame.ofSilence(step);
    return failure.over === undefined ? step.check : this.blame.ofNoReply(step);
  }

  /**
   * Where no must is broken: what a target breaks besides that leaves a request unanswered. How it should have been answered is
   * not all; but the case goes on as after any broken should.
   */
  private brokenBeside(own: readonly string[], { unanswered }: StepFailure): string[] {
    const answered = unanswered ? this.blame.ofUnanswered() : undefined;
    const isMust = own.some((id) => this.options.level(id) === 'must');
    return answered === undefined || own.length === 0 || isMust ? [] : [answered];
  }

  /** The failure of a step that needs a member which a message of the target does not have. */
  private lacking(error: unknown): StepFailure | undefined {
    if (!(error instanceof NothingThere)) return undefined;
    const record = this.names.source(error.reference);
    if (record?.from !== 'target') return undefined;
    return new StepFailure(`the target left out what the step needs: ${error.message}`, { lacking: true, record });
  }

  /** How a case ended whose steps threw this. */
  ending(error: unknown): Ending {
    if (this.stage.signal.aborted) return { kind: 'interrupted' };
    const place = this.subject.place;
    if (error instanceof StepFailure) {
      const spot = error.step?.place ?? place;
      const channel = error.channel ?? 'main';
      if (this.stage.died !== undefined) {
        const message = error.message.startsWith(this.stage.died)
          ? error.message
          : `${this.stage.died}; ${error.message}`;
        const blamed = this.blame.ofDeath(error.step);
        return {
          kind: 'target-died',
          at: spot,
          message,
          channel,
          died: this.stage.died,
          ...(blamed === undefined ? {} : { blamed }),
        };
      }
      const { message, timedOut, over } = error;
      const about = { at: spot, message, timedOut, channel, ...(over === undefined ? {} : { over }) };
      if (error.step && (error.step.check.length > 0 || this.brokenBy(error, error.step).length > 0))
        return { kind: 'check-failed', ...about };
      const behavior = error.step?.shows;
      return { kind: 'precondition', ...about, ...(behavior ? { behavior } : {}) };
    }
    if (error instanceof StageError) {
      const detail = error.detail === undefined ? {} : { detail: error.detail };
      if (error.kind === 'died') {
        const blamed = this.blame.ofDeath(undefined);
        const found = blamed === undefined ? {} : { blamed };
        return { kind: 'target-died', at: place, message: error.message, channel: 'main', ...found };
      }
      if (error.kind === 'not-started') return { kind: 'not-started', message: error.message, ...detail };
      if (error.kind === 'precondition') {
        return { kind: 'precondition', at: place, message: error.message, timedOut: false, channel: 'main' };
      }
      return { kind: 'kit', message: error.message, at: place, ...detail };
    }
    const detail = error instanceof Error ? error.stack : String(error);
    return { kind: 'kit', message: `the kit failed: ${String(error)}`, at: place, ...(detail ? { detail } : {}) };
  }
}

const about = (failure: StepFailure) => ({
  message: failure.message,
  ...(failure.differences.length > 0 ? { differences: failure.differences } : {}),
  ...(failure.expected === undefined ? {} : { expected: failure.expected }),
  ...(failure.actual === undefined ? {} : { actual: failure.actual }),
  ...(failure.record ? { record: failure.record } : {}),
  ...(failure.timedOut ? { timedOut: true as const } : {}),
});

/** Why a step judges nothing: it can't be run as it is written, or what it judges by costs too much, which breaks no requirement. */
function unjudged(error: unknown, { place }: Step): StageError | undefined {
  if (isMistake(error)) return new StageError('kit', `${at(place)}  ${error.message}`);
  if (!(error instanceof Refused)) return undefined;
  const what = error instanceof SchemaRefused ? 'the schema that is used' : 'the regular expression';
  return new StageError('precondition', `${at(place)}  ${what} here was refused (${error.reason}): ${error.message}`);
}

/** A case that can't be run as it is written: its own mistake, never the target's. */
const isMistake = (error: unknown): error is Error =>
  error instanceof ValueError || error instanceof PatternError || error instanceof SelectorError;
