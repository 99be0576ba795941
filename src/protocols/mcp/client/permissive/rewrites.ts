import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { afterTurns, changes, delaysResults, type MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import type { PermissiveOption, PermissiveOptions } from './options.js';

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

/** By the name of the variant. Variants that messages can't say are options of the script. */
const REWRITES: { readonly [name in PermissiveOption]?: MakeRewrite } = {
  unhurried: delaysResults(afterTurns(TURNS)),
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
