import type { InspectArguments } from '../inspect/serve-inspector.js';
import type { TargetArguments } from './run-targets.js';

/** The command line of `proctor run`, as read. */
export interface RunArguments extends TargetArguments, InspectArguments {
  transport?: string;
  reporter: string[];
  known?: string;
  jobs?: number;
  shard?: string;
  repeat: number;
  seed: number;
  resources: boolean;
  slow: number;
  trace?: 'failed' | 'all';
  strict: boolean;
  /** False with --no-new-warnings. */
  newWarnings: boolean;
  /** Adds what fails to the known failures. */
  writeKnown: boolean;
  issue?: string;
  /** Takes known failures out that fail no more. */
  tidy: boolean;
  dryRun: boolean;
  wrap?: string;
  version?: string;
  lastFailed: boolean;
  /** The release whose list of requirements counts go by. */
  profile?: string;
  /** Part of a command that has its own exit code. */
  isPart?: boolean;
  /** Over the references: every case on a process. */
  processes: boolean;
}
