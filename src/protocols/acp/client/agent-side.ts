import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { ClientRequests } from '../../../generated/methods/acp-1.21.0.js';
import { crypto } from '../../../json/crypto.js';
import { isObject, type JsonObject } from '../../../json/json.js';
import type { RequestHandlers, ResultOf } from '../../../jsonrpc/typed.js';
import { authRequired, invalidParams } from '../errors.js';
import { checkedHandlers } from '../handlers.js';
import { revisionIn } from '../revision.js';
import { PROTOCOL_VERSION } from '../version.js';

type Result<M extends keyof ClientRequests> = ResultOf<ClientRequests, M>;

/** What `peer:` of a case may say about the agent that the kit plays. */
interface Config {
  /** Members of the answer to initialize, in the place of the usual ones. */
  initialize?: Partial<Result<'initialize'>>;
  /** Nothing of a session is answered before the client has signed in. */
  signIn?: boolean;
  /** How many bytes it writes on its standard error when it starts. */
  stderr?: number;
}

/** The ways to sign in. */
const METHODS = ['proctor sign-in/1', 'größe 😀'];

/**
 * The agent that the kit plays for a client, as far as the steps of a case leave it to us: it opens sessions, and its turns
 * end at once. `peer.methodIds` are the ways to sign in.
 */
export function quietAgent(config: JsonObject, version: JsonObject, context: { proctor: string }): PeerReference {
  const { checkedParams, isLater } = revisionIn(version);
  const { initialize = {}, signIn = false, stderr = 0 } = config as unknown as Config;
  let signedIn = !signIn;
  const inSession = <T>(result: T): T => {
    if (!signedIn) throw authRequired('Sign in first');
    return result;
  };
  const handlers: RequestHandlers<ClientRequests, undefined> = {
    initialize: (): Result<'initialize'> => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {},
      agentInfo: { name: 'proctor', version: context.proctor },
      authMethods: signIn ? METHODS.map((id, index) => ({ id, name: `Way ${index + 1}` })) : [],
      ...initialize,
    }),
    authenticate: ({ methodId }): Result<'authenticate'> => {
      if (!METHODS.includes(methodId)) throw invalidParams('There is no such way to sign in');
      signedIn = true;
      return {};
    },
    'session/new': () => inSession<Result<'session/new'>>({ sessionId: `session-${crypto().randomUUID()}` }),
    'session/load': () => inSession<Result<'session/load'>>({}),
    'session/resume': () => inSession<Result<'session/resume'>>({}),
    'session/close': () => inSession<Result<'session/close'>>({}),
    'session/set_mode': () => inSession<Result<'session/set_mode'>>({}),
    'session/set_config_option': () => inSession<Result<'session/set_config_option'>>({ configOptions: [] }),
    'session/list': () => inSession<Result<'session/list'>>({ sessions: [] }),
    'session/prompt': () => inSession<Result<'session/prompt'>>({ stopReason: 'end_turn' }),
    ...(isLater && {
      'session/delete': () => inSession<Result<'session/delete'>>({}),
      logout: (): Result<'logout'> => {
        signedIn = !signIn;
        return {};
      },
    }),
  };
  return {
    values: { methodIds: METHODS },
    requests: Object.fromEntries(
      Object.entries(checkedHandlers<ClientRequests, undefined>(checkedParams, handlers)).map(([method, handler]) => [
        method,
        (params) => handler(isObject(params) ? params : undefined, undefined),
      ]),
    ),
    notifications: {},
    ...(stderr > 0 ? { stderr: 'a line of a log\n'.repeat(Math.ceil(stderr / 16)).slice(0, stderr) } : {}),
  };
}
