import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { spellOddly } from '../../../../json/odd-json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';
import { changes, changesResults, delaysResults, type MakeRewrite, oddIds } from '../../../../jsonrpc/rewriting.js';
import type { Border, Carried } from '../../../../wire/carried.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import { CODES } from '../../errors.js';
import { ignoresCancelRequest, sessionOf, takesExtensions } from '../../rewrites.js';
import { PROTOCOL_VERSION } from '../../version.js';
import { announcesByAsking, announcesLate, renamesLoadedCalls, tellsCommandsFirst } from './announcements.js';
import { cancelsItsRequests, endsCancelledRequests, keepsActive, namesMessages } from './later.js';
import { pollsOutput } from './terminal-polls.js';
import { asksToo, chatsAfterTurns, queuesPrompts, servesTurnsAlone, talksBetweenTurns } from './turns.js';
import { updateIn } from './updates.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** What the permissive variants do with messages, in the order in which these pass them. */
export function rewritesOf(options: PermissiveOptions, clock: Clock): MakeRewrite[] {
  const table = rewrites(clock);
  return (Object.keys(table) as PermissiveOption[]).flatMap((name) => (options.has(name) ? [table[name]!] : []));
}

/** The border of a process; `odd-json` writes what leaves through it in a way that is legal and rare. */
export function spelled(border: Border, options: PermissiveOptions): Border {
  if (!options.has('odd-json')) return border;
  const oddly = (carried: Carried): Carried =>
    carried.kind === 'message' && carried.text === undefined
      ? { ...carried, text: spellOddly(carried.message ?? null) }
      : carried;
  return {
    hears: (carried, deliver) => border.hears(carried, deliver),
    sends: (carried, emit) => border.sends(carried, (emitted) => emit(oddly(emitted))),
    ofConnection: () => spelled(border.ofConnection?.() ?? border, options),
  };
}

/** By the name of the variant. Variants that messages can't say are options of the script. */
const rewrites = (clock: Clock): { readonly [name in PermissiveOption]?: MakeRewrite } => ({
  // What comes.
  'own-hands': heardIn('initialize', ({ clientCapabilities, ...params }) =>
    isObject(clientCapabilities ?? null)
      ? { ...params, clientCapabilities: without(clientCapabilities as JsonObject, ['fs', 'terminal']) }
      : params,
  ),
  'ignores-cancel-request': ignoresCancelRequest,
  'keeps-active': keepsActive,
  'settles-on-version': heardIn('initialize', (params) =>
    typeof params.protocolVersion === 'string' ? { ...params, protocolVersion: PROTOCOL_VERSION } : params,
  ),
  'reads-loosely': heardIn('session/new', (params) =>
    Array.isArray(params.mcpServers) || params.mcpServers === undefined ? params : { ...params, mcpServers: [] },
  ),
  'any-sign-in': takesAnySignIn,
  'one-at-a-time': servesTurnsAlone,
  'queues-prompts': queuesPrompts(false),
  'later-prompt-wins': queuesPrompts(true),
  // When things leave, and in which order.
  unhurried: delaysResults((act) => void clock.after(20, act)),
  'early-news': tellsCommandsFirst,
  'late-announcement': announcesLate,
  'asks-to-announce': announcesByAsking,
  'untold-tools': () => ({
    sends: (message, pass) => {
      if (updateIn(message)?.toolCallId === undefined) pass(message);
    },
  }),
  'talks-between-turns': talksBetweenTurns,
  'never-reopens': changes((message, request) =>
    REOPENING.includes(String(request?.method)) && 'result' in message
      ? refusal(message, CODES.notFound, 'No such session')
      : message,
  ),
  'any-mode': changes((message, request) => {
    const { error, ...rest } = message;
    if (request?.method !== 'session/set_mode' || !isObject(error) || error.code !== CODES.invalidParams)
      return message;
    return isObject(request.params) && typeof request.params.modeId === 'string' ? { ...rest, result: {} } : message;
  }),
  'terse-tools': () => ({
    sends: (message, pass) => {
      if (updateIn(message)?.status !== 'in_progress') pass(message);
    },
  }),
  'announces-again': () => ({
    sends: (message, pass) => {
      pass(message);
      if (updateIn(message)?.sessionUpdate === 'tool_call') pass(message);
    },
  }),
  'new-call-ids': renamesLoadedCalls,
  'follows-links': followsLinks,
  chatter: chatsAfterTurns(clock),
  'asks-too': asksToo,
  // How things are worded.
  bare: changesResults((result, { method }) =>
    method === 'initialize' ? without(result, ['agentCapabilities']) : result,
  ),
  'out-of-tokens': changesResults((result) =>
    result.stopReason === 'end_turn' ? { ...result, stopReason: 'max_tokens' } : result,
  ),
  sparse: changesBodies((body) => inEntries(withoutOptional(body), (entry, list) => without(entry, SPARED[list]))),
  'null-members': changesBodies(withNulls),
  'null-results': changesResults((result, { method }) => (NULLABLE.includes(String(method)) ? null : result)),
  'open-meta': (border) => {
    const bodies = changesBodies((body) => withMeta(inEntries(body, withMeta)))(border);
    return {
      sends: (message, pass) =>
        bodies.sends!(isObject(message.params) ? { ...message, params: withMeta(message.params) } : message, pass),
    };
  },
  'other-codes': changes((message) => {
    const { error } = message;
    if (!isObject(error)) return message;
    const other = error.code === CODES.notFound || (error.code === CODES.invalidParams && error.data === undefined);
    return other ? { ...message, error: { ...error, code: CODES.internalError } } : message;
  }),
  'takes-extensions': takesExtensions,
  'request-cancelled': endsCancelledRequests,
  // The requests of the agent.
  'odd-ids': oddIds,
  'tries-again': triesAgain,
  cascades: cancelsItsRequests,
  'names-messages': namesMessages,
  'polls-output': pollsOutput(clock),
});

