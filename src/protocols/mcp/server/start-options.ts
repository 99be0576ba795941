import { become } from '../../../conversation/live/change.js';
import { exceptFixed, LiveNames } from '../../../conversation/live/names.js';
import { randomBytes } from '../../../json/crypto.js';
import { openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { defaultLimits } from '../../../wire/limits.js';
import { withDefects } from './defects/defects.js';
import { Guard } from './http/guard.js';
import { makeHttpSession } from './http/http-session.js';
import { permissiveProtection } from './permissive/authorization.js';
import { permissiveBorder } from './permissive/border.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS, type PermissiveOption, type PermissiveOptions } from './permissive/variants.js';
import type { McpServerOptions } from './running.js';

/**
 * What the servers of all revisions make of their options, with the defaults that these name. `scripted` is what their script permits.
 * Throws ScriptError for an unknown permissive variant or switch.
 */
export function startOptions(options: McpServerOptions, scripted: PermissiveOptions) {
  const { clock = realClock, border = openBorder, limits = defaultLimits, random = randomBytes } = options;
  const { failed, exit, port, host, token, protect, input = process.stdin, output = process.stdout } = options;
  const permissive = new LiveNames<PermissiveOption>([...PERMISSIVE_OPTIONS.read(options.permissive), ...scripted]);
  const switches = [...(options.switches ?? [])];
  const honest = {
    parts: permitting(permissive),
    httpSession: makeHttpSession,
    ...(protect && { protect: permissiveProtection(protect, permissive) }),
  };
  const { parts, httpSession, outliving, ...made } = withDefects(honest, switches);
  const ending = { ...(exit && { exit }) };
  const guard = made.protect && { guard: new Guard(made.protect, parts.protection) };
  return {
    /** What serves, beside its script. */
    serving: { clock, random, parts, ...(failed && { failed }) },
    /** How messages are carried, over whichever transport. */
    carriage: { border: permissiveBorder(border, permissive), limits, ...ending, ...guard },
    /** Over HTTP: how it makes sessions. */
    sessions: { httpSession },
    /** Over HTTP: where it listens. */
    address: { ...(port !== undefined && { port }), ...(host !== undefined && { host }), token },
    /** Over stdio: where messages come from and go to, and what keeps it running when its input has ended. */
    streams: { input, output },
    outliving,
    /** Makes ready for the permissive variants that shall hold from now on. Throws ScriptError for an unknown one. */
    permit: (wanted: McpServerOptions['permissive'], scripted: PermissiveOptions) => {
      const all = new Set([...PERMISSIVE_OPTIONS.read(wanted), ...scripted]);
      const { names, fixed } = exceptFixed(permissive, all, isFixed);
      const apply = () => {
        permissive.become(names);
        const made = withDefects({ parts: permitting(permissive), httpSession }, switches).parts;
        // Whoever serves holds these two.
        become(parts.http, made.http);
        become(parts.protection, made.protection);
        become(parts, { ...made, http: parts.http, protection: parts.protection });
      };
      return { fixed, apply };
    },
  };
}

/** Whether a variant is of what clients know of a server: who may use it, and the ids that they bring back. */
const isFixed = (name: PermissiveOption) =>
  name.startsWith('auth-') || ['both-families', 'no-session-ids', 'odd-ids'].includes(name);
