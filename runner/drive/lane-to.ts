import { HttpLane } from '../../src/play/http-lane.js';
import type { Lane, LaneHost } from '../../src/play/lane.js';
import type { RoleEntry } from '../../src/play/role-entry.js';
import { StdioLane } from '../../src/play/stdio-lane.js';
import type { Clock } from '../../src/transport/clock.js';
import type { Limits } from '../../src/transport/limits.js';
import { httpPool } from './http-pool.js';
import type { TargetHandle } from './launcher.js';

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
