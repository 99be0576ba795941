import { LiveNames } from '../../../conversation/live/names.js';
import { withOwnVariants } from '../../../conversation/live/own-variants.js';
import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { loadValidators } from '../../../schemas/index.js';
import { startAgent } from '../../acp/agent/start.js';
import { VERSION as ACP_VERSION } from '../../acp/version.js';
import { VERSION } from '../version.js';
import { withDefects } from './defects/defects.js';
import { harnExtension } from './extension.js';
import { rewritesOf } from './permissive/rewrites.js';
import { sorted } from './permissive/variants.js';
import { RULES } from './sessions/rules.js';

/** Starts the reference agent of Harn: that of ACP, whose script and transports it has, with Harn's extensions. Rejects as that does. */
export async function startHarnAgent(options: MockOptions): Promise<RunningMock> {
  // Before the first message: what is loaded in the middle of a turn is a wait that no clock sees.
  await loadValidators('harn', VERSION);
  const { own, rest } = sorted(options.permissive);
  const permissive = new LiveNames(own);
  const rewrites = permissive.live(() => rewritesOf(permissive));
  const rules = withDefects(RULES, options.switches);
  const running = await startAgent({
    ...options,
    version: ACP_VERSION,
    permissive: rest,
    extension: (script) => harnExtension(script, rules, rewrites),
  });
  return { ...running, ...withOwnVariants(running, options.permissive, permissive, sorted) };
}
