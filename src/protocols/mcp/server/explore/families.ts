import type { ExplorableTarget, StepData } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import { PER_REQUEST_HEADERS } from '../../per-request.js';
import { HEADERS, REVISION } from '../../revision.js';
import type { Findings } from './findings.js';
import { PEER, PER_REQUEST } from './opening.js';

/**
 * Finds out whether a server without sessions speaks the version with them as well: what succeeds at once then does so in a session too.
 * Over HTTP one process is called in both ways in turn; over stdio each client has a process, and speaks one version with it.
 */
export async function recogniseFamilies(target: ExplorableTarget, findings: Findings): Promise<void> {
  const tool = findings.shows.get('tool')?.gives;
  if (tool === undefined) return;
  const inSession = [...OPEN_SESSION, ...callInSession(tool, 'in-session')];
  const inTurn = [
    ...PER_REQUEST.opening,
    ...callWithout(tool, 'before'),
    ...inSession,
    ...callWithout(tool, 'between'),
    ...callInSession(tool, 'in-session-still'),
  ];
  const { broken } = await target.converse(target.transport === 'http' ? inTurn : inSession, PEER);
  if (broken === undefined) findings.show('either-family', tool);
}

const SUCCEEDS: JsonObject = { content: { $type: 'array' }, isError: { $in: [false, { $absent: true }] } };

/** Headers that each request has without a session, and none in one. */
const NO_HEADERS: JsonObject = { [PER_REQUEST_HEADERS.method]: null, [PER_REQUEST_HEADERS.name]: null };

/** The headers of a session that has begun: of HTTP alone, and with an id where the server gave one. */
const SESSION_HEADERS: JsonObject = {
  ...NO_HEADERS,
  [HEADERS.protocolVersion]: REVISION,
  [HEADERS.sessionId]: { $maybe: `\${hello.http.headers.${HEADERS.sessionId}}` },
};

const callWithout = (tool: JsonObject, as: string): StepData[] => [
  { call: { request: 'tools/call', as, params: { $lit: tool }, result: SUCCEEDS } },
];

/** Begins a session, by messages as they are: the peer of a version without them has none. */
const OPEN_SESSION: readonly StepData[] = [
  {
    send: {
      message: {
        jsonrpc: '2.0',
        id: 'kit-opening',
        method: 'initialize',
        params: { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'kit', version: '1' } },
      },
      as: 'opened',
      http: { headers: { ...NO_HEADERS, [HEADERS.protocolVersion]: null } },
    },
  },
  { expect: { reply: 'opened', result: { protocolVersion: REVISION } }, save: { hello: '' } },
  {
    send: {
      message: { jsonrpc: '2.0', method: 'notifications/initialized' },
      as: 'ready',
      http: { headers: SESSION_HEADERS },
    },
  },
];

const callInSession = (tool: JsonObject, as: string): StepData[] => [
  {
    send: {
      message: { jsonrpc: '2.0', id: `kit-${as}`, method: 'tools/call', params: { $lit: tool } },
      as,
      http: { headers: SESSION_HEADERS },
    },
  },
  { expect: { reply: as, result: SUCCEEDS } },
];
