import type { LiveRewrites } from '../../../jsonrpc/rewriting.js';
import type { ServeWebSocketOptions } from '../../../jsonrpc/serve-ws.js';
import type { Border } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { keepAlive } from '../../../wire/keep-alive.js';
import { type AgentScript, MANNER, type Manner } from './script.js';
import { SessionStore } from './sessions/store.js';

/** What an agent is made of. */
export interface AgentParts {
  manner: Manner;
  /** Where its sessions are kept. */
  store(script: AgentScript): SessionStore;
  /** What happens to its messages. */
  rewrites(clock: Clock): LiveRewrites;
  /** The border of its process. */
  border(border: Border): Border;
  /** How it listens over WebSocket, made of how the page has it; `keys` let their owners in. */
  serving(options: ServeWebSocketOptions, keys: readonly string[]): ServeWebSocketOptions;
  /** What keeps an agent on stdio running when its input has ended, until it is told to end. Default: nothing. */
  outliving?: () => ReturnType<typeof keepAlive>;
}

/** Those of an agent that does what it must, and nothing that it need not. */
export const PARTS: AgentParts = {
  manner: MANNER,
  store: (script) => new SessionStore(script),
  rewrites: () => [],
  border: (border) => border,
  serving: (options) => options,
};
