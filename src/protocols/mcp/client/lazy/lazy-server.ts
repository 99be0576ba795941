import type { Json } from '../../../../json/json.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import type { Conversation } from '../conversation.js';

/** A server that was started, and the conversation with it. */
export interface Booted {
  conversation: Conversation;
  /** Ends it. Resolves, when it is gone, with its last words where it did not do its part. */
  part(): Promise<string | undefined>;
}

/** How a client treats a server that it starts when it needs it. */
export interface LazyManner {
  /** Whether the server is started before anything needs it. */
  eager: boolean;
  /** How many holds are left once one was given up. */
  left(holds: number): number;
  /** ms for which a server goes on that nothing holds. */
  keeps(ms: number): number;
  /** What the registry says of a server. */
  told(status: LazyStatus): LazyStatus;
}

/** Whether a server runs, and how often it is held. */
export interface LazyStatus {
  active: boolean;
  ref_count: number;
}

/** Started with the first need, and ended with the last hold (Harn guide, Lazy boot). */
export const LAZY_MANNER: LazyManner = {
  eager: false,
  left: (holds) => holds - 1,
  keeps: (ms) => ms,
  told: (status) => status,
};

/** A server that is started when something needs it, and ended when nothing holds it any more (Harn guide, Lazy boot). */
export class LazyServer {
  #running: Promise<Booted> | undefined;
  #booted: Booted | undefined;
  #holds = 0;
  #stay = () => {};
  #words: string | undefined;

  constructor(
    private readonly boot: () => Promise<Booted>,
    private readonly options: { clock: Clock; keepAliveMs: number; manner: LazyManner },
  ) {}

  get conversation(): Conversation | undefined {
    return this.#booted?.conversation;
  }

  /** Where it is started before it is needed, it is now. */
  async begin(): Promise<void> {
    if (this.options.manner.eager) await this.active();
  }

  /** The conversation with it. Rejects where it can't be started or spoken with. */
  async active(): Promise<Conversation> {
    this.#stay();
    this.#running ??= this.#start();
    return (await this.#running).conversation;
  }

  /** Starts it if it is not there, and keeps it until `release`. */
  async hold(): Promise<null> {
    await this.active();
    this.#holds += 1;
    return null;
  }

  /** Gives a hold up. The last one ends the server, at once or when its time is over. */
  async release(): Promise<null> {
    this.#holds = Math.max(0, this.options.manner.left(this.#holds));
    if (this.#holds > 0) return null;
    const { clock, keepAliveMs, manner } = this.options;
    const ms = manner.keeps(keepAliveMs);
    if (ms === 0) await this.end();
    else this.#stay = clock.after(ms, () => void this.end());
    return null;
  }

  /** What the registry says of it. */
  status(): Json {
    const { active, ref_count } = this.options.manner.told({
      active: this.#booted !== undefined,
      ref_count: this.#holds,
    });
    return [{ name: 'server', lazy: true, active, ref_count }];
  }

  /** Ends it where it runs. Resolves with its last words where it did not do its part. */
  async end(): Promise<string | undefined> {
    this.#stay();
    const running = this.#running;
    this.#running = undefined;
    // Whoever needed it knows that it could not be started.
    const booted = await running?.catch(() => undefined);
    if (booted) this.#words = await booted.part();
    this.#booted = undefined;
    return this.#words;
  }

  async #start(): Promise<Booted> {
    const booted = await this.boot();
    try {
      await booted.conversation.open();
    } catch (error) {
      this.#words = await booted.part();
      throw error;
    }
    this.#booted = booted;
    return booted;
  }
}
