import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { PeerContext } from '../../../conversation/role-entry.js';
import type { ClientRequests as AcpRequests } from '../../../generated/methods/acp-0.12.2.js';
import type { ClientRequests } from '../../../generated/methods/harn-extensions-v1.js';
import { crypto } from '../../../json/crypto.js';
import { asObject, isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { RequestHandlers, ResultOf } from '../../../jsonrpc/typed.js';
import { quietAgent } from '../../acp/client/agent-side.js';
import { checkedHandlers, type HandlerTable } from '../../acp/handlers.js';
import { checkedParams as checkedAcpParams } from '../../acp/params.js';
import { PROTOCOL_VERSION } from '../../acp/version.js';
import { CATALOG } from '../agent/catalog.js';
import { harnCapabilities } from '../agent/contract.js';
import { HarnChoices } from '../agent/sessions/choices.js';
import { invalidParams } from '../errors.js';
import { checkedParams } from '../params.js';

type Result<M extends keyof ClientRequests> = ResultOf<ClientRequests, M>;

/** What the agent can do of ACP, unless a case says otherwise. */
const OF_ACP = {
  loadSession: true,
  promptCapabilities: {},
  mcpCapabilities: {},
  sessionCapabilities: { close: {}, list: {} },
};

/**
 * The agent that the kit plays for a client of Harn, as far as the steps of a case leave it to us: that of ACP, with Harn's
 * contract. Its sessions have modes and settings; of what is put into a turn nothing is delivered. `peer.greeting` is its answer to
 * initialize.
 */
export function quietHarnAgent(config: JsonObject, version: JsonObject, context: PeerContext): PeerReference {
  const { initialize = {}, ...rest } = config;
  const greeting: JsonObject = {
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: harnCapabilities(OF_ACP),
    agentInfo: { name: 'proctor', version: context.proctor },
    ...(initialize as JsonObject),
  };
  const base = quietAgent({ ...rest, initialize: greeting }, version, context);
  const sessions = new Map<string, HarnChoices>();
  const choicesOf = (sessionId: string): HarnChoices => {
    const known = sessions.get(sessionId) ?? new HarnChoices();
    sessions.set(sessionId, known);
    return known;
  };
  const chooses: RequestHandlers<AcpRequests, undefined> = {
    'session/set_mode': ({ sessionId, modeId }): ResultOf<AcpRequests, 'session/set_mode'> => {
      choicesOf(sessionId).set('mode', modeId);
      return {};
    },
    'session/set_config_option': (params): ResultOf<AcpRequests, 'session/set_config_option'> => {
      const choices = choicesOf(params.sessionId);
      choices.set(params.configId, params.value);
      return { configOptions: choices.settings() };
    },
  };
  const own: RequestHandlers<ClientRequests, undefined> = {
    ...inTurn,
    'session/fork': ({ sessionId, session_id, id, keep_first }): Result<'session/fork'> => ({
      sessionId: id ?? `session-${crypto().randomUUID()}`,
      state: 'forked',
      parent_id: sessionId ?? session_id ?? '',
      branched_at: keep_first ?? null,
    }),
    '_harn/providerCatalog': (): Result<'_harn/providerCatalog'> => asObject(CATALOG),
    'harn.hitl.respond': (): Result<'harn.hitl.respond'> => ({ ok: true }),
    'harn.session_timeline.query': (): Result<'harn.session_timeline.query'> => ({
      schemaVersion: 1,
      cursor: { topics: {} },
      nodes: [],
    }),
    'harn.session_timeline.subscribe': ({ subscriptionId }): Result<'harn.session_timeline.subscribe'> => ({
      subscriptionId: subscriptionId ?? `timeline-${crypto().randomUUID()}`,
      updateMethod: 'harn.session_timeline.update',
    }),
    'harn.session_timeline.unsubscribe': (): Result<'harn.session_timeline.unsubscribe'> => ({ removed: true }),
  };
  const table: HandlerTable<undefined> = {
    ...checkedHandlers(checkedAcpParams, chooses),
    ...checkedHandlers(checkedParams, own),
  };
  // What ACP opens has modes and settings here.
  const withState = (method: 'session/new' | 'session/load') => async (params: Json | undefined) => {
    const made = await base.requests[method]!(params);
    const { sessionId } = { ...(isObject(params) ? params : {}), ...(isObject(made) ? made : {}) };
    return { ...(isObject(made) ? made : {}), ...(choicesOf(String(sessionId)).state() as unknown as JsonObject) };
  };
  return {
    ...base,
    values: { ...base.values, greeting },
    requests: {
      ...base.requests,
      ...Object.fromEntries(
        Object.entries(table).map(([method, handler]): [string, (params: Json | undefined) => Promise<Json>] => [
          method,
          (params) => handler(isObject(params) ? params : undefined, undefined),
        ]),
      ),
      'session/new': withState('session/new'),
      'session/load': withState('session/load'),
    },
  };
}

/** What is put into a turn is taken, and waits. */
const inTurn: RequestHandlers<ClientRequests, undefined> = {
  'session/inject': (): Result<'session/inject'> => ({
    messageId: `message-${crypto().randomUUID()}`,
    status: 'accepted',
  }),
  'session/revoke_inject': ({ messageId }): Result<'session/revoke_inject'> => ({ messageId, status: 'revoked' }),
  'session/replace_inject': ({ messageId }): Result<'session/replace_inject'> => ({ messageId, status: 'replaced' }),
  'session/remind': (): Result<'session/remind'> => ({ reminderId: `reminder-${crypto().randomUUID()}` }),
  'session/revoke_reminder': ({ reminderId }): Result<'session/revoke_reminder'> => ({ reminderId, status: 'revoked' }),
  'session/pending_injections': (): Result<'session/pending_injections'> => ({ pendingCount: 0, injections: [] }),
  'session/cancel_tool_call': ({ toolCallId }): Result<'session/cancel_tool_call'> => ({
    status: 'not_found',
    callId: toolCallId,
    tool: null,
  }),
  'session/rollback': () => {
    throw invalidParams('no_checkpoint', { status: 'no_checkpoint' });
  },
  'session/redo': () => {
    throw invalidParams('no_redo', { status: 'no_redo' });
  },
};
