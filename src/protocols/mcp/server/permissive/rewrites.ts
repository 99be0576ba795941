import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { CODES } from '../../revision.js';
import { LOGGER } from '../logging.js';
import { oddCursor, readOddCursor } from './odd-cursor.js';
import type { PermissiveOption } from './variants.js';

/** What a permissive variant does to the messages of one session. */
export interface Rewrite {
  /** What is sent in place of a message. `answered`: the request that a response answers. */
  sends?(message: JsonObject, answered: JsonObject | undefined): JsonObject[];
  /** What is heard in place of a message; undefined is nothing. */
  hears?(message: JsonObject): JsonObject | undefined;
  /** How long the next result waits before it is sent, in ms. */
  delay?(): number;
  /** Whether a notification waits until the request that caused it was answered. */
  afterReply?(message: JsonObject): boolean;
}

/** What a variant must know of the server. */
interface Server {
  /** Whether it offers logging. */
  logging: boolean;
}

const EXTRA: JsonObject = { 'x-note': 'a member that no schema names', 'x-list': [1, null, { deep: true }] };
const META: JsonObject = { 'com.example/trace': 'a-1', 'com.example.deep/': null };

/** The list that each of these methods returns. */
const LIST_OF: { readonly [method: string]: string } = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
  'tasks/list': 'tasks',
};
/** Members that `sparse` leaves in the entries of a list, by the list's name. */
const KEPT: { [list: string]: string[] } = {
  tools: ['name', 'inputSchema', 'outputSchema', 'execution'],
  resources: ['uri', 'name'],
  resourceTemplates: ['uriTemplate', 'name'],
  prompts: ['name', 'arguments'],
};
/** Lists whose entries are open objects of the protocol. */
const OPEN_LISTS = [...Object.keys(KEPT), 'content', 'contents', 'messages', 'tasks'];

/**
 * The permissive variants that change messages alone: their content, their order, their number, their time. Each entry makes
 * the rewrite of one session. They apply in this order, so that what one adds is rewritten by the next.
 */
