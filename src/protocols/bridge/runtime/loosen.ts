import type { JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { FreedomName, Freedoms } from './freedoms.js';

/** What becomes of a message under a liberty: itself, another one, or several. */
type Rewrite = (message: JsonObject) => JsonObject[];

/** A variant of session/update that no schema has. */
const OWN_UPDATE = 'kit_heartbeat';

/** How many characters a piece of text has. */
const PIECE = 7;

/** The same link, whose messages take the liberties. */
export function loosened(link: Link, freedoms: Freedoms): Link {
  const rewrites = (Object.keys(REWRITES) as FreedomName[]).flatMap((name) =>
    freedoms.has(name) ? [REWRITES[name]!] : [],
  );
  if (rewrites.length === 0) return link;
  return {
    closed: link.closed,
    close: () => link.close(),
    listen: (listener) => link.listen(listener),
    send(message, about) {
      const all = rewrites.reduce((messages, rewrite) => messages.flatMap(rewrite), [message]);
      for (const one of all) link.send(one, about);
    },
  };
}

const REWRITES: { readonly [name in FreedomName]?: Rewrite } = {
  'no-params': (message) => {
    const { params, ...bare } = message;
    return [message.method === 'host/tools/list' || message.method === 'skills/list' ? bare : message];
  },
  // The runtime itself still knows its options, so that it takes no other for a grant.
  'no-options': (message) => [changed(message, 'session/request_permission', ({ options, ...params }) => params)],
  'spare-permission': (message) => [
    changed(message, 'session/request_permission', ({ mutation, declaredPaths, ...params }) => {
      const { toolName, ...toolCall } = params.toolCall as JsonObject;
      return { ...params, toolCall };
    }),
  ],
  'null-members': (message) => [
    changed(message, 'session/request_permission', (params) => {
      const untold = { title: null, kind: null, status: null, content: null, _meta: null };
      return { ...params, toolCall: { ...(params.toolCall as JsonObject), ...untold } };
    }),
  ],
  'says-embedding': (message) => [
    changed(message, 'skill/match', (params) =>
      String(params.prompt).startsWith('skill-match-alias') ? { ...params, strategy: 'embedding' } : params,
    ),
  ],
  'no-progress': (message) => (updateIn(message)?.status === 'in_progress' ? [] : [message]),
  'older-stop-reason': (message) =>
    isObject(message.result) && message.result.stopReason === 'end_turn'
      ? [{ ...message, result: { stopReason: 'completed' } }]
      : [message],
  'split-text': (message) => {
    const { content } = updateIn(message) ?? {};
    if (!isObject(content) || typeof content.text !== 'string') return [message];
    const characters = [...content.text];
    const pieces = Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, at) =>
      characters.slice(at * PIECE, (at + 1) * PIECE).join(''),
    );
    return pieces.map((text) =>
      changed(message, 'session/update', (params) => ({
        ...params,
        update: { ...(params.update as JsonObject), content: { ...content, text } },
      })),
    );
  },
  chatty: (message) => {
    const session = isObject(message.params) ? message.params.sessionId : undefined;
    if (message.method !== 'session/update' || session === undefined) return [message];
    const note = {
      jsonrpc: '2.0',
      method: '_harn/agentEvent',
      params: { kind: 'loop_checkpoint', sessionId: session },
    };
    return [note, message];
  },
  'own-updates': (message) => {
    const { result, method, params } = message;
    if (isObject(result) && isObject(result.agentCapabilities))
      return [{ ...message, result: { ...result, agentCapabilities: advertising(result.agentCapabilities) } }];
    if (method !== 'session/update' || !isObject(params)) return [message];
    const own = { ...message, params: { ...params, update: { sessionUpdate: OWN_UPDATE, beats: 1 } } };
    return [own, message];
  },
  'unknown-members': (message) => [
    isObject(message.params) ? { ...message, params: { ...message.params, 'kit.example/more': { a: [1] } } } : message,
  ],
};

const advertising = (capabilities: JsonObject): JsonObject => ({
  ...capabilities,
  _meta: { harn: { sessionUpdateExtensions: [OWN_UPDATE] } },
});

function changed(message: JsonObject, method: string, change: (params: JsonObject) => JsonObject): JsonObject {
  if (message.method !== method || !isObject(message.params)) return message;
  return { ...message, params: change(message.params) };
}

function updateIn({ method, params }: JsonObject): JsonObject | undefined {
  return method === 'session/update' && isObject(params) && isObject(params.update) ? params.update : undefined;
}
