import type { JsonObject } from '../../../../json/json.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import type { LogLevel } from '../../revision.js';
import type { Call } from '../call.js';
import type { Freedoms } from '../freedoms.js';
import type { Pager } from '../pagination.js';
import type { Script } from '../script/script.js';
import type { Switches } from '../switches.js';

/** A list of the server that can change while a session lives. */
export type Changing = 'tools' | 'resources' | 'prompts';

/** What one session knows, shared by the subjects that serve it. */
export interface SessionState {
  readonly script: Script;
  readonly freedoms: Freedoms;
  readonly switches: Switches;
  readonly clock: Clock;
  readonly pager: Pager;
  /** What the client declared; empty before initialize. */
  capabilities: JsonObject;
  /** `new` before initialize was answered, `open` after, `ready` once the client said initialized. */
  phase: 'new' | 'open' | 'ready';
  /** The least severe log level that the client wants. */
  level: LogLevel;
  /** URIs that the client subscribed to. */
  readonly subscriptions: Set<string>;
  /** Lists that hold their extra entry at the moment. */
  readonly extras: Set<Changing>;
  /** A UUID from the server's source of randomness. */
  uuid(): string;
  /**
   * Sends a notification that belongs to the session rather than to a request; held back until the client said
   * initialized. `cause` is the request that brought it about, whose stream carries it where no other is open.
   */
  announce(method: string, params?: JsonObject, cause?: Call): void;
  /** Tells the client that a resource changed, if it subscribed. Each session has resources of its own. */
  touched(uri: string, cause: Call): void;
}
