import { become, type Change, changeable } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import type { WatchedList } from '../../../conversation/live/uses.js';
import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { changesParams, type MakeRewrite } from '../../../jsonrpc/rewriting.js';
import { loadValidators } from '../../../schemas/index.js';
import { startClient } from '../../acp/client/start.js';
import { VERSION as ACP_VERSION } from '../../acp/version.js';
import { VERSION } from '../version.js';
import { rewritesOf } from './permissive/rewrites.js';
import { sorted } from './permissive/variants.js';
import { type HarnScript, loadScript } from './script.js';
import { HarnUser } from './user.js';

/**
 * Starts the reference client of Harn: that of ACP, which spawns its agent and whose script it takes, with what Harn adds.
 * Rejects as that does.
 */
export async function startHarnClient(options: MockOptions): Promise<RunningMock> {
  const { script, own, ofAcp } = await parted(options);
  const { apiKey } = script;
  const permissive = new LiveNames(own);
  const rewrites = permissive.live(() => [
    ...(apiKey === undefined ? [] : [bringsKey(apiKey)]),
    ...rewritesOf(permissive),
  ]);
  // Before the first message: what is loaded in the middle of a turn is a wait that no clock sees.
  await loadValidators('harn', VERSION);
  const running = await startClient({
    ...options,
    ...ofAcp,
    version: ACP_VERSION,
    extension: (client) => new HarnUser(client, script, rewrites),
  });
  const live = changeable({
    first: options,
    fixed: ['apiKey'],
    later: ['model', 'timeline'],
    lists: [actsOf(script)],
    prepare: async (now) => {
      const next = await parted(now);
      const { fixed, later } = await running.change(next.ofAcp);
      const apply = () => {
        permissive.become(next.own);
        become(script, next.script);
      };
      return { fixed, later, apply, lists: [actsOf(next.script)] };
    },
  });
  return { ...running, ...live, unused: () => [...live.unused(), ...running.unused()] };
}

/** What of a script and its permissive variants is Harn's, and what is for the client of ACP. Rejects with a ScriptError. */
async function parted({ script: written, permissive = false }: Change) {
  const { script, rest } = await loadScript(written);
  const chosen = sorted(permissive);
  // Anything else is refused with the rest.
  const inScript = Array.isArray(rest.permissive) ? sorted(rest.permissive.map(String)) : undefined;
  return {
    script,
    own: new Set([...chosen.own, ...(inScript?.own ?? [])]),
    ofAcp: { script: { ...rest, ...(inScript && { permissive: [...inScript.rest] }) }, permissive: chosen.rest },
  };
}

const actsOf = ({ acts }: HarnScript): WatchedList => ({ list: 'acts', entries: acts, idle: 'was never done' });

/** The client of ACP signs in without a key; that of Harn brings its own (Harn guide, Running the ACP server). */
const bringsKey = (apiKey: string): MakeRewrite =>
  changesParams('authenticate', (params) => ({ ...params, _meta: { harn: { apiKey } } }));
