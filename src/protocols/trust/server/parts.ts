import type { RunningMock } from '../../../conversation/role-entry.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Handlers } from '../params.js';
import type { ControlOptions } from './reload.js';
import type { Workspace } from './workspace.js';

/** What handlers work with. */
export interface Surroundings {
  workspace: Workspace;
  control: ControlOptions;
}

/** What a server is made of. */
export interface ServerParts {
  /** A link as the server speaks over it. */
  link(link: Link): Link;
  /** What answers each method, in place of the usual handlers. */
  handlers(usual: Handlers, around: Surroundings): Handlers;
  /** Whether harness.load runs a cycle. */
  runsOnLoad: boolean;
  /** The server as whoever started it sees it. */
  running(mock: RunningMock): RunningMock | Promise<RunningMock>;
}

/** Those of a server that does what it must, and nothing that it need not. */
export const PARTS: ServerParts = {
  link: (link) => link,
  handlers: (usual) => usual,
  runsOnLoad: true,
  running: (mock) => mock,
};
