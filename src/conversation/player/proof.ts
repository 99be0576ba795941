import { Refused } from '../../bounded/refused.js';
import type { Case, Step } from '../../language/case.js';
import { PatternError } from '../../language/pattern/pattern.js';
import { SelectorError } from '../../language/selector.js';
import { NothingThere, UnknownName, ValueError } from '../../language/values/index.js';
import { SchemaRefused } from '../../schemas/index.js';
import type { WireRecord } from '../../wire/record.js';
import { blame, endsCase } from '../blame/blame.js';
import { type Ending, HELD } from '../blame/ending.js';
import type { Evidence } from '../blame/evidence.js';
import { type Judged, type Outcome, ranOut } from '../blame/outcome.js';
import type { Names } from '../names.js';
import { at, type Stage, StageError } from '../stage.js';
import { StepFailure } from './step-failure.js';
import type { PlayOptions } from './waiter.js';

/** The rest of a case needs what a broken should or may did not bring, so it shows nothing more. */
class NothingFurther extends Error {}

/** What the steps of one case prove and break: the half of the player that judges. */
export class Proof {
  /** Steps in tolerated branches prove their requirements only so far. */
  tolerated = 0;
  /** What was left unsent, then the notes of the branches that are being played, the innermost last. */
  readonly notes: string[] = [];
  /** The behaviors that the target has shown. */
  readonly shown = new Set<string>();
  /** Whether a step has failed and the case went on all the same, without what the step would have captured. */
  private hasGoneOn = false;

  constructor(
    private readonly subject: Case,
    private readonly stage: Stage,
    private readonly options: Pick<PlayOptions, 'judges' | 'onJudged'>,
    private readonly evidence: Evidence,
    private readonly names: Names,
  ) {}

  /** Every requirement of a step that held is proved. */
  proved(step: Step, record?: WireRecord): void {
    if (step.shows !== undefined) this.shown.add(step.shows);
    const status = this.tolerated > 0 ? 'non-strict' : 'pass';
    for (const requirement of step.check) {
      if (this.options.judges?.(requirement) === false) continue;
      this.evidence.judges(requirement, true);
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

  /** Judges what a failed step breaks. Throws StepFailure or StageError, unless the case goes on all the same. */
  failed(step: Step, error: unknown): void {
    if (this.hasGoneOn && error instanceof UnknownName) throw new NothingFurther();
    if (error instanceof NothingFurther) throw error;
    const failure = this.missing(error) ?? unjudged(error, step) ?? error;
    if (!(failure instanceof StepFailure)) throw failure;
    // A nested step has already said which requirement it breaks.
    if (failure.step) throw failure;
    failure.step = step;
    if (step.says !== undefined) failure.message = `expected: ${step.says}; ${failure.message}`;
    const facts = this.evidence.facts(step);
    const outcome = this.settled(failure.outcome);
    failure.blamed = blame(outcome, facts);
    // What a death breaks is judged at the end of the case.
    if (outcome.kind !== 'died') {
      for (const { requirement } of failure.blamed) {
        this.evidence.judges(requirement, false);
        this.options.onJudged({ ...about(failure), requirement, status: 'fail', at: step.place });
      }
    }
    if (endsCase(outcome, facts)) throw failure;
    this.hasGoneOn = true;
  }

  /** What came of a step: in a target that is dead by now, its death. */
  private settled(outcome: Outcome): Outcome {
    const { died } = this.stage;
    return died === undefined ? outcome : { kind: 'died', how: died };
  }

  /** The failure of a step that needs a member which a message of the target does not have. */
  private missing(error: unknown): StepFailure | undefined {
    if (!(error instanceof NothingThere)) return undefined;
    const record = this.names.source(error.reference);
    if (record?.from !== 'target') return undefined;
    return new StepFailure(`the target left out what the step needs: ${error.message}`, {
      kind: 'member-missing',
      record,
    });
  }

  /** How a case ended whose steps threw this. */
  ending(thrown: unknown): Ending {
    const { aborted, reason } = this.stage.signal;
    // Somebody has given the case up, and says why.
    const isGivenUp = aborted && reason instanceof StageError;
    const error: unknown = isGivenUp ? reason : thrown;
    if (aborted && !isGivenUp) return { outcome: { kind: 'interrupted' }, message: 'interrupted', blamed: [] };
    if (error instanceof StepFailure) return this.failedEnding(error);
    if (error instanceof NothingFurther) return HELD;
    const { place } = this.subject;
    if (error instanceof StageError) {
      const { kind, message } = error;
      const detail = error.detail === undefined ? {} : { detail: error.detail };
      if (kind === 'not-started') return { outcome: { kind, slow: false }, message, blamed: [], ...detail };
      const where = kind === 'unmet' ? { channel: 'main' } : detail;
      return { outcome: { kind }, message, blamed: [], at: place, ...where };
    }
    const detail = error instanceof Error ? error.stack : String(error);
    return {
      outcome: { kind: 'defect' },
      message: `Proctor failed: ${String(error)}`,
      blamed: [],
      at: place,
      ...(detail ? { detail } : {}),
    };
  }

  private failedEnding(failure: StepFailure): Ending {
    const { step, channel = 'main' } = failure;
    const outcome = this.settled(failure.outcome);
    const behavior = step?.shows;
    return {
      outcome,
      message: outcome.kind === 'died' ? deathInWords(outcome.how, failure.message) : failure.message,
      blamed: outcome.kind === 'died' ? blame(outcome, this.evidence.facts(step)) : failure.blamed,
      at: step?.place ?? this.subject.place,
      channel,
      ...(behavior === undefined ? {} : { behavior }),
    };
  }
}

const deathInWords = (how: string, message: string) => (message.startsWith(how) ? message : `${how}; ${message}`);

function about({ message, outcome, expected, actual }: StepFailure): Omit<Judged, 'requirement' | 'status' | 'at'> {
  const { differences = [] } = outcome.kind === 'differs' ? outcome : {};
  const record = outcome.kind === 'differs' || outcome.kind === 'member-missing' ? outcome.record : undefined;
  return {
    message,
    ...(differences.length > 0 ? { differences } : {}),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(record ? { record } : {}),
    ...(ranOut(outcome) ? { timedOut: true as const } : {}),
  };
}

/** Why a step judges nothing: it can't be run as it is written, or what it judges by costs too much, which breaks no requirement. */
function unjudged(error: unknown, { place }: Step): StageError | undefined {
  if (isMistake(error)) return new StageError('defect', `${at(place)}  ${error.message}`);
  if (!(error instanceof Refused)) return undefined;
  const what = error instanceof SchemaRefused ? 'the schema that is used' : 'the regular expression';
  return new StageError('unmet', `${at(place)}  ${what} here was refused (${error.reason}): ${error.message}`);
}

/** A case that can't be run as it is written: its own mistake, never the target's. */
const isMistake = (error: unknown): error is Error =>
  error instanceof ValueError || error instanceof PatternError || error instanceof SelectorError;
