import type { Json, JsonObject } from '../../json/json.js';
import type { SelectContext } from '../../language/selector.js';
import type { BehaviorSpec, OpensSpec, OutcomeSpec } from '../../language/target.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { Limits } from '../../wire/limits.js';
import type { WireRecord } from '../../wire/record.js';
import type { HttpLaneOptions } from '../lanes/http-lane.js';
import type { Claims } from '../peer/claims.js';
import type { Requests } from '../requests.js';
import type { RoleEntry } from '../role-entry.js';
import type { AcquireOptions, Company, TargetMaker } from '../target.js';
import type { SpareFolders } from './spare-folders.js';

/** What the stage of one case is made with. */
export interface StageOptions extends HttpLaneOptions {
  entry: RoleEntry;
  targets: TargetMaker;
  folders: SpareFolders;
  clock: Clock;
  limits: Limits;
  signal: AbortSignal;
  requests: Requests;
  /** `peer:` of the case. */
  config: JsonObject;
  /** Entry of versions.yaml. */
  version: JsonObject;
  /** The versions of the protocol that the case is for; empty if it is for all. */
  versions: readonly string[];
  /** behavior.NAME.x, secret.NAME, target.*, node, proctor. */
  values: { [name: string]: Json };
  proctor: string;
  /** How the target shows what it is asked for. */
  behaviors: ReadonlyMap<string, BehaviorSpec>;
  /** The behaviors that the case needs: how the target file maps them holds for its process, unless a step names one. */
  needs: readonly string[];
  outcome?: OutcomeSpec;
  opens?: OpensSpec;
  claims: Claims;
  select: SelectContext;
  /** ms, real time, that a target may take to open its lane. */
  within: number;
  /** What the case belongs to, where the cases of a group share a process. */
  group: string;
  /** Whether this case must have a target process of its own. */
  own: boolean;
  /** Which cases it may share a process with, and how. */
  sharing: Pick<AcquireOptions, 'name' | 'why' | 'pool' | 'connection'>;
  /** Told of the company that the case has, before anything is said. */
  joined?(company: Company): void;
  onRecord(record: WireRecord): void;
}
