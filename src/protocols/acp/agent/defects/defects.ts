import { type Change, changed } from '../../../../conversation/parts.js';
import type { ServeWebSocketOptions } from '../../../../jsonrpc/serve-ws.js';
import { keepAlive } from '../../../../wire/keep-alive.js';
import { mockLimits } from '../../../../wire/limits.js';
import { oneAtATime, signingIn } from './serving.js';

/** What an agent is made of that its connections do not share with others. */
export interface AgentParts {
  /** How it listens over WebSocket, made of how the page has it; `keys` let their owners in. */
  serving(options: ServeWebSocketOptions, keys: readonly string[]): ServeWebSocketOptions;
  /** What keeps an agent on stdio running when its input has ended, until it is told to end. Default: nothing. */
  outliving?: () => ReturnType<typeof keepAlive>;
}

/** ms: twenty pings. */
const PATIENCE = 600_000;

const serving =
  (change: AgentParts['serving']): Change<AgentParts> =>
  (parts) => ({ ...parts, serving: (options, keys) => change(parts.serving(options, keys), keys) });

/** Defects of the agent that no message shows, by name. */
const DEFECTS = {
  'no-patience': serving((options) => ({ ...options, pongWithin: PATIENCE })),
  'one-connection': serving(oneAtATime),
  'open-to-all': serving(signingIn),
  'outlives-stdin': (parts) => ({ ...parts, outliving: keepAlive }),
  'reads-all': serving((options) => ({ ...options, limits: mockLimits })),
} as const satisfies Record<string, Change<AgentParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. */
export const withDefects = (parts: AgentParts, switches: Iterable<string>): AgentParts =>
  changed(parts, DEFECTS, switches);
