import type { CaseOptions, Driven } from '../../../src/conversation/case/drive.js';
import type { Patience } from '../../../src/conversation/player/patience.js';
import { StageError } from '../../../src/conversation/stage.js';
import type { AcquireOptions, TargetHandle, TargetMaker } from '../../../src/conversation/target.js';
import { isObject } from '../../../src/json/json.js';
import type { ExitInfo } from '../../../src/wire/carried.js';
import type { WireRecord } from '../../../src/wire/record.js';
import { type Awaited, type PersonFacts, PersonWaits } from './person-waits.js';

/** A server of the client's configuration that a case has. */
export interface Seat {
  name: string;
  place: NonNullable<TargetMaker['place']>;
}

/** What is played, and at which server. */
interface Played {
  id: string;
  title: string;
  behaviors: readonly string[];
  /** Unset for one that comes to nothing at once. */
  seat: Seat | undefined;
  transport: string;
}

/** One playing of a case whose client a person starts. */
export class HostedPlaying {
  private readonly maker: TargetMaker;
  private readonly patience: Patience;
  /** What the case waits for now; unset while it waits for nobody. */
  awaited: Awaited | undefined;
  /** How many waits for a person are over. */
  acted = 0;
  connected = false;
  /** The client closed its connection before the case was over, and nobody has said yet what that was. */
  gone = false;
  over = false;
  /** The behaviors that the client is asked for now, and what the case passes to them. */
  behaviors: readonly string[];
  values: { [name: string]: string | string[] } = {};
  private readonly stop = new AbortController();
  /** Why it has come to nothing. */
  private reason: string | undefined;
  private isAgain = false;
  private exit: ((info: ExitInfo) => void) | undefined;
  /** Ends the wait for what a person says of a client that is gone. */
  private decide: (() => void) | undefined;
  /** The question that the client has for its user. */
  private asking: string | undefined;

  readonly id: string;
  readonly title: string;
  readonly seat: Seat | undefined;

  constructor(
    { id, title, behaviors, seat, transport }: Played,
    private readonly facts: PersonFacts,
    private readonly told: { changed(): void; record(record: WireRecord): void },
  ) {
    [this.id, this.title, this.seat] = [id, title, seat];
    this.behaviors = behaviors;
    this.maker = {
      ...makerOf(transport, (options) => this.acquired(options)),
      ...(seat ? { place: seat.place } : {}),
    };
    this.patience = new PersonWaits(
      facts,
      (awaited) => {
        if (this.awaited?.person) this.acted++;
        this.awaited = awaited;
        told.changed();
      },
      () => this.connected,
    );
  }

  /** What its case is played with. */
  get options(): Pick<CaseOptions, 'targets' | 'patience' | 'untimed' | 'givenUp'> {
    return { targets: this.maker, patience: this.patience, untimed: true, givenUp: this.stop.signal };
  }

  /** Takes note of what was said in the conversation. */
  saw(record: WireRecord): void {
    const { from, kind, message } = record;
    this.told.record(record);
    if (from === 'target' && !this.connected && kind !== 'closed' && kind !== 'exit') {
      this.connected = true;
      this.told.changed();
    }
    if (from !== 'kit' || !isObject(message) || typeof message.method !== 'string') return;
    const question = Object.hasOwn(this.facts.questions, message.method)
      ? this.facts.questions[message.method]
      : undefined;
    if (!question || this.facts.unasked.has(message.method)) return;
    this.asking = question.question(isObject(message.params) ? message.params : {});
    this.told.changed();
  }

  /** What the case waits for, in words. */
  get waits(): string | undefined {
    if (this.gone) return 'the client has closed its connection';
    if (!this.awaited || this.over) return undefined;
    const isAnswer = this.awaited.text.startsWith('the answer to ');
    return isAnswer && this.asking !== undefined ? this.asking : this.awaited.text;
  }

  /** Whether a person has something to do for it. */
  get needsPerson(): boolean {
    return !this.over && (this.gone || (this.awaited?.person ?? false));
  }

  /** Whether only a person can say how it ended. */
  get asksOutcome(): boolean {
    return !this.over && !this.gone && (this.awaited?.outcome ?? false);
  }

  /** Ends the playing, which comes to nothing for this reason. */
  giveUp(reason: string): void {
    this.reason = reason;
    this.stop.abort(new StageError('unmet', reason));
    this.decide?.();
  }

  /** Ends the playing, and its case begins anew. */
  restart(): void {
    this.isAgain = true;
    this.giveUp('the step begins anew');
  }

  /** The client ended without being asked to: what the case came to counts. */
  crashed(): void {
    this.decide?.();
  }

  /** How the work of the client ended. */
  ended(code: 0 | 1): void {
    this.exit?.({ code, signal: null });
  }

  /**
   * Takes note of what the case came to; if the client has closed its connection in the middle of it, a person says first what that was.
   * Resolves with what counts, or with `again` if the case begins anew.
   */
  async came(driven: Driven): Promise<Driven | 'again'> {
    const { records, ending } = driven;
    const isCut = records.some(
      ({ from, kind, channel }) => from === 'target' && kind === 'closed' && channel === 'main',
    );
    const serves = this.maker.transport === 'http' || this.maker.transport === 'rest';
    const isGone = isCut && !serves && ending.outcome.kind !== 'held' && this.reason === undefined;
    if (isGone) {
      this.gone = true;
      this.told.changed();
      await new Promise<void>((resolve) => {
        this.decide = resolve;
      });
      this.gone = false;
    }
    if (this.isAgain) return 'again';
    this.over = true;
    this.told.changed();
    const { reason } = this;
    if (!isGone || reason === undefined) return driven;
    // What a person said after the end is why the case came to nothing.
    const why: Driven['ending'] = { outcome: { kind: 'unmet' }, message: reason, blamed: [], channel: 'main' };
    return { ...driven, judged: [], ending: ending.at ? { ...why, at: ending.at } : why };
  }

  private async acquired({ behaviors, values = {}, dir, files }: AcquireOptions): Promise<TargetHandle> {
    if (behaviors && behaviors.length > 0) this.behaviors = behaviors;
    this.values = this.facts.namesFolder ? { ...values, dir: dir() } : values;
    await files?.(this.values);
    this.connected = false;
    this.told.changed();
    return {
      headers: {},
      shared: false,
      exited: new Promise((resolve) => {
        this.exit = resolve;
      }),
      stderr: () => '',
      stdout: () => '',
      release: async (then) => then?.(),
    };
  }
}

/** A maker of targets that nobody here starts or ends. */
export const makerOf = (transport: string, acquire: TargetMaker['acquire']): TargetMaker => ({
  transport,
  acquire,
  expect: () => undefined,
  over: () => undefined,
  command: () => '',
  close: async () => undefined,
});
