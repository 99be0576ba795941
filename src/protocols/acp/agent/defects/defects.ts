import { type Change, changed } from '../../../../conversation/parts.js';
import { keepAlive } from '../../../../wire/keep-alive.js';
import { mockLimits } from '../../../../wire/limits.js';
import type { AgentParts } from '../parts.js';
import { oneAtATime, signingIn } from './serving.js';
import { Forgetful, Renumbering } from './stores.js';

/** ms: twenty pings. */
const PATIENCE = 600_000;

const serving =
  (change: AgentParts['serving']): Change<AgentParts> =>
  (parts) => ({ ...parts, serving: (options, keys) => change(parts.serving(options, keys), keys) });

/** Defects of the agent that no message shows, by name. */
const DEFECTS = {
  'counts-from-one': (parts) => ({ ...parts, store: (script) => new Renumbering(script) }),
  'forgets-sessions': (parts) => ({ ...parts, store: (script) => new Forgetful(script) }),
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
