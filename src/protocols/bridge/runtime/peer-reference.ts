import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { JsonObject } from '../../../json/json.js';
import { serveRuntime } from './server.js';

/** The runtime that the kit plays for a host: the reference, which shows what the prompts of the host name. It takes no configuration. */
export function referenceRuntime(
  _config: JsonObject,
  _version: JsonObject,
  context: { proctor: string },
): PeerReference {
  return {
    values: {},
    requests: {},
    notifications: {},
    serve: (link) => void serveRuntime(link, { version: context.proctor }),
  };
}
