import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { idKey } from '../jsonrpc/envelope.js';
import type { Link } from '../jsonrpc/link.js';
import { type Id, shapeOf } from '../jsonrpc/messages.js';
import { formatDuration } from '../language/duration.js';
import type { Carried, ExitInfo } from '../wire/carried.js';
import { type Clock, realClock } from '../wire/clock/clock.js';

/** How much of the last words of a program is told, in characters. */
const WORDS = 600;

export interface DrivenOptions {
  /** What the program is, in a word: agent, runtime. */
  name: string;
  /** ms for which it may say nothing while it owes an answer. Default: for ever. */
  silence?: number | undefined;
  /** Default: real time. */
  clock?: Clock | undefined;
}

/**
 * The program that a client or host drives, seen from its link: which answers it owes, and whether it ended the conversation or
 * was silent for too long meanwhile. While we owe it an answer ourselves it may be silent.
 */
export class DrivenProgram {
  readonly link: Link;
  /** What waits for its answers, oldest first: the requests of either side by their ids. */
  private readonly owed = { ours: new Map<string, string>(), theirs: new Map<string, string>() };
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
        this.note(message, 'ours', 'theirs');
        link.send(message, about);
      },
    };
    void link.closed.then(() => this.lose('ended the conversation'));
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
    if (kind === 'message' && isObject(message as Json)) this.note(message as JsonObject, 'theirs', 'ours');
    else this.watch();
  }

  private note(message: JsonObject, by: 'ours' | 'theirs', other: 'ours' | 'theirs'): void {
    const id = message.id as Id | undefined;
    const shape = shapeOf(message);
    if (shape === 'request') this.owed[by].set(idKey(id ?? null), `${String(message.method)} (id ${String(id)})`);
    if (shape === 'response') this.owed[other].delete(idKey(id ?? null));
    this.watch();
  }

  /** Waits anew for the next that it says. */
  private watch(): void {
    const { silence, clock = realClock } = this.options;
    this.cancel();
    if (silence === undefined || this.over || this.owed.ours.size === 0 || this.owed.theirs.size > 0) return;
    this.cancel = clock.after(silence, () => {
      this.lose(`said nothing for ${formatDuration(silence)}`);
      this.giveUp();
    });
  }

  private lose(what: string): void {
    if (this.over) return;
    this.end();
    const [waiting] = this.owed.ours.values();
    this.lost = waiting === undefined ? what : `${what} while ${waiting} waited for its reply`;
  }

  private end(): void {
    this.over = true;
    this.cancel();
  }
}
