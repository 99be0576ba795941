import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import { afterTurns, changes, delaysResults, type MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import { INTERNAL_ERROR, RpcError } from '../../../../jsonrpc/rpc-error.js';
import { methodNotFound } from '../../errors.js';
import { META as META_NAMES } from '../../per-request.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/**
 * What the permissive variants do with messages, in the order in which these pass them. Over HTTP nothing can be said before
 * the session has its id.
 */
export function rewritesOf(options: PermissiveOptions, overHttp: boolean): MakeRewrite[] {
  const names = (Object.keys(REWRITES) as PermissiveOption[]).filter((name) => options.has(name));
  const chosen = names.map((name) => REWRITES[name]!);
  const moments = overHttp ? ['notifications/initialized'] : ['initialize', 'notifications/initialized'];
  return options.has('pings-server') ? [...chosen, pingsAt(moments)] : chosen;
}

const META: JsonObject = { 'vendor.example/x-1': [1, null, { deep: '😀' }] };

/** Turns of the event loop that an answer is held back. */
const TURNS = 5;

/** With keys in the _meta of params and result, beside those that are there. */
const withMeta = (value: JsonObject): JsonObject => ({
  ...value,
  _meta: { ...META, ...(isObject(value._meta) ? value._meta : {}) },
});

/** Pings the server whenever a message of these methods has left. */
const pingsAt =
  (methods: readonly string[]): MakeRewrite =>
  ({ send }) => {
    let pinged = 0;
    return {
      sends: (message, pass) => {
        pass(message);
        if (methods.includes(String(message.method))) send({ jsonrpc: '2.0', id: `ping-${++pinged}`, method: 'ping' });
      },
      hears: (message, pass) => {
        const own = !('method' in message) && typeof message.id === 'string' && message.id.startsWith('ping-');
        if (!own) pass(message);
      },
    };
  };

/** What is run as a task can be neither listed nor cancelled, and tells of no change. */
const quietTasks: MakeRewrite = ({ send }) => ({
  sends: (message, pass) => {
    if (message.method === 'notifications/tasks/status') return;
    const { capabilities } = message.method === 'initialize' && isObject(message.params) ? message.params : {};
    if (!isObject(capabilities) || !isObject(capabilities.tasks)) return pass(message);
    const { list: _, cancel: __, ...tasks } = capabilities.tasks;
    pass({ ...message, params: { ...(message.params as JsonObject), capabilities: { ...capabilities, tasks } } });
  },
  hears: (message, pass) => {
    const { id, method } = message;
    if (id === undefined || (method !== 'tasks/list' && method !== 'tasks/cancel')) return pass(message);
    send({ jsonrpc: '2.0', id, error: methodNotFound(method).toObject() });
  },
});

/** Results without a type are errors, if their requests say by themselves which revision they are of. */
const typedResults: MakeRewrite = () => {
  const asked = new Set<string>();
  return {
    sends: (message, pass) => {
      const { id, params } = message;
      const perRequest = isObject(params) && isObject(params._meta) && META_NAMES.protocolVersion in params._meta;
      if (id !== undefined && perRequest) asked.add(idKey(id));
      pass(message);
    },
    hears: (message, pass) => {
      const { id = null, method, result } = message;
      const answers = method === undefined && asked.delete(idKey(id));
      if (!answers || !isObject(result) || result.resultType !== undefined) return pass(message);
      const error = new RpcError(INTERNAL_ERROR, 'the server answered with a result without a resultType').toObject();
      pass({ jsonrpc: '2.0', id, error });
    },
  };
};

/** Requests do not say which client they are of. */
const nameless = changes((message) => {
  const { params } = message;
  if (!isObject(params) || !isObject(params._meta)) return message;
  const { [META_NAMES.clientInfo]: _, ...meta } = params._meta;
  return { ...message, params: { ...params, _meta: meta } };
});

/** By the name of the variant. Variants that messages can't say are in `changes.ts`. */
const REWRITES: { readonly [name in PermissiveOption]?: MakeRewrite } = {
  unhurried: delaysResults(afterTurns(TURNS)),
  'quiet-tasks': quietTasks,
  'typed-results': typedResults,
  nameless,
  'empty-params': changes((message) =>
    'method' in message && !('id' in message) && !('params' in message) ? { ...message, params: {} } : message,
  ),
  'open-meta': changes((message) => ({
    ...message,
    ...(isObject(message.params) && { params: withMeta(message.params) }),
    ...(isObject(message.result) && { result: withMeta(message.result) }),
  })),
  'other-refusals': changes((message) =>
    isObject(message.error) ? { ...message, error: { data: { reason: 'größe' }, ...message.error } } : message,
  ),
};
