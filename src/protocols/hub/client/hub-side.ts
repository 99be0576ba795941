import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { JsonObject } from '../../../json/json.js';

/** What `peer:` of a case may say about the hub that the kit plays. */
interface Config {
  /** Every upgrade is answered with this status, and nothing is upgraded. */
  refuses?: number;
  /** Who may come besides this machine, as in the script of a hub. */
  origins?: string[];
  hosts?: string[];
}

/** The session of the hub that the kit plays, on all connections. */
const SESSION = 'retained größe/1';

/**
 * The hub that the kit plays for a client, as far as the steps of a case leave it to us: it has one session, whose prompts end at once.
 * `peer.session` is its id.
 */
export function quietHub(config: JsonObject, _version: JsonObject, context: { proctor: string }): PeerReference {
  const { refuses, origins = [], hosts = [] } = config as Config;
  const row: JsonObject = { sessionId: SESSION, liveState: 'live', attachableRoles: ['observer', 'controller'] };
  const roleIn = (params: unknown) =>
    (params as { _harn?: { role?: string } } | undefined)?._harn?.role ?? 'host_owner';
  return {
    values: { session: SESSION },
    requests: {
      initialize: () => ({
        protocolVersion: 1,
        agentCapabilities: { loadSession: true },
        agentInfo: { name: 'proctor', version: context.proctor },
        authMethods: [],
      }),
      'session/new': () => ({ sessionId: SESSION }),
      'session/list': () => ({ sessions: [row] }),
      'session/load': (params): JsonObject => {
        const role = roleIn(params);
        if (role === 'host_owner') return {};
        const capabilities = { hostOwner: false, control: role === 'controller', observe: true, receiveReplay: true };
        return { session: row, role, capabilities };
      },
      'session/prompt': () => ({ stopReason: 'end_turn' }),
      'session/set_mode': () => ({}),
    },
    notifications: {},
    admission: { origins, hosts },
    ...(refuses === undefined ? {} : { admits: () => ({ status: refuses }) }),
  };
}
