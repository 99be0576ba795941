import { randomBytes } from '../../../json/crypto.js';
import { openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { defaultLimits } from '../../../wire/limits.js';
import { type PermissiveVariants, readPermissive } from './permissive/variants.js';
import type { McpServerOptions } from './running.js';
import type { Script } from './script/script.js';
import { readSwitches } from './switches.js';

/** What the servers of all revisions make of their options, with the defaults that these name. Throws ScriptError for an unknown switch. */
export function startOptions(options: McpServerOptions) {
  const { clock = realClock, border = openBorder, limits = defaultLimits, random = randomBytes } = options;
  const { failed, exit, port, host, token, input = process.stdin, output = process.stdout } = options;
  const ending = { ...(exit && { exit }) };
  return {
    /** What serves, beside its script and what that permits. */
    serving: { clock, random, switches: readSwitches(options.switches), ...(failed && { failed }) },
    /** How messages are carried, over whichever transport. */
    carriage: { border, limits, ...ending },
    /** Over HTTP: where it listens. */
    address: { ...(port !== undefined && { port }), ...(host !== undefined && { host }), token },
    /** Over stdio: where messages come from and go to. */
    streams: { input, output },
  };
}

/** What a server does as the spec permits but others do not: by its options and its script. Throws ScriptError for a name that is none. */
export const permissiveOf = ({ permissive }: McpServerOptions, script: Script): PermissiveVariants =>
  new Set([...readPermissive(permissive), ...script.permissive]);
