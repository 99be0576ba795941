import type { Json } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import { Cancelled } from './host/host.js';

/** What a host sends to a turn that runs: messages of the user, a wake without a message, and that skills changed. */
export class Inbox {
  private messages: string[] = [];
  private resumed = false;
  private over = false;
  private wake: () => void = () => undefined;
  private readonly staleListeners: (() => void)[] = [];

  /** Takes a queued message (`{ content, mode? }`). What has no text is dropped: it is no activity. */
  queue(params: Json | undefined): void {
    const content = isObject(params) ? params.content : undefined;
    if (typeof content !== 'string' || content === '') return;
    this.messages.push(content);
    this.wake();
  }

  /** Wakes who waits, without a message. */
  resume(): void {
    this.resumed = true;
    this.wake();
  }

  /** The host is gone: nobody who waits will be woken any more. */
  end(): void {
    this.over = true;
    this.wake();
  }

  /** What the host knows of skills has changed. */
  changed(): void {
    for (const listener of this.staleListeners) listener();
  }

  onChanged(listener: () => void): void {
    this.staleListeners.push(listener);
  }

  /** The messages that came since it was asked last. */
  take(): string[] {
    const messages = this.messages;
    this.messages = [];
    return messages;
  }

  /**
   * Waits for something to arrive, `ms` of the clock's time at most. Resolves with whether something did; rejects with
   * Cancelled when the turn is cancelled or the host is gone.
   */
  async wait(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.over && !this.resumed && this.messages.length === 0) {
      const woken = new AbortController();
      this.wake = () => woken.abort();
      await sleep(clock, ms, AbortSignal.any([signal, woken.signal]));
      this.wake = () => undefined;
    }
    signal.throwIfAborted();
    if (this.over) throw new Cancelled();
    const arrived = this.resumed || this.messages.length > 0;
    this.resumed = false;
    return arrived;
  }
}
