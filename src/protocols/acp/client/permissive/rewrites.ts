import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import {
  afterTurns,
  changes,
  changesParams,
  changesResults,
  delaysResults,
  type MakeRewrite,
  oddIds,
} from '../../../../jsonrpc/rewriting.js';
import { type Clock, realClock } from '../../../../wire/clock/clock.js';
import { CODES } from '../../errors.js';
import { ignoresCancelRequest, takesExtensions } from '../../rewrites.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** What the permissive variants do with messages, in the order in which these pass them. */
export function rewritesOf(options: PermissiveOptions, clock: Clock = realClock): MakeRewrite[] {
  const names = (Object.keys(REWRITES) as PermissiveOption[]).filter((name) => options.has(name));
  const chosen = names.map((name) => REWRITES[name]!);
  return options.has('late-cancel') ? [lateCancel(clock), ...chosen] : chosen;
}

const META: JsonObject = { 'vendor.example/größe': [1, null, { deep: '😀' }] };

/** Turns of the event loop that an answer is held back. */
const TURNS = 5;

/** Sends a cancellation when the permissions that were open, answered in later turns of the event loop, are out. */
const lateCancel =
  (clock: Clock): MakeRewrite =>
  ({ later }) => ({
    sends: (message, pass) => {
      const wait = (act: () => void) => void clock.after(1, act);
      if (message.method === 'session/cancel') later(wait, () => pass(message));
      else pass(message);
    },
  });

/** By the name of the variant. Variants that messages can't say are options of the script. */
const REWRITES: { readonly [name in PermissiveOption]?: MakeRewrite } = {
  // When things leave.
  unhurried: delaysResults(afterTurns(TURNS)),
  // What is asked of the agent.
  'no-info': changesParams('initialize', ({ clientInfo: _, ...params }) => params),
  'sparse-offer': changesParams('initialize', ({ clientCapabilities, ...params }) => {
    const kept = isObject(clientCapabilities) ? onlyTrue(clientCapabilities) : {};
    return Object.keys(kept).length > 0 ? { ...params, clientCapabilities: kept } : params;
  }),
  'more-content': () => {
    let folder = '/';
    return {
      sends: (message, pass) => {
        const { params } = message;
        if (isObject(params) && typeof params.cwd === 'string') folder = params.cwd;
        const prompt = isObject(params) && message.method === 'session/prompt' ? params.prompt : undefined;
        if (!Array.isArray(prompt)) return pass(message);
        const uri = pathToFileURL(join(folder, 'notes.txt')).href;
        const linked = [...prompt, { type: 'resource_link', name: 'notes', uri }];
        pass({ ...message, params: { ...(params as JsonObject), prompt: linked } });
      },
    };
  },
  // What comes, and when it is served.
  'reads-loosely': () => ({
    hears: (message, pass) => {
      const { method, params } = message;
      const types = OPTIONAL[String(method)];
      if (!types || !isObject(params)) return pass(message);
      const fits = ([name, value]: [string, Json]) => {
        const type = Object.hasOwn(types, name) ? types[name] : undefined;
        return type === undefined || (type === 'array' ? Array.isArray(value) : typeof value === type);
      };
      pass({ ...message, params: Object.fromEntries(Object.entries(params).filter(fits)) });
    },
  }),
  'no-choice-is-an-error': ({ send }) => ({
    hears: (message, pass) => {
      const { params, id } = message;
      const options = isObject(params) && message.method === 'session/request_permission' ? params.options : undefined;
      if (!Array.isArray(options) || options.length > 0) return pass(message);
      send({ jsonrpc: '2.0', id: id!, error: { code: CODES.invalidParams, message: 'There is nothing to choose' } });
    },
  }),
  'one-at-a-time': (border) => asksAlone(border),
  'ignores-cancel-request': ignoresCancelRequest,
  // How answers are worded.
  'ends-at-end': changes((message, request) => {
    const { line, limit, path } = asked(request, 'fs/read_text_file') ?? {};
    const behind = Number(line ?? 1) > 1 && limit !== 0 && isObject(message.result) && message.result.content === '';
    if (!behind) return message;
    const { result: _, ...rest } = message;
    return { ...rest, error: { code: CODES.invalidParams, message: `the file ends before line ${line}: ${path}` } };
  }),
  'bare-lines': changesResults((result, request) => {
    const { line, limit } = asked(request, 'fs/read_text_file') ?? {};
    const part = Number(line ?? 1) !== 1 || (limit ?? null) !== null;
    return part && typeof result.content === 'string'
      ? { ...result, content: result.content.replace(/\n$/, '') }
      : result;
  }),
  'sparse-exit': changesResults((result) => {
    const { exitStatus } = result;
    return isObject(exitStatus) ? { ...result, exitStatus: withoutNull(exitStatus) } : withoutNull(result);
  }),
  'null-exit': changesResults((result) =>
    'output' in result && !('exitStatus' in result) ? { ...result, exitStatus: null } : result,
  ),
  'null-results': changesResults((result) => (Object.keys(result).length === 0 ? null : result)),
  'open-meta': changes((message) => ({
    ...message,
    ...(isObject(message.params) && { params: { ...message.params, _meta: META } }),
    ...(isObject(message.result) && { result: { ...message.result, _meta: META } }),
  })),
  'other-codes': changes((message) => {
    const { error } = message;
    return isObject(error) && error.code === CODES.notFound
      ? { ...message, error: { ...error, code: CODES.internalError } }
      : message;
  }),
  'takes-extensions': takesExtensions,
  // The requests of the client.
  'odd-ids': oddIds,
};

/** Optional members of requests, and their types. */
const OPTIONAL: { readonly [method: string]: { readonly [member: string]: string } } = {
  'fs/read_text_file': { line: 'number', limit: 'number' },
  'terminal/create': { args: 'array', env: 'array', cwd: 'string' },
};

/** Keeps back what is asked while the user thinks about a permission. */
const asksAlone: MakeRewrite = ({ requestOf }) => {
  const asking = new Set<JsonObject>();
  const waiting: (() => void)[] = [];
  return {
    hears: (message, pass) => {
      const isRequest = typeof message.method === 'string' && message.id !== undefined;
      if (message.method === 'session/request_permission' && isRequest) asking.add(message);
      else if (isRequest && asking.size > 0) return void waiting.push(() => pass(message));
      pass(message);
    },
    sends: (message, pass) => {
      const request = requestOf(message);
      pass(message);
      if (!request || !asking.delete(request) || asking.size > 0) return;
      for (const serve of waiting.splice(0)) serve();
    },
  };
};

/** The params of a request, where it has this method. */
function asked(request: JsonObject | undefined, method: string): JsonObject | undefined {
  return request?.method === method && isObject(request.params) ? request.params : undefined;
}

/** Capabilities without those that are not there, which says the same. */
function onlyTrue(capabilities: JsonObject): JsonObject {
  const kept = Object.entries(capabilities).map(([name, value]) => [name, isObject(value) ? onlyTrue(value) : value]);
  return Object.fromEntries(
    kept.filter(([, value]) => value !== false && !(isObject(value) && Object.keys(value!).length === 0)),
  );
}

/** An exit without the member that is not there; any other object as it is. */
function withoutNull(exit: JsonObject): JsonObject {
  if (!('exitCode' in exit)) return exit;
  return Object.fromEntries(Object.entries(exit).filter(([, value]) => value !== null));
}
