import type { Clock } from '../../wire/clock/clock.js';
import { HttpClient } from '../../wire/http/client.js';
import type { Limits } from '../../wire/limits.js';
import type { Lane } from '../lane.js';

/** Connections to a target, and one meter for all that they carry. Cases that share a target share them. */
export interface HttpPool {
  client: HttpClient;
  traffic: Lane['traffic'];
}

export function httpPool(limits: Limits, clock: Clock): HttpPool {
  const client = new HttpClient({ limits, clock });
  return { client, traffic: { sent: () => client.traffic().sent, received: () => client.traffic().received } };
}
