import { asObject, type Json } from '../../../../json/json.js';
import { defaultShell } from '../host/capabilities.js';
import { HostError } from '../host/host.js';
import { listHostTools } from '../host/tools.js';
import type { PromptTurn } from '../prompt-turn.js';
import { Catalog } from '../skills/catalog.js';
import { callBuiltin } from '../tools/tool.js';
import { nameAndJson, type Scene, sayValue } from './scene.js';

/** The builtins that the runtime has itself: calls of them never reach the host. */
const BUILTINS: { [name: string]: (args: Json[]) => Json } = {
  len: ([value]) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0),
  uppercase: ([value]) => String(value).toUpperCase(),
};

/** Calls a builtin by its name: the runtime's own, or one of the host (Harn guide, Bridge mode). */
async function builtin(turn: PromptTurn, name: string, args: Json[]): Promise<Json> {
  const own = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  return own ? own(args) : callBuiltin(turn, name, args);
}

/** What a script does without an agent. */
export const scriptScenes: { [word: string]: Scene } = {
  'plain-turn': {
    usage: 'plain-turn',
    async play(turn) {
      if (turn.options.alwaysListsSkills)
        await new Catalog(turn.host, turn.files, (message) => turn.warn(message)).refresh();
      const text = await builtin(turn, 'uppercase', ['fine']);
      const shell = await defaultShell(turn.host, turn.manifest, turn.sessionId);
      turn.text(shell === undefined ? `${text}\n` : `${text}, with ${shell} as shell\n`);
    },
  },
  'list-host-tools': {
    usage: 'list-host-tools',
    async play(turn) {
      try {
        turn.say({ tools: (await listHostTools(turn.host)).map(asObject) });
      } catch (error) {
        if (!(error instanceof HostError)) throw error;
        turn.say({ error: error.message });
      }
    },
  },
  'call-host-tool': {
    usage: 'call-host-tool NAME {"argument": …}',
    async play(turn, rest) {
      const { name, value } = nameAndJson(rest, {});
      await sayValue(turn, () => callBuiltin(turn, name, [value]));
    },
  },
  'unknown-builtin': {
    usage: 'unknown-builtin NAME ["argument", …]',
    async play(turn, rest) {
      const { name, value } = nameAndJson(rest, []);
      await sayValue(turn, () => builtin(turn, name, Array.isArray(value) ? value : [value]));
    },
  },
  'host-call': {
    usage: 'host-call CAPABILITY.OPERATION {"argument": …}',
    async play(turn, rest) {
      const { name, value } = nameAndJson(rest, {});
      await sayValue(turn, () => turn.host.request('host/call', { sessionId: turn.sessionId, name, args: value }));
    },
  },
};
