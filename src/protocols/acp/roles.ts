import type { RoleEntry } from '../../conversation/role-entry.js';
import type { JsonObject } from '../../json/json.js';
import type { UndeclaredExtension } from '../../language/undeclared-extension.js';
import { SWITCHES as AGENT_SWITCHES } from './agent/defects/defects.js';
import { PERMISSIVE as AGENT_PERMISSIVE } from './agent/permissive/variants.js';
import { quietAgent } from './client/agent-side.js';
import { SWITCHES } from './client/defects/defects.js';
import { referenceClient } from './client/peer-reference.js';
import { PERMISSIVE } from './client/permissive/variants.js';
import { VERSIONS } from './revision.js';
import { type KnownDefinitions, undeclaredExtensions } from './undeclared/undeclared.js';
import { VERSION } from './version.js';

/** What stable ACP does not have: what a sender has made up itself, and what upstream has in other versions. */
const undeclared = (message: JsonObject, method: string | undefined, known: KnownDefinitions): UndeclaredExtension[] =>
  undeclaredExtensions(message, method, known).map(({ origin, ...found }) =>
    origin === 'custom' ? found : { ...found, elsewhere: true },
  );

/** acp/agent: the kit plays the client against it, and has an agent of its own. */
export const agent: Omit<RoleEntry, 'mock'> = {
  protocol: 'acp',
  version: VERSION,
  versions: VERSIONS,
  opens: 'kit',
  bindings: { stdio: {}, ws: {} },
  peerReference: referenceClient,
  undeclared,
  switches: AGENT_SWITCHES,
  permissive: AGENT_PERMISSIVE,
};

/** acp/client: the client starts the kit as its agent, and the kit has a client of its own. */
export const client: Omit<RoleEntry, 'mock'> = {
  protocol: 'acp',
  version: VERSION,
  versions: VERSIONS,
  opens: 'target',
  bindings: { stdio: {} },
  peerReference: quietAgent,
  undeclared,
  switches: SWITCHES,
  permissive: PERMISSIVE,
};
