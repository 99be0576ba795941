import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { changesParams, type MakeRewrite } from '../../../jsonrpc/rewriting.js';
import { loadValidators } from '../../../schemas/index.js';
import { startClient } from '../../acp/client/start.js';
import { VERSION } from '../version.js';
import { rewritesOf } from './permissive/rewrites.js';
import { sorted } from './permissive/variants.js';
import { loadScript } from './script.js';
import { HarnUser } from './user.js';

/**
 * Starts the reference client of Harn: that of ACP, which spawns its agent and whose script it takes, with what Harn adds.
 * Rejects as that does.
 */
export async function startHarnClient(options: MockOptions): Promise<RunningMock> {
  const { script, rest } = await loadScript(options.script);
  const chosen = sorted(options.permissive);
  // Anything else is refused with the rest.
  const inScript = Array.isArray(rest.permissive) ? sorted(rest.permissive.map(String)) : undefined;
  const { apiKey } = script;
  const rewrites = [
    ...(apiKey === undefined ? [] : [bringsKey(apiKey)]),
    ...rewritesOf(new Set([...chosen.own, ...(inScript?.own ?? [])])),
  ];
  // Before the first message: what is loaded in the middle of a turn is a wait that no clock sees.
  await loadValidators('harn', VERSION);
  return startClient({
    ...options,
    script: { ...rest, ...(inScript && { permissive: [...inScript.rest] }) },
    permissive: chosen.rest,
    extension: (client) => new HarnUser(client, script, rewrites),
  });
}

/** The client of ACP signs in without a key; that of Harn brings its own (Harn guide, Running the ACP server). */
const bringsKey = (apiKey: string): MakeRewrite =>
  changesParams('authenticate', (params) => ({ ...params, _meta: { harn: { apiKey } } }));
