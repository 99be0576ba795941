import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { stderr } from '../../../wire/output.js';
import { startMcpServer } from '../server/start.js';
import { SNIPPET_RULES } from './code-mode.js';
import { SWITCHES, withDefects } from './defects/defects.js';
import { judgingFiles } from './file-inputs.js';
import { harnProfile } from './profile.js';

/**
 * Starts the reference server of Harn's profile: that of MCP 2025-11-25, whose script it takes, with what Harn's guide adds. Rejects as
 * that does.
 */
export function startHarnMcpServer(options: MockOptions): Promise<RunningMock> {
  const { warn = (text: string) => stderr.write(text) } = options;
  const switches = [...options.switches];
  const profile = { stderr: warn, snippets: SNIPPET_RULES, judging: judgingFiles };
  return startMcpServer({
    ...options,
    switches: switches.filter((name) => !SWITCHES.includes(name)),
    profile: harnProfile(withDefects({ profile, warn }, switches)),
  });
}
