import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { stderr } from '../../../wire/output.js';
import { startMcpServer } from '../server/start.js';
import type { WritingSnippets } from './code-mode.js';
import { harnProfile } from './profile.js';

/**
 * Starts the reference server of Harn's profile: that of MCP 2025-11-25, whose script it takes, with what Harn's guide adds. Rejects as
 * that does.
 */
export function startHarnMcpServer(options: MockOptions): Promise<RunningMock> {
  const { switches, warn = (text: string) => stderr.write(text) } = options;
  const profile = harnProfile({
    stderr: switches.has('swallows-prints') ? () => undefined : warn,
    writing: writingOf(switches),
    late: switches.has('judges-files-late'),
    ...(switches.has('tells-files') && { tell: warn }),
  });
  return startMcpServer({ ...options, profile });
}

/** What becomes of snippets that write, with these defects. */
function writingOf(switches: ReadonlySet<string>): WritingSnippets {
  if (switches.has('composes-anything')) return 'run';
  return switches.has('refuses-compositions-late') ? 'refused-late' : 'refused';
}
