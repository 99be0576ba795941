import { liveBorder } from '../../../../conversation/live/border.js';
import { madeOf } from '../../../../conversation/live/names.js';
import { type Change, changed } from '../../../../conversation/parts.js';
import { together } from '../../../../jsonrpc/rewriting.js';
import type { AgentParts } from '../parts.js';
import type { Abilities, Manner } from '../script.js';
import { rewritesOf, spelled } from './rewrites.js';
import type { PermissiveOptions } from './variants.js';

const manner =
  (change: Partial<Manner>): Change<AgentParts> =>
  (parts) => ({ ...parts, manner: { ...parts.manner, ...change } });

const without =
  (...names: (keyof Abilities)[]): Change<AgentParts> =>
  (parts) => {
    const { abilities } = parts.manner;
    const lacking = Object.fromEntries(
      (names.length > 0 ? names : Object.keys(abilities)).map((name) => [name, false]),
    );
    return manner({ abilities: { ...abilities, ...lacking } })(parts);
  };

/** The options that are more than rewritten messages (`rewrites.ts`). */
const CHANGES = {
  'odd-ids': manner({ name: (kind, count) => `${kind} №${count} "→" 😀/~0` }),
  'no-permission': manner({ asksUser: false }),
  'echoes-prompts': manner({ echoesPrompts: true }),
  'last-words': manner({ lastWords: true }),
  'keeps-settings': manner({ keepsSettings: true }),
  'no-modes': without('modes'),
  'no-settings': without('settings'),
  bare: without(),
  'sign-in': manner({ signIn: true }),
  'asks-first': manner({ asksFirst: true }),
} as const satisfies Record<string, Change<AgentParts>>;

/** The parts of an agent that takes these options. */
export function permitting(parts: AgentParts, options: PermissiveOptions): AgentParts {
  const made = changed(parts, CHANGES, options);
  return {
    ...made,
    rewrites: (clock) => together([made.rewrites(clock), madeOf(options, () => rewritesOf(options, clock))]),
    border: (border) => liveBorder(made.border(border), options, (inner) => spelled(inner, options)),
  };
}
