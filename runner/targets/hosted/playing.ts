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
  private verdict: 'again' | 'lacking' | undefined;
  private exit: ((info: ExitInfo) => void) | undefined;
  private decide: ((how: 'again' | 'crashed' | 'lacking') => void) | undefined;

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

  /** What the client was told to ask its user last. */
  private asking: string | undefined;

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

  /** Ends the playing: it begins anew, or comes to nothing for this reason. */
  giveUp(how: 'again' | 'lacking' | undefined, reason: string): void {
    this.verdict = how;
    this.decide?.(how ?? 'crashed');
    this.stop.abort(new StageError('unmet', reason));
  }

  /** The client ended by itself: what the case came to counts. */
  crashed(): void {
    this.decide?.('crashed');
  }

  /** How the work of the client ended. */
  ended(code: 0 | 1): void {
    this.exit?.({ code, signal: null });
  }

  /** Takes note of what the case came to. Resolves with whether it is played once more, which may need a person to say. */
  async came({ records, ending }: Driven): Promise<'again' | undefined> {
    const isCut = records.some(
      ({ from, kind, channel }) => from === 'target' && kind === 'closed' && channel === 'main',
    );
    const serves = this.maker.transport === 'http' || this.maker.transport === 'rest';
    if (isCut && !serves && ending.outcome.kind !== 'held' && !this.stop.signal.aborted) {
      this.gone = true;
      this.told.changed();
      const how = await new Promise<'again' | 'crashed' | 'lacking'>((resolve) => {
        this.decide = resolve;
      });
      this.gone = false;
      // What the client lacks is known by then: the next playing comes to nothing at once.
      if (how !== 'crashed') return 'again';
    }
    if (this.verdict === 'again') return 'again';
    this.over = true;
    this.told.changed();
    return undefined;
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
