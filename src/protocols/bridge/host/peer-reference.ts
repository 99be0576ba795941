import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { InitializeParams, NewSessionParams } from '../../../generated/types/bridge-v1.js';
import type { HostScriptFile } from '../../../generated/types/host-script-v1.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { permitting } from './permissive/changes.js';
import { serveHost } from './session.js';

/**
 * The host that the kit plays against a runtime. `config` (`peer:` of a case) is a script; what it does by itself the case
 * has to say, so without `reactions` there are none. `peer.initialize` and `peer.session` are the params that open a session.
 */
export function referenceHost(
  config: JsonObject,
  _version: JsonObject,
  context: { dir: string; proctor: string },
): PeerReference {
  const parts = permitting({ reactions: [], ...(config as HostScriptFile) });
  const initialize: InitializeParams = {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'proctor', version: context.proctor },
  };
  return {
    values: {
      initialize: asObject(initialize),
      get session() {
        const session: NewSessionParams = { cwd: context.dir, mcpServers: [] };
        return asObject(session);
      },
    },
    requests: {},
    notifications: {},
    serve: (link) => void serveHost(link, parts),
  };
}
