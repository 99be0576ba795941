import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { InitializeParams } from '../../../generated/types/hub-v1.js';
import { asObject, isObject, type JsonObject } from '../../../json/json.js';
import { decision } from './decision.js';

/**
 * The client that the kit plays against a hub: it allows what it is asked for, offers nothing, and answers a call of the host
 * with what came along.
 * `peer.initialize` and `peer.session` are the params that open a session in the folder of the case.
 */
export function quietClient(
  _config: JsonObject,
  _version: JsonObject,
  context: { dir: string; proctor: string },
): PeerReference {
  const initialize: InitializeParams = {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'proctor', version: context.proctor },
  };
  return {
    values: {
      initialize: asObject(initialize),
      get session() {
        return { cwd: context.dir, mcpServers: [] };
      },
    },
    requests: {
      'session/request_permission': (params) => decision(params, 'allow'),
      'host/capabilities': () => ({}),
      'host/call': (params) => (isObject(params) ? (params.args ?? null) : null),
    },
    notifications: {},
  };
}
