import type { ClientRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type { AuthMethod } from '../../../../generated/types/acp-0.12.2.js';
import { asObject, type Json } from '../../../../json/json.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import { isKey } from '../../../../wire/http/keys.js';
import type { Agent } from '../../../acp/agent/agent.js';
import type { HandlerTable } from '../../../acp/handlers.js';
import { authRequired, invalidParams } from '../../errors.js';

/** The key that opens the reference where its script wants one and names none. */
const KEY = 'kit-key';

const METHODS: readonly AuthMethod[] = [
  { id: 'api_key', name: 'API key', description: 'The key stands in `_meta.harn.apiKey`.' },
];

/** What is answered before a client has signed in. */
const OPEN = ['initialize', 'authenticate'];

/** The ways to sign in, where the agent wants one. */
export const authMethods = ({ script }: Agent): AuthMethod[] => (script.signIn ? [...METHODS] : []);

/** Answers authenticate by the key that comes with it (Harn guide, Running the ACP server). */
export function signInHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  return {
    authenticate: ({ methodId, _meta }): ResultOf<ClientRequests, 'authenticate'> => {
      const methods = told(agent);
      if (!authMethods(agent).some(({ id }) => id === methodId))
        throw invalidParams(`there is no way to sign in called ${JSON.stringify(methodId)}`, { authMethods: methods });
      if (!isKey(_meta?.harn?.apiKey, keysOf(agent))) throw authRequired(methods, 'the key is not the right one');
      agent.signedIn = true;
      return { _meta: { harn: { authenticated: true } } };
    },
  };
}

/** A table that answers nothing but initialize and authenticate until the client has signed in, where that is wanted. */
export function guarded(table: HandlerTable, agent: Agent): HandlerTable {
  return Object.fromEntries(
    Object.entries(table).map(([method, handler]) => [
      method,
      OPEN.includes(method)
        ? handler
        : async (params, context) => {
            if (agent.initialized && agent.script.signIn && !agent.signedIn) throw authRequired(told(agent));
            return handler(params, context);
          },
    ]),
  );
}

const keysOf = ({ script }: Agent) => (script.webSocket.keys.length > 0 ? script.webSocket.keys : [KEY]);

const told = (agent: Agent): Json => authMethods(agent).map(asObject);
