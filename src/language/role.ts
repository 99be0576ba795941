import type { Json, JsonObject } from '../json/json.js';
import type { Place } from './case.js';

/** A request that a living target answers at the end of a case, and the requirement that it breaks where it does not. */
interface Alive {
  request: string;
  params?: Json;
  /** A pattern. */
  result?: Json;
  /** Asked only once the target has answered this method with a result. */
  once?: string;
  check: string;
  place: Place;
}

/** A message that may come between others, since and until when (selectors over what was seen). */
export interface Anytime {
  notify?: string;
  request?: string;
  since?: JsonObject;
  until?: JsonObject;
}

/** What holds for every case of a role. Durations as text. */
export interface Role {
  role: string;
  /** The role that the kit plays against it. */
  peer: string;
  within: string;
  limit: string;
  replies: 'by-id' | 'ordered';
  alive: Alive | null;
  /** The id of the case that learns the capabilities, or null. */
  probe: string | null;
  anytime: Anytime[];
  transports: string[];
  place: Place;
}
