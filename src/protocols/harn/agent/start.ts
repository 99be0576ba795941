import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { loadValidators } from '../../../schemas/index.js';
import { startAgent } from '../../acp/agent/start.js';
import { VERSION } from '../version.js';
import { harnExtension } from './extension.js';

/**
 * Starts the reference agent of Harn over stdio: that of ACP, whose script it takes, with Harn's extensions. Rejects as that
 * does, and with ScriptError for another transport.
 */
export async function startHarnAgent(options: MockOptions): Promise<RunningMock> {
  if (options.transport !== 'stdio') throw new ScriptError('harn/agent speaks over stdio alone');
  // Before the first message: what is loaded in the middle of a turn is a wait that no clock sees.
  await loadValidators('harn', VERSION);
  return startAgent({ ...options, extension: (script) => harnExtension(script, options.switches) });
}
