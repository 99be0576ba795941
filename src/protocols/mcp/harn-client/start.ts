import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { startMcpClient } from '../client/start.js';
import { withDefects } from './defects/defects.js';
import { harnClientProfile } from './profile.js';

/** Starts the reference client of Harn's profile: that of MCP, whose script it takes, with what Harn's guide says of it. Rejects as that does. */
export const startHarnMcpClient = (options: MockOptions): Promise<RunningMock> =>
  startMcpClient({ ...options, profile: withDefects(harnClientProfile(), options.switches) });