const META: JsonObject = { 'vendor.example/größe': [1, null, { deep: '😀' }], plain: 'x' };

/** Methods whose results have no member that must be there. */
const NULLABLE = ['authenticate', 'session/load', 'session/resume', 'session/close', 'session/set_mode'];

/** Optional members of the entries of lists. */
const SPARED = { choices: ['description', 'category'], sessions: ['title', 'updatedAt'] } as const;

type List = keyof typeof SPARED;

const withMeta = (object: JsonObject): JsonObject => ({
  ...object,
  _meta: { ...(isObject(object._meta) ? object._meta : {}), ...META },
});

/** Puts other params in the place of those that come with this method. */
function heardIn(method: string, change: (params: JsonObject) => JsonObject): MakeRewrite {
  return () => ({
    hears: (message, pass) => {
      const { params } = message;
      pass(message.method === method && isObject(params) ? { ...message, params: change(params) } : message);
    },
  });
}

/** Puts another body in the place of each one that leaves: the payload of an update, or a result. */
function changesBodies(change: (body: JsonObject) => JsonObject): MakeRewrite {
  return changes((message) => {
    const update = updateIn(message);
    if (update) return { ...message, params: { ...(message.params as JsonObject), update: change(update) } };
    return isObject(message.result) ? { ...message, result: change(message.result) } : message;
  });
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The same body with other entries: modes, settings and their values, sessions. */
function inEntries(body: JsonObject, change: (entry: JsonObject, list: List) => JsonObject): JsonObject {
  const { modes, configOptions, sessions } = body;
  const each = (list: unknown, name: List) =>
    Array.isArray(list) ? list.filter(isObject).map((entry) => change(entry, name)) : [];
  // One that is on or off has no options.
  const setting = (entry: JsonObject): JsonObject =>
    'options' in entry ? { ...entry, options: each(entry.options, 'choices') } : entry;
  return {
    ...body,
    ...(isObject(modes) && { modes: { ...modes, availableModes: each(modes.availableModes, 'choices') } }),
    ...(Array.isArray(configOptions) && { configOptions: each(configOptions, 'choices').map(setting) }),
    ...(Array.isArray(sessions) && { sessions: each(sessions, 'sessions') }),
  };
}

function withoutOptional(body: JsonObject): JsonObject {
  const { sessionUpdate, agentCapabilities, authMethods } = body;
  if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update')
    return without(body, ['kind', 'rawInput', 'rawOutput', 'locations']);
  if (!('protocolVersion' in body)) return body;
  const silent = Array.isArray(authMethods) && authMethods.length === 0 ? ['agentInfo', 'authMethods'] : ['agentInfo'];
  return {
    ...without(body, silent),
    ...(isObject(agentCapabilities) && { agentCapabilities: onlyTrue(agentCapabilities) }),
  };
}

/** Capabilities without those that are not there, which says the same. */
function onlyTrue(capabilities: JsonObject): JsonObject {
  const kept = Object.entries(capabilities).map(([name, value]) => [
    name,
    isObject(value) && name !== 'sessionCapabilities' ? onlyTrue(value) : value,
  ]);
  return Object.fromEntries(kept.filter(([, value]) => value !== false));
}

function withNulls(body: JsonObject): JsonObject {
  const { sessionUpdate, content } = body;
  if (sessionUpdate === 'tool_call_update') return { title: null, kind: null, content: null, locations: null, ...body };
  if (sessionUpdate === undefined || !isObject(content)) return body;
  return { ...body, content: { annotations: null, ...content } };
}

/** Methods by which a session is opened again. */
const REOPENING = ['session/load', 'session/resume'];

/** The same answer as an error. */
function refusal({ result: _, ...message }: JsonObject, code: number, text: string): JsonObject {
  return { ...message, error: { code, message: text } };
}

/** Puts the one way to sign in that there is in the place of any other. */
const takesAnySignIn: MakeRewrite = ({ requestOf }) => {
  let way: Json | undefined;
  return {
    sends: (message, pass) => {
      const { result } = message;
      if (requestOf(message)?.method === 'initialize' && isObject(result) && Array.isArray(result.authMethods))
        way = isObject(result.authMethods[0] ?? null) ? (result.authMethods[0] as JsonObject).id : undefined;
      pass(message);
    },
    hears: (message, pass) => {
      const { method, params } = message;
      const named = method === 'authenticate' && isObject(params) && typeof params.methodId === 'string';
      pass(named && way !== undefined ? { ...message, params: { ...params, methodId: way } } : message);
    },
  };
};

/** Looks up what a prompt links; what is no file of this machine can't be had. */
const followsLinks: MakeRewrite = ({ send }) => ({
  hears: (message, pass) => {
    const { method, params } = message;
    const prompt = method === 'session/prompt' && isObject(params) && Array.isArray(params.prompt) ? params.prompt : [];
    const lost = prompt.some(
      (block) => isObject(block) && block.type === 'resource_link' && !/^file:/.test(String(block.uri)),
    );
    if (!lost) return pass(message);
    send({ jsonrpc: '2.0', id: message.id!, error: { code: CODES.internalError, message: 'The link leads nowhere' } });
  },
});

/** Asks once more for a file or a terminal after an error, unless the turn has ended or something came about its session. */
const triesAgain: MakeRewrite = ({ send, requestOf }) => {
  /** By session: what came about it last. */
  const latest = new Map<string, JsonObject>();
  const asked = new Map<string, { request: JsonObject; turn: JsonObject; again?: Id }>();
  return {
    sends: (message, pass) => {
      const answered = requestOf(message);
      const turn = latest.get(sessionOf(message, answered) ?? '');
      if (answered && answered === turn) latest.delete(sessionOf(answered) ?? '');
      const retried = shapeOf(message) === 'request' && /^(fs|terminal)\//.test(String(message.method));
      if (retried && turn?.method === 'session/prompt') asked.set(idKey(message.id), { request: message, turn });
      pass(message);
    },
    hears: (message, pass) => {
      const session = sessionOf(message);
      if (session !== undefined) latest.set(session, message);
      if (shapeOf(message) !== 'response') return pass(message);
      const key = idKey(message.id);
      const first = asked.get(key);
      asked.delete(key);
      if (!first) return pass(message);
      if (first.again !== undefined) return pass({ ...message, id: first.again });
      if (!('error' in message) || latest.get(sessionOf(first.request) ?? '') !== first.turn) return pass(message);
      const id = `${first.request.id} again`;
      asked.set(idKey(id), { ...first, again: first.request.id as Id });
      send({ ...first.request, id });
    },
  };
};