export const REWRITES: { readonly [name in PermissiveOption]?: (server: Server) => Rewrite } = {
  unhurried: () => {
    let replies = 0;
    return {
      delay: () => {
        replies += 1;
        return replies % 2 ? 20 : 5;
      },
    };
  },
  chatter: ({ logging }) => {
    let ready = false;
    let level: Json = 'debug';
    let pings = 0;
    return {
      hears: (message) => {
        if (message.method === 'notifications/initialized') ready = true;
        // Nobody waits for the answers to these pings.
        return !('method' in message) && /^chatter-\d+$/.test(String(message.id)) ? undefined : message;
      },
      sends: (message, answered) => {
        if (!answered || !('result' in message)) return [message];
        if (answered.method === 'logging/setLevel' && isObject(answered.params)) level = answered.params.level ?? level;
        if (!ready) return [message];
        pings += 1;
        const data = `Answering ${String(answered.method)}`;
        const note = notification('notifications/message', { level: 'debug', logger: LOGGER, data });
        const logged = logging && level === 'debug' ? [note] : [];
        return [{ jsonrpc: '2.0', id: `chatter-${pings}`, method: 'ping' }, ...logged, message];
      },
    };
  },
  'no-templates': () => ({
    sends: (message, answered) => {
      if (answered?.method !== 'resources/templates/list' || !('result' in message)) return [message];
      const { result: _, ...rest } = message;
      return [{ ...rest, error: { code: CODES.methodNotFound, message: 'There is no such method' } }];
    },
  }),
  'no-progress': () => ({
    sends: (message) => (message.method === 'notifications/progress' ? [] : [message]),
  }),
  'odd-progress': () => ({
    sends: (message) => [
      withParams(message, 'notifications/progress', ({ progressToken, progress, _meta }) => ({
        progressToken: progressToken!,
        progress: Number(progress) / 8 - 1.5,
        ...(_meta !== undefined && { _meta }),
      })),
    ],
  }),
  'quiet-tasks': () => ({
    sends: (message) => {
      if (message.method === 'notifications/tasks/status') return [];
      return [withResult(message, quiet)];
    },
  }),
  'no-cancel': () => ({
    hears: (message) => (message.method === 'notifications/cancelled' && !('id' in message) ? undefined : message),
  }),
  sparse: () => ({
    sends: (message, answered) => {
      if (answered) return [withResult(message, (result) => thin(String(answered.method), result))];
      const unnamed = withParams(message, 'notifications/message', ({ logger, ...params }) => params);
      return [withParams(unnamed, 'notifications/progress', ({ message: told, ...params }) => params)];
    },
  }),
  'unknown-members': () => ({
    sends: (message) => {
      if (!('method' in message)) return [withResult(message, fatten)];
      const params = isObject(message.params) ? message.params : {};
      const _meta = { ...(isObject(params._meta) && params._meta), ...META };
      return [{ ...message, params: { ...params, ...EXTRA, _meta } }];
    },
  }),
  'odd-cursors': () => ({
    hears: (message) => {
      const { method, params } = message;
      if (LIST_OF[String(method)] === undefined || !isObject(params)) return message;
      const position = readOddCursor(params.cursor);
      if (!position) return message;
      const { cursor, ...others } = params;
      // The first page is the one behind the empty page.
      return { ...message, params: position.cursor === method ? others : { ...others, cursor: position.cursor } };
    },
    sends: (message, answered) => {
      const list = LIST_OF[String(answered?.method)];
      return [list === undefined ? message : withResult(message, (result) => cut(result, list, answered!))];
    },
  }),
  'odd-ids': () => ({
    sends: (message) => {
      if ('method' in message && 'id' in message) return [{ ...message, id: oddId(message.id!) }];
      return [
        withParams(message, 'notifications/cancelled', (params) => ({
          ...params,
          requestId: oddId(params.requestId!),
        })),
      ];
    },
    hears: (message) => ('method' in message ? message : { ...message, id: plainId(message.id!) }),
  }),
  // The spec names no code for a request before initialize.
  'other-codes': () => {
    let opened = false;
    return {
      sends: (message, answered) => {
        if (answered?.method === 'initialize') opened ||= 'result' in message;
        else if (answered && !opened && isObject(message.error) && message.error.code === CODES.invalidRequest)
          return [{ ...message, error: { ...message.error, code: -32000 } }];
        return [message];
      },
    };
  },
  'sub-resources': () => ({
    sends: (message) => [
      withParams(message, 'notifications/resources/updated', (params) => ({
        ...params,
        uri: `${String(params.uri)}#part`,
      })),
    ],
  }),
  'basic-dates': () => ({ sends: (message) => [withResult(message, (result) => basicDates(result) as JsonObject)] }),
  'empty-media': () => ({ sends: (message) => [withResult(message, (result) => withoutBytes(result) as JsonObject)] }),
  'other-order': () => ({
    afterReply: ({ method }) => String(method).endsWith('/list_changed'),
    sends: (message, answered) => {
      const list = LIST_OF[String(answered?.method)];
      const turned = withResult(message, (result) => {
        const entries = list === undefined ? undefined : result[list];
        return Array.isArray(entries) ? { ...result, [list!]: [...entries].reverse() } : result;
      });
      return [Object.fromEntries(Object.entries(turned).reverse())];
    },
  }),
};

/** The id of one of the server's requests as the client sees it: the end tells whether it was a string. */
const oddId = (id: Json): string => `réq "${String(id)}" ${typeof id === 'string' ? '0' : '→'}`;

/** The server's own id; what `oddId` did not write stays. */
function plainId(written: Json): Json {
  if (typeof written !== 'string') return written;
  const id = written.slice('réq "'.length, -'" 0'.length);
  return [id, Number(id)].find((own) => oddId(own) === written) ?? written;
}

const notification = (method: string, params: JsonObject): JsonObject => ({ jsonrpc: '2.0', method, params });

function withParams(message: JsonObject, method: string, change: (params: JsonObject) => JsonObject): JsonObject {
  if (message.method !== method || !isObject(message.params)) return message;
  return { ...message, params: change(message.params) };
}

function withResult(message: JsonObject, change: (result: JsonObject) => JsonObject): JsonObject {
  return isObject(message.result) ? { ...message, result: change(message.result) } : message;
}

/**
 * A page as one of several: without a cursor an empty one; else the first two entries of the server's page, or those behind
 * them.
 */
