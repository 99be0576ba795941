import type { Lane } from '../../src/play/lane.js';
import type { Clock } from '../../src/transport/clock.js';
import { HttpClient } from '../../src/transport/http-client.js';
import type { Limits } from '../../src/transport/limits.js';

/** Connections to a target, and one meter for all that they carry. Cases that share a target share them. */
export interface HttpPool {
  client: HttpClient;
  traffic: Lane['traffic'];
}

export function httpPool(limits: Limits, clock: Clock): HttpPool {
  const client = new HttpClient({ limits, clock });
  return { client, traffic: { sent: () => client.traffic().sent, received: () => client.traffic().received } };
}
