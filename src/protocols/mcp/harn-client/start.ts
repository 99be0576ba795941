import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { startMcpClient } from '../client/start.js';
import { harnClientProfile } from './profile.js';

/** Defects that no message shows. */
export const SWITCHES = [
  'advises-anyway',
  'advises-as-user',
  'connects-for-cards',
  'decides-alone',
  'forgets-cards',
  'needs-all-servers',
  'refreshes-unchecked',
  'tells-uploads',
  'trusts-any-issuer',
  'uploads-anything',
  'uploads-unasked',
] as const;

/** Starts the reference client of Harn's profile: that of MCP, whose script it takes, with what Harn's guide says of it. Rejects as that does. */
export const startHarnMcpClient = (options: MockOptions): Promise<RunningMock> =>
  startMcpClient({ ...options, profile: harnClientProfile({ alone: options.switches.has('decides-alone') }) });
