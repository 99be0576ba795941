import type { JsonObject } from '../../json/json.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { Limits } from '../../wire/limits.js';
import { connectWebSocket } from '../../wire/websocket/websocket.js';
import { codecCarrier } from '../codec/codec-carrier.js';
import type { Lane, LaneHost } from '../lane.js';
import type { HttpCarrier } from '../peer/peer-reference.js';
import type { Binding, RoleEntry } from '../role-entry.js';
import { StageError } from '../stage.js';
import type { TargetHandle } from '../target.js';
import { HttpLane, type HttpLaneOptions } from './http-lane.js';
import { httpPool } from './http-pool.js';
import { SocketLane } from './socket-lane.js';
import { StdioLane } from './stdio-lane.js';

export interface LaneToOptions extends HttpLaneOptions {
  entry: RoleEntry;
  /** Headers of all requests, which may change later. */
  headers: Record<string, string>;
  /** What cases read as `${version.x}`. */
  version: JsonObject;
  limits: Limits;
  clock: Clock;
  /** Ends what waits for the target. */
  signal: AbortSignal;
}

/**
 * The lane that the kit opens to a server. Undefined where the role has none for this transport. Throws StageError
 * (not-started) where nobody listens.
 */
export async function laneTo(
  handle: TargetHandle,
  transport: string,
  { entry, headers, version, limits, clock, signal, ...http }: LaneToOptions,
  host: LaneHost,
): Promise<Lane | undefined> {
  if (handle.pipes) return new StdioLane(host, handle.pipes);
  const { url } = handle;
  if (url === undefined) return undefined;
  if (transport === 'ws') {
    const options = { url, headers, limits, clock, signal };
    const socket = await connectWebSocket(options).catch((error: Error) => {
      throw new StageError('not-started', `no WebSocket at ${url}: ${error.message}`);
    });
    return new SocketLane(host, socket);
  }
  const binding = transport === 'http' || transport === 'rest' ? entry.bindings[transport] : undefined;
  const carrier = binding && carrierOf(binding, url, headers, handle, version);
  if (!carrier) return undefined;
  const pool = handle.http ?? httpPool(limits, clock);
  return new HttpLane(host, pool.client, carrier, clock, pool.traffic, pool !== handle.http, {
    ...http,
    // Time that the kit moves would not wait for a pause of ours.
    pauses: handle.clock === undefined,
  });
}

function carrierOf(
  { carrier, codec, dialects = [] }: Binding,
  url: string,
  headers: Record<string, string>,
  { dialect }: TargetHandle,
  version: JsonObject,
): HttpCarrier | undefined {
  if (dialect !== undefined && !dialects.includes(dialect)) {
    const known = dialects.length > 0 ? `there are ${dialects.join(', ')}` : 'the binding has none';
    throw new StageError('defect', `the target file names the dialect ${JSON.stringify(dialect)}; ${known}`);
  }
  return carrier?.(url, headers, dialect, version) ?? (codec && codecCarrier(codec, url, headers));
}
