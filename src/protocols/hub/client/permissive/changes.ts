import { madeOf } from '../../../../conversation/live/names.js';
import { type Change, changed } from '../../../../conversation/parts.js';
import { isObject } from '../../../../json/json.js';
import { shapeOf } from '../../../../jsonrpc/messages.js';
import { changes, type MakeRewrite, rewritten } from '../../../../jsonrpc/rewriting.js';
import type { ClientParts } from '../parts.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** The options that are more than rewritten messages. */
const CHANGES: { readonly [name in PermissiveOption]?: Change<ClientParts> } = {
  'number-ids': (parts) => {
    let last = Math.floor(Math.random() * 2 ** 40);
    return { ...parts, nextId: () => ++last };
  },
  'lists-first': (parts) => ({ ...parts, rules: { ...parts.rules, first: ['session/list'] } }),
};

/** The options that rewrite messages, in the order in which these pass them. */
const REWRITES: { readonly [name in PermissiveOption]?: MakeRewrite } = {
  'open-meta': changes((message) =>
    shapeOf(message) === 'request' && isObject(message.params)
      ? { ...message, params: { ...message.params, _meta: { 'kit.example/x': [1, null] } } }
      : message,
  ),
  'names-no-role': changes((message) => {
    const { params } = message;
    if (message.method !== 'session/load' || !isObject(params) || !isObject(params._harn)) return message;
    const { role, ...rest } = params._harn;
    return role === 'host_owner' ? { ...message, params: { ...params, _harn: rest } } : message;
  }),
};

/** The parts of a client that takes these options. */
export function permitting(parts: ClientParts, options: PermissiveOptions): ClientParts {
  const made = changed(parts, CHANGES as Readonly<Record<string, Change<ClientParts>>>, options);
  const rewrites = () =>
    Object.entries(REWRITES).flatMap(([name, rewrite]) => (options.has(name as PermissiveOption) ? [rewrite] : []));
  return { ...made, link: (link) => rewritten(made.link(link), madeOf(options, rewrites)) };
}
