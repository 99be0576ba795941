import type { SpareFolders } from '../../src/conversation/case/spare-folders.js';
import type { JsonObject } from '../../src/json/json.js';
import type { Case } from '../../src/language/case.js';
import type { TransportName } from '../../src/language/target.js';
import type { WatchRule } from '../../src/watch/finding.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import type { Limits } from '../../src/wire/limits.js';
import type { HostedClient } from '../targets/hosted/hosted-client.js';
import type { ReferenceChanges } from '../targets/inside.js';
import type { Corpus } from '../types.js';
import type { Uses } from './resources/uses.js';

/** What a run gives every target. */
export interface RunContext {
  corpus: Corpus;
  clock: Clock;
  limits: Limits;
  slow: number;
  signal: AbortSignal;
  /** Proctor itself: its program, and the folder that has the cases. */
  proctor: { version: string; file: string; cases: string };
  wrap?: string;
  /** Told of every process that is gone, with the last that it said on stderr. */
  gone?(stderr: string): void;
  /** Where it is noted what processes use; without it that is not looked at. */
  uses?: Uses;
  /** The client, if a person starts it. */
  hosted?: HostedClient;
  /** Which wire rules judge what is said. Default: all. */
  watches?(rule: WatchRule): boolean;
  /** Where cases have their folders from. Default: each target has some of its own, which are removed with it. */
  folders?: SpareFolders;
  /** Which cases are run on a reference inside this process; without it every target is a process or a url. */
  inside?: InsideContext;
}

/** How references are run inside this process. */
export interface InsideContext {
  /** Whether a case is run inside. Only asked of targets whose command is a reference of ours. */
  plays(subject: Case, transport: TransportName): boolean;
  /** Reads the file of `--script`. */
  readScript(path: string): Promise<JsonObject>;
  /** What is done to the references beside what their command says. */
  changes?: ReferenceChanges;
}
