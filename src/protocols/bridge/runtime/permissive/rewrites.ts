import { madeOf } from '../../../../conversation/live/names.js';
import type { ServerNotifications, ServerRequests } from '../../../../generated/methods/bridge-v1.js';
import type { InitializeResult, PromptResult, SessionUpdate } from '../../../../generated/types/bridge-v1.js';
import { asObject, isObject, type JsonObject } from '../../../../json/json.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { type MakeRewrite, oddIds, type Replacements, replaces, rewritten } from '../../../../jsonrpc/rewriting.js';
import type { ParamsOf } from '../../../../jsonrpc/typed.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** A variant of session/update that no schema has; the runtime advertises it. */
const ADVERTISED_UPDATE = 'kit_heartbeat';

/** How many characters a piece of text has. */
const PIECE = 7;

/** What changes the ids of its requests, or what a turn does (`changes.ts`). */
type Other = 'odd-ids' | 'many-options' | 'incurious' | 'last-first' | 'stops-at-denial' | 'always-lists';

/** The same link, whose messages are worded as the options say. */
export function permissiveLink(link: Link, options: PermissiveOptions): Link {
  return rewritten(
    link,
    madeOf(options, () => rewritesOf(options)),
  );
}

function rewritesOf(options: PermissiveOptions): MakeRewrite[] {
  const chosen = Object.entries(REWRITES).flatMap(([name, rewrite]) =>
    options.has(name as PermissiveOption) ? [rewrite] : [],
  );
  const ids = options.has('odd-ids') ? [oddIds] : [];
  return [...ids, ...chosen.map(replaces)];
}

type Methods = ServerRequests & ServerNotifications;

/** Changes the params of one method. */
function params<M extends keyof Methods>(
  method: M,
  change: (params: ParamsOf<Methods, M>) => ParamsOf<Methods, M>,
): Replacements {
  return (message) => [
    message.method === method && message.params !== undefined
      ? { ...message, params: asObject(change(message.params as ParamsOf<Methods, M>)) }
      : message,
  ];
}

/** By name, in the order in which they act. */
const REWRITES: { readonly [name in Exclude<PermissiveOption, Other>]: Replacements } = {
  'bare-args': params('builtin_call', (called) =>
    Array.isArray(called.args) && called.args.length === 1 ? { ...called, args: called.args[0]! } : called,
  ),
  'no-params': (message) => {
    const { params, ...bare } = message;
    return [message.method === 'host/tools/list' || message.method === 'skills/list' ? bare : message];
  },
  // The runtime itself still knows its options, so that it takes no other for a grant.
  'no-options': params('session/request_permission', ({ options, ...rest }) => rest),
  'spare-permission': params('session/request_permission', ({ mutation, declaredPaths, ...rest }) => {
    const { toolName, ...toolCall } = rest.toolCall;
    return { ...rest, toolCall };
  }),
  'spare-workers': (message) => {
    const update = updateIn(message);
    if (update?.sessionUpdate !== 'worker_update') return [message];
    const { workerName, event, status, terminal, metadata, ...rest } = harnOf(update);
    return [withUpdate(message, { ...update, _meta: { harn: { ...rest, ...(isObject(metadata) ? metadata : {}) } } })];
  },
  'null-members': params('session/request_permission', (asked) => {
    const untold = { title: null, kind: null, status: null, content: null, _meta: null };
    return { ...asked, toolCall: { ...asked.toolCall, ...untold } };
  }),
  'tool-below-meta': params('session/request_permission', (asked) => {
    const { toolName = null, title: _, _meta, ...toolCall } = asked.toolCall;
    return { ...asked, toolCall: { ...toolCall, title: null, _meta: { ..._meta, harn: { toolName } } } };
  }),
  'says-embedding': params('skill/match', (asked) =>
    asked.prompt.startsWith('skill-match-alias') ? { ...asked, strategy: 'embedding' } : asked,
  ),
  'no-progress': (message) => {
    const update = updateIn(message);
    return update?.sessionUpdate === 'tool_call_update' && update.status === 'in_progress' ? [] : [message];
  },
  'older-stop-reason': (message, request) => {
    if (request?.method !== 'session/prompt' || !isObject(message.result)) return [message];
    const completed: PromptResult = { stopReason: 'completed' };
    return [message.result.stopReason === 'end_turn' ? { ...message, result: asObject(completed) } : message];
  },
  'split-text': (message) => {
    const update = updateIn(message);
    if (update?.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'text') return [message];
    const { content } = update;
    return piecesOf(content.text).map((text) => withUpdate(message, { ...update, content: { ...content, text } }));
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
  'own-updates': (message, request) => {
    if (request?.method === 'initialize' && isObject(message.result))
      return [{ ...message, result: asObject(advertising(message.result as unknown as InitializeResult)) }];
    if (!updateIn(message)) return [message];
    return [withUpdate(message, { sessionUpdate: ADVERTISED_UPDATE, beats: 1 }), message];
  },
  'unknown-members': (message) => [
    isObject(message.params) ? { ...message, params: { ...message.params, 'kit.example/more': { a: [1] } } } : message,
  ],
};

const advertising = (result: InitializeResult): InitializeResult => ({
  ...result,
  agentCapabilities: {
    ...result.agentCapabilities,
    _meta: { harn: { sessionUpdateExtensions: [ADVERTISED_UPDATE] } },
  },
});

function updateIn({ method, params }: JsonObject): SessionUpdate | undefined {
  return method === 'session/update' ? (params as unknown as ParamsOf<Methods, 'session/update'>).update : undefined;
}

function harnOf(update: SessionUpdate): JsonObject {
  const { _meta } = asObject(update);
  return isObject(_meta) && isObject(_meta.harn) ? _meta.harn : {};
}

/** The same notification with another update; it may be one that no schema has. */
const withUpdate = (message: JsonObject, update: object): JsonObject => ({
  ...message,
  params: { ...(message.params as JsonObject), update: asObject(update) },
});

function piecesOf(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, at) =>
    characters.slice(at * PIECE, (at + 1) * PIECE).join(''),
  );
}
