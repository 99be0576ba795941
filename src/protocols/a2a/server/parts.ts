import type { Task } from '../../../generated/types/a2a-0.3.0.js';
import type { JsonObject } from '../../../json/json.js';
import type { Border } from '../../../wire/carried.js';
import type { Offer } from './card.js';
import type { EndpointOptions } from './endpoint.js';
import type { ServerOptions } from './server.js';

/** What a server is made of. */
export interface ServerParts {
  border: Border;
  offer: Offer;
  /** How it treats messages and tasks. */
  server: Pick<ServerOptions, 'waits' | 'refusesEnded' | 'cancelsAfter' | 'newContext' | 'agent'>;
  /** How it answers requests. */
  endpoint: Pick<EndpointOptions, 'wantsId' | 'bareNowhere' | 'restWritten' | 'profile'>;
  /** What a webhook is sent of a task. */
  posted(task: Task): JsonObject;
}
