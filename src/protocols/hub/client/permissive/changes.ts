import { type Change, changed } from '../../../../conversation/parts.js';
import { isObject } from '../../../../json/json.js';
import { shapeOf } from '../../../../jsonrpc/messages.js';
import { changes, type MakeRewrite, rewritten } from '../../../../jsonrpc/rewriting.js';
import type { ClientParts } from '../parts.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

const onLink =
  (rewrite: MakeRewrite): Change<ClientParts> =>
  (parts) => ({ ...parts, link: (link) => rewritten(parts.link(link), [rewrite]) });

/** What each option changes. */
const CHANGES: Readonly<Record<PermissiveOption, Change<ClientParts>>> = {
  'number-ids': (parts) => {
    let last = Math.floor(Math.random() * 2 ** 40);
    return { ...parts, nextId: () => ++last };
  },
  'open-meta': onLink(
    changes((message) =>
      shapeOf(message) === 'request' && isObject(message.params)
        ? { ...message, params: { ...message.params, _meta: { 'kit.example/x': [1, null] } } }
        : message,
    ),
  ),
  'lists-first': (parts) => ({ ...parts, rules: { ...parts.rules, first: ['session/list'] } }),
  'names-no-role': onLink(
    changes((message) => {
      const { params } = message;
      if (message.method !== 'session/load' || !isObject(params) || !isObject(params._harn)) return message;
      const { role, ...rest } = params._harn;
      return role === 'host_owner' ? { ...message, params: { ...params, _harn: rest } } : message;
    }),
  ),
};

/** The parts of a client that takes these options. */
export const permitting = (parts: ClientParts, options: PermissiveOptions): ClientParts =>
  changed(parts, CHANGES, options);