function cut(result: JsonObject, list: string, { method, params }: JsonObject): JsonObject {
  const { nextCursor, ...page } = result;
  const given = isObject(params) ? params.cursor : undefined;
  const first = String(method);
  if (given === undefined) return { ...page, [list]: [], nextCursor: oddCursor({ cursor: first, skip: 0 }) };
  const position = readOddCursor(given);
  const entries = Array.isArray(result[list]) ? result[list] : [];
  if (!position) return result;
  if (position.skip === 0 && entries.length > SHORT_PAGE)
    return {
      ...page,
      [list]: entries.slice(0, SHORT_PAGE),
      nextCursor: oddCursor({ cursor: position.cursor, skip: SHORT_PAGE }),
    };
  return {
    ...page,
    [list]: entries.slice(position.skip),
    ...(typeof nextCursor === 'string' && { nextCursor: oddCursor({ cursor: nextCursor, skip: 0 }) }),
  };
}

/** How many entries the shorter pages have. */
const SHORT_PAGE = 2;

function thin(method: string, result: JsonObject): JsonObject {
  const thinned: JsonObject = { ...result };
  for (const [list, kept] of Object.entries(KEPT)) {
    if (Array.isArray(result[list]))
      thinned[list] = result[list].map((entry) => (isObject(entry) ? pick(entry, kept) : entry));
  }
  if (method === 'initialize' && isObject(result.serverInfo)) {
    delete thinned.instructions;
    thinned.serverInfo = pick(result.serverInfo, ['name', 'version']);
  }
  if (method === 'tools/call' && result.isError === false) delete thinned.isError;
  if (method === 'prompts/get') delete thinned.description;
  if (method === 'resources/read' && Array.isArray(result.contents)) {
    thinned.contents = result.contents.map((entry) => (isObject(entry) ? pick(entry, ['uri', 'text', 'blob']) : entry));
  }
  if (method === 'completion/complete' && isObject(result.completion)) {
    thinned.completion = pick(
      result.completion,
      result.completion.hasMore === true ? ['values', 'hasMore'] : ['values'],
    );
  }
  return thinned;
}

/** The same with times of last modification as 20251125T000000Z. */
const basicDates = (value: Json): Json =>
  changed(value, ({ lastModified, ...rest }) =>
    typeof lastModified === 'string' ? { ...rest, lastModified: lastModified.replace(/[-:]/g, '') } : undefined,
  );

/** The same with images and audio of no bytes. */
const withoutBytes = (value: Json): Json =>
  changed(value, (block) => (block.type === 'image' || block.type === 'audio' ? { ...block, data: '' } : undefined));

/** The same with each object inside it as `change` has it, where it has it otherwise. */
function changed(value: Json, change: (object: JsonObject) => JsonObject | undefined): Json {
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (!isObject(value)) return value;
  const own = change(value) ?? value;
  return Object.fromEntries(Object.entries(own).map(([name, one]) => [name, changed(one, change)]));
}

/** The result with every task in it thinned, itself perhaps. */
function quiet(result: JsonObject): JsonObject {
  if (isObject(result.task)) return { ...result, task: quietTask(result.task) };
  if (Array.isArray(result.tasks))
    return { ...result, tasks: result.tasks.map((task) => (isObject(task) ? quietTask(task) : task)) };
  return 'taskId' in result ? quietTask(result) : result;
}

function quietTask({ statusMessage: _said, pollInterval: _interval, ...task }: JsonObject): JsonObject {
  return { ...task, ttl: null };
}

function pick(entry: JsonObject, names: string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => name in entry).map((name) => [name, entry[name]!]));
}

function fatten(result: JsonObject): JsonObject {
  // An empty result is defined to carry no data, so it gets metadata alone.
  if (Object.keys(result).length === 0) return { _meta: META };
  const fat: JsonObject = { ...result, ...EXTRA, _meta: { ...(isObject(result._meta) && result._meta), ...META } };
  for (const list of OPEN_LISTS) if (Array.isArray(result[list])) fat[list] = result[list].map(open);
  for (const name of ['capabilities', 'serverInfo', 'completion'])
    if (isObject(result[name])) fat[name] = { ...result[name], ...EXTRA };
  if (isObject(fat.capabilities)) fat.capabilities = { ...fat.capabilities, experimental: { 'com.example/more': {} } };
  return fat;
}

/** An entry with unknown members, and so the block inside a prompt's message. */
function open(entry: Json): Json {
  if (!isObject(entry)) return entry;
  return { ...entry, ...(isObject(entry.content) && { content: { ...entry.content, ...EXTRA } }), ...EXTRA };
}
