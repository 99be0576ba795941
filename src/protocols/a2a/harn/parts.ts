import type { Border } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { EndpointOptions } from '../server/endpoint.js';
import type { Profile } from '../server/profile.js';
import type { Server, ServerOptions } from '../server/server.js';
import type { Surroundings } from './functions.js';

/** What a server in Harn's profile is made of. */
export interface HarnParts {
  border: Border;
  clock: Clock;
  newId(): string;
  /** Whether a request that does not say so waits for its task. */
  waits: ServerOptions['waits'];
  /** How it asks a human. */
  asks: Surroundings['asks'];
  framing: EndpointOptions['framing'];
  /** The profile as this server has it. */
  profile(profile: Profile, server: Server): Profile;
}
