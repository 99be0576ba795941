import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import type { Claims } from '../../src/play/claims.js';
import type { WireRecord } from '../../src/play/record.js';
import type { Requests } from '../../src/play/requests.js';
import type { RoleEntry } from '../../src/play/role-entry.js';
import type { SelectContext } from '../../src/play/selector.js';
import type { Clock } from '../../src/transport/clock.js';
import type { Limits } from '../../src/transport/limits.js';
import type { BehaviorSpec, OutcomeSpec } from '../types.js';
import type { Launcher } from './launcher.js';

/** What the stage of one case is made with. */
export interface StageOptions {
  entry: RoleEntry;
  launcher: Launcher;
  clock: Clock;
  limits: Limits;
  signal: AbortSignal;
  requests: Requests;
  /** `peer:` of the case. */
  config: JsonObject;
  /** Entry of versions.yaml. */
  version: JsonObject;
  /** behavior.NAME.x, secret.NAME, target.*, node, proctor. */
  values: { [name: string]: Json };
  proctor: string;
  /** How the target shows what it is asked for. */
  behaviors: ReadonlyMap<string, BehaviorSpec>;
  /** The behaviors that the case needs: how the target file maps them holds for its process, unless a step names one. */
  needs: readonly string[];
  outcome?: OutcomeSpec;
  claims: Claims;
  select: SelectContext;
  /** ms, real time, that a target may take to open its lane. */
  within: number;
  /** What the case belongs to, where the cases of a group share a process. */
  group: string;
  /** Whether this case must have a target process of its own. */
  own: boolean;
  onRecord(record: WireRecord): void;
}
