import type { Clock } from '../../wire/clock/clock.js';
import type { Limits } from '../../wire/limits.js';
import type { Lane, LaneHost } from '../lane.js';
import type { RoleEntry } from '../role-entry.js';
import type { TargetHandle } from '../target.js';
import { HttpLane } from './http-lane.js';
import { httpPool } from './http-pool.js';
import { StdioLane } from './stdio-lane.js';

/** The lane that the kit opens to a server. Undefined where the role has none for how it is reached. */
export function laneTo(
  handle: TargetHandle,
  { entry, limits, clock }: { entry: RoleEntry; limits: Limits; clock: Clock },
  host: LaneHost,
): Lane | undefined {
  if (handle.pipes) return new StdioLane(host, handle.pipes);
  if (handle.url === undefined || !entry.carrier) return undefined;
  const http = handle.http ?? httpPool(limits, clock);
  const carrier = entry.carrier(handle.url, handle.headers);
  return new HttpLane(host, http.client, carrier, clock, http.traffic, http !== handle.http);
}
