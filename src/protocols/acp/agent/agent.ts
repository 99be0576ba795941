import type { Clock } from '../../../wire/clock/clock.js';
import type { Outbox } from './outbox.js';
import type { AgentScript } from './script.js';
import type { Ask, Notify, Offered } from './sessions/client.js';
import type { Session, SessionParts } from './sessions/session.js';
import type { Sessions } from './sessions/sessions.js';
import type { SessionStore } from './sessions/store.js';
import type { Scene } from './turns/scene.js';

/** What the handlers of an agent share. */
export interface Agent {
  readonly script: AgentScript;
  readonly clock: Clock;
  /** The version that it tells of itself. */
  readonly version: string;
  readonly sessions: Sessions;
  readonly store: SessionStore;
  /** What prompts can order, by name. */
  readonly scenes: { readonly [name: string]: Scene };
  readonly makeSession: (parts: SessionParts) => Session;
  readonly outbox: Outbox;
  /** Whether initialize was answered. */
  initialized: boolean;
  /** What the client advertised; nothing before initialize. */
  offered: Offered;
  signedIn: boolean;
  readonly ask: Ask;
  readonly notify: Notify;
  /** Told of errors of the agent itself. */
  failed?(error: unknown): void;
}
