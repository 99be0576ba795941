import type { Json } from '../json/json.js';
import type { Shares } from '../language/role.js';
import type { BehaviorSpec, OpensSpec } from '../language/target.js';
import type { ExitInfo } from '../wire/carried.js';
import type { Clock } from '../wire/clock/clock.js';
import type { Admission } from '../wire/http/admission.js';
import type { HttpPlace } from '../wire/http/server.js';
import type { PeerProgram, Pipes } from '../wire/process/stdio.js';
import type { Usage } from '../wire/process/usage.js';
import type { TargetClock } from './clock/target-clock.js';
import type { HttpPool } from './lanes/http-pool.js';
import type { SpawnPlace } from './peer/shim-server.js';

/** A target that runs, for one case or for several. */
export interface TargetHandle {
  url?: string;
  headers: Record<string, string>;
  /** How its binding writes bodies, where that knows several ways. */
  dialect?: string;
  pipes?: Pipes;
  /** Set where cases share it. */
  http?: HttpPool;
  clock?: TargetClock;
  exited?: Promise<ExitInfo>;
  /** Why the kit itself ended it, where it exceeded a cap. */
  problem?(): string | undefined;
  /** The TCP ports on which it listens; undefined where the system does not say. */
  ports?(): number[] | undefined;
  /** What its process has used so far; unset or undefined where nobody knows. */
  usage?(): Usage | undefined;
  /** ms that its processes have waited for a core so far; unset or undefined where nobody knows. */
  starved?(): number | undefined;
  /** Other cases use it too. */
  shared: boolean;
  /** Set where others had its process before this case, or have it now. */
  company?: Company;
  stderr(): string;
  /** The last that it wrote to stdout, for targets that open their lanes themselves. */
  stdout(): string;
  /** Unset where the kit did not start it. */
  stop?(how: 'eof' | 'term' | 'kill'): Promise<ExitInfo>;
  /** The case is done with it. `then` is called once the process is gone, or at once where that is no business of the case. */
  release(then?: () => Promise<void>): Promise<void>;
}

/** The cases that a process serves. */
export interface Company {
  /** What tells the process from others. */
  process: object;
  /** The names of the cases that had it before, oldest first. */
  before: readonly string[];
  /** Where they follow one another on one connection: the first id that none has used. */
  firstId?: number;
  /** Nobody can know what the process does now: no other case gets it. */
  abandon(): void;
}

export interface AcquireOptions {
  /** The name of the case. */
  name: string;
  /** Why it gets a process, if it gets a new one. */
  why: string;
  /** Cases share a process only with those that name the same pool. */
  pool: string;
  /**
   * Set if the case may follow others on one connection that began as its own would: what tells such beginnings apart, the ids of requests
   * that none of them may have used, and the method that the case sends first, after the opening.
   */
  connection?: { opening: string; shares: Shares; ids: readonly Json[]; first?: string };
  /** What the case belongs to, where cases of a group share a process. */
  group: string;
  /** The case must have the process to itself. */
  own: boolean;
  args: string[];
  env: Record<string, string | null>;
  dir(): string;
  /** The target opens the lanes itself (a client, a host): nothing is asked of its stdio. */
  opensLanes?: boolean;
  /** The behaviors that it is started for. */
  behaviors?: readonly string[];
  /** Further values for the texts of the target file, such as peer.command. */
  values?: { [name: string]: string | string[] };
  /** Writes the files that it needs, those of `before` first, once the values for their texts are known and before it starts. */
  files?(values: { [name: string]: string | string[] }, before?: readonly BehaviorSpec[]): Promise<void>;
  /** How it shows its user a page, and who visits it. */
  opens?: { how: OpensSpec; visit(page: string): void };
  /** A line for its stdin. */
  stdin?: string;
  /** ms that what it has started may go on once it is gone. Default: 0. */
  lingers?: number;
  /** Told of the clock of a target that opens its lanes itself and has one, before it runs: it may speak at once. */
  clocked?(clock: TargetClock): void;
  /** What a target inside this process starts in place of the program that it is told to spawn. */
  spawn?: (argv: readonly string[], cwd: string, clock?: Clock) => Promise<PeerProgram>;
}

/** Makes targets for cases and ends them all: of one target over one transport. */
export interface TargetMaker {
  /** How its targets are reached: stdio, http, ws. */
  readonly transport: string;
  /** Who may come, besides this machine, to what a case opens for its targets. Default: nobody. */
  readonly admission?: Admission;
  /** Where the peer of a target that comes to us is found, if not at an address or by a command of its case alone. */
  readonly place?: { http?: HttpPlace; spawns?: SpawnPlace };
  /** A target for one case. Throws StageError (not-started) with the cause and its last words. */
  acquire(options: AcquireOptions): Promise<TargetHandle>;
  /** So many playings of cases of this group will come: what they share lives until `over` was called for each. */
  expect(group: string, count: number): void;
  /** A playing that was expected is over, or will not come. */
  over(group: string): void;
  /** Ends the processes that cases of this pool have shared. Without it there are none. */
  dissolve?(pool: string): Promise<void>;
  /** The command as people would type it; empty for a target that somebody else started. */
  command(): string;
  /** Ends every target that is left, and waits for those that are ending. */
  close(): Promise<void>;
}
