import { randomUUID } from 'node:crypto';
import type { KitSide } from '../../../conversation/peer/kit-side.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { CODES } from '../errors.js';
import { checkedParams } from '../params.js';
import { PROTOCOL_VERSION } from '../version.js';

/** What `peer:` of a case may say about the agent that the kit plays. */
interface Config {
  /** Members of the answer to initialize, in the place of the usual ones. */
  initialize?: JsonObject;
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
export function quietAgent(config: JsonObject, _version: JsonObject, context: { proctor: string }): KitSide {
  const { initialize = {}, signIn = false, stderr = 0 } = config as unknown as Config;
  let signedIn = !signIn;
  const inSession = (answer: (params: JsonObject) => Json) => (params: JsonObject) => {
    if (!signedIn) throw new RpcError(CODES.authRequired, 'Sign in first');
    return answer(params);
  };
  const answers: { [method: string]: (params: JsonObject) => Json } = {
    initialize: () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {},
      agentInfo: { name: 'proctor', version: context.proctor },
      authMethods: signIn ? METHODS.map((id, index) => ({ id, name: `Way ${index + 1}` })) : [],
      ...initialize,
    }),
    authenticate: ({ methodId }) => {
      if (!METHODS.includes(String(methodId)))
        throw new RpcError(CODES.invalidParams, 'There is no such way to sign in');
      signedIn = true;
      return {};
    },
    'session/new': inSession(() => ({ sessionId: `session-${randomUUID()}` })),
    'session/load': inSession(() => ({})),
    'session/resume': inSession(() => ({})),
    'session/close': inSession(() => ({})),
    'session/set_mode': inSession(() => ({})),
    'session/set_config_option': inSession(() => ({ configOptions: [] })),
    'session/list': inSession(() => ({ sessions: [] })),
    'session/prompt': inSession(() => ({ stopReason: 'end_turn' })),
  };
  const requests = Object.entries(answers).map(([method, answer]) => [
    method,
    async (params: Json | undefined) => answer(await checkedParams(method, isObject(params) ? params : undefined)),
  ]);
  return {
    values: { methodIds: METHODS },
    requests: Object.fromEntries(requests),
    notifications: {},
    ...(stderr > 0 ? { stderr: 'a line of a log\n'.repeat(Math.ceil(stderr / 16)).slice(0, stderr) } : {}),
  };
}
