import type { ExplorableTarget, StepData } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import { perRequestRevision, TASKS } from '../../per-request.js';

/** The client that explores: servers offer more to one that can be asked. */
export const PEER: JsonObject = {
  capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
};

/** The same with a model that uses tools of the server's questions. */
export const PEER_WITH_TOOLS: JsonObject = {
  capabilities: { ...(PEER.capabilities as JsonObject), sampling: { tools: {} } },
};

/** The same with the extension of tasks (Tasks extension, Capabilities). */
export const PEER_WITH_TASKS: JsonObject = {
  capabilities: { ...(PEER.capabilities as JsonObject), extensions: { [TASKS]: {} } },
};

/** How a revision is spoken with a server that is explored. */
export interface Speech {
  /** How every conversation begins. */
  opening: readonly StepData[];
  /** A request that every server answers and that does nothing: what comes before its reply is not the doing of what follows. */
  fence: string;
  hasSessions: boolean;
}

/** The revisions with sessions. */
export const SESSIONS: Speech = {
  opening: [
    { call: { request: 'initialize', params: '${peer.initialize}', as: 'hello', anySession: true, result: {} } },
    { send: { notify: 'notifications/initialized' } },
  ],
  fence: 'ping',
  hasSessions: true,
};

/** Those without. */
export const PER_REQUEST: Speech = {
  opening: [{ call: { request: 'server/discover', as: 'hello', result: {} } }],
  fence: 'server/discover',
  hasSessions: false,
};

export const speechOf = ({ version }: Pick<ExplorableTarget, 'version'>): Speech =>
  perRequestRevision(version) ? PER_REQUEST : SESSIONS;

/** Opens the stream of a session; a server may have none. */
export const LISTEN: readonly StepData[] = [
  { send: { http: { method: 'GET' }, as: 'listening' } },
  { expect: { http: {} }, on: 'listening' },
];
