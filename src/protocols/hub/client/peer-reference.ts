import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { InitializeParams, PermissionOption } from '../../../generated/types/hub-v1.js';
import { asObject, isObject, type Json, type JsonObject } from '../../../json/json.js';

/**
 * The client that the kit plays against a hub: it allows what it is asked for, and answers a call of the host with what came along.
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
      'session/request_permission': (params) => decision(params),
      'host/call': (params) => (isObject(params) ? (params.params ?? null) : null),
    },
    notifications: {},
  };
}

/** The first option that allows; in Harn's short form where there are none. */
function decision(params: Json | undefined): JsonObject {
  const { options } = (isObject(params) ? params : {}) as { options?: PermissionOption[] };
  const chosen = options?.find(({ kind = '' }) => kind.startsWith('allow'));
  return chosen ? { outcome: { outcome: 'selected', optionId: chosen.optionId } } : { granted: true };
}
