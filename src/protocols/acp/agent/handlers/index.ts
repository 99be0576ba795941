import type { ClientRequests } from '../../../../generated/methods/acp-1.21.0.js';
import { isObject } from '../../../../json/json.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import { isKey } from '../../../../wire/http/keys.js';
import { authRequired, invalidParams } from '../../errors.js';
import type { Agent } from '../agent.js';
import { offeredBy } from '../sessions/client.js';
import { answerPrompt } from './prompts.js';
import { sessionHandlers } from './sessions.js';
import { SIGN_IN, welcome } from './welcome.js';

type Result<M extends keyof ClientRequests> = ResultOf<ClientRequests, M>;

/** What an agent answers: the baseline, and what its script lets it advertise. */
export function agentHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  return {
    initialize: ({ clientCapabilities }): Result<'initialize'> => {
      agent.initialized = true;
      agent.offered = offeredBy(clientCapabilities, agent.script.revision);
      return welcome(agent.script, agent.version);
    },
    authenticate: ({ methodId, _meta }): Result<'authenticate'> => {
      const { signIn, webSocket } = agent.script;
      if (!signIn || methodId !== SIGN_IN.id)
        throw invalidParams(`there is no way to sign in called ${JSON.stringify(methodId)}`);
      if (webSocket.keys.length > 0 && !isKey(keyIn(_meta), webSocket.keys))
        throw authRequired('that is not a key of ours');
      agent.signedIn = true;
      return {};
    },
    ...(agent.script.abilities.logout && {
      logout: (): Result<'logout'> => {
        agent.signedIn = false;
        return {};
      },
    }),
    ...sessionHandlers(agent),
    'session/prompt': (params, { signal }): Promise<Result<'session/prompt'>> => answerPrompt(agent, params, signal),
  };
}

/** The key of a sign-in, which Harn puts at `_meta.harn.apiKey`. */
function keyIn(meta: unknown): string | undefined {
  const harn = isObject(meta) ? meta.harn : undefined;
  const key = isObject(harn) ? harn.apiKey : undefined;
  return typeof key === 'string' ? key : undefined;
}
