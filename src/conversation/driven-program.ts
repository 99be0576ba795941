import type { JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { RequestLedger } from '../jsonrpc/ledger.js';
import type { Link } from '../jsonrpc/link.js';
import { shapeOf } from '../jsonrpc/messages.js';
import { formatDuration } from '../language/duration.js';
import type { Carried, ExitInfo } from '../wire/carried.js';
import { type Clock, realClock } from '../wire/clock/clock.js';

/** Requests of either side that are remembered. */
const REMEMBERED = 10_000;

/** How much of the last words of a program is told, in characters. */
const WORDS = 600;

/** ms for which a program may say nothing while it owes an answer. A function says what holds now; undefined: for ever. */
export type Silence = number | (() => number | undefined);

export const silenceNow = (silence: Silence | undefined): number | undefined =>
  typeof silence === 'function' ? silence() : silence;

export interface DrivenOptions {
  /** What the program is, in a word: agent, runtime. */
  name: string;
  /** How long it may be silent. Default: for ever. */
  silence?: Silence | undefined;
  /** Default: real time. */
  clock?: Clock | undefined;
}

/**
 * The program that a client or host drives, seen from its link: which answers it owes, and whether it ended the conversation or
 * was silent for too long meanwhile. While we owe it an answer ourselves it may be silent.
 */
export class DrivenProgram {
  readonly link: Link;
  private readonly requests = new RequestLedger<'us' | 'them', undefined>(REMEMBERED);
  private lost: string | undefined;
  private over = false;
  private giveUp: () => void = () => undefined;
  private cancel: () => void = () => undefined;

  constructor(
    link: Link,
    private readonly options: DrivenOptions,
  ) {
    this.link = {
      closed: link.closed,
      close: () => {
        this.end();
        link.close();
      },
      listen: (listener) =>
        link.listen((carried) => {
          this.hear(carried);
          listener(carried);
        }),
      send: (message, about) => {
        this.note(message, 'us');
        link.send(message, about);
      },
    };
    void link.closed.then(() => this.lose('ended the conversation'));
  }

  /** What a person says, until that is all; rejects if the program ends the conversation meanwhile. Default: nothing is said. */
  whileThere(next: () => Promise<string | undefined> = async () => undefined): () => Promise<string | undefined> {
    const gone = this.link.closed.then(() => {
      throw new Error(`the ${this.options.name} ended the conversation`);
    });
    gone.catch(() => undefined);
    return () => Promise.race([next(), gone]);
  }

  /** Calls `act`, once, when it was silent for too long. */
  onSilence(act: () => void): void {
    this.giveUp = act;
  }

  /**
   * Why the conversation ended before our side did its part: what the program did not do, how it exited and the last that it said on
   * stderr. Undefined where the program did not end it.
   */
  lastWords(exit: ExitInfo, stderr: string): string | undefined {
    if (this.lost === undefined) return undefined;
    const how = exit.code === null ? `was ended by ${exit.signal}` : `exited with code ${exit.code}`;
    const words = stderr.trim();
    const last = words.length > WORDS ? `…${words.slice(-WORDS)}` : words;
    return `the ${this.options.name} ${this.lost}; it ${how}${last === '' ? '' : `; its last words: ${last}`}`;
  }

  private hear({ kind, message }: Carried): void {
    if (kind === 'message' && isObject(message)) this.note(message, 'them');
    else this.watch();
  }

  private note(message: JsonObject, by: 'us' | 'them'): void {
    const { id = null, method } = message;
    const shape = shapeOf(message);
    if (shape === 'request') this.requests.asked(by, id, String(method), undefined);
    // An id of the other type answers nothing: whoever asked still waits.
    if (shape === 'response' && this.requests.pairing(by, id).to) this.requests.replied(by, id);
    this.watch();
  }

  /** Waits anew for the next that it says. */
  private watch(): void {
    const { clock = realClock } = this.options;
    const silence = silenceNow(this.options.silence);
    this.cancel();
    if (silence === undefined || this.over || !this.requests.waits('us') || this.requests.waits('them')) return;
    this.cancel = clock.after(silence, () => {
      // A person holds what it said last: it is read, and watched on, once they have answered.
      if (silenceNow(this.options.silence) === undefined) return;
      this.lose(`said nothing for ${formatDuration(silence)}`);
      this.giveUp();
    });
  }

  private lose(what: string): void {
    if (this.over) return;
    this.end();
    const [waiting] = this.requests.open('us');
    if (waiting) this.lost = `${what} while ${waiting.method} (id ${String(waiting.id)}) waited for its reply`;
    else this.lost = what;
  }

  private end(): void {
    this.over = true;
    this.cancel();
  }
}
