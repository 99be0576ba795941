import type { StepData } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';

/** The client that explores: servers offer more to one that can be asked. */
export const PEER: JsonObject = {
  capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
};

/** The same with a model that uses tools of the server's questions. */
export const PEER_WITH_TOOLS: JsonObject = {
  capabilities: { ...(PEER.capabilities as JsonObject), sampling: { tools: {} } },
};

/** How every conversation begins. */
export const OPENING: readonly StepData[] = [
  { call: { request: 'initialize', params: '${peer.initialize}', as: 'hello', result: {} } },
  { send: { notify: 'notifications/initialized' } },
];

/** Opens the stream of a session; a server may have none. */
export const LISTEN: readonly StepData[] = [
  { send: { http: { method: 'GET' }, as: 'listening' } },
  { expect: { http: {} }, on: 'listening' },
];
