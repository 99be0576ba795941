import type { ContentBlock, SessionUpdate } from '../../../../generated/types/acp-1.21.0.js';
import { type Clock, sleep } from '../../../../wire/clock/clock.js';
import type { TurnClient } from '../sessions/client.js';
import type { Session } from '../sessions/session.js';

/** What a turn of a session is made of. */
export interface PromptTurnParts {
  session: Session;
  prompt: readonly ContentBlock[];
  client: TurnClient;
  clock: Clock;
  /** Aborts, with the reason Cancelled, when the turn is cancelled. */
  signal: AbortSignal;
}

/** One prompt while it is worked on: what it knows, and how it tells the client what happens. */
export class PromptTurn {
  readonly session: Session;
  readonly prompt: readonly ContentBlock[];
  readonly client: TurnClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;

  constructor(parts: PromptTurnParts) {
    ({
      session: this.session,
      prompt: this.prompt,
      client: this.client,
      clock: this.clock,
      signal: this.signal,
    } = parts);
  }

  /** Sends a session/update that is part of the conversation. */
  tell(update: SessionUpdate): void {
    this.session.tell(update);
  }

  /** A piece of what the agent says. */
  say(text: string): void {
    this.tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  /** A piece of what the agent thinks. */
  think(text: string): void {
    this.tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
  }

  /** Waits `ms` of the clock's time. Rejects with Cancelled when the turn is cancelled. */
  async pause(ms: number): Promise<void> {
    await sleep(this.clock, ms, this.signal);
    this.signal.throwIfAborted();
  }
}
