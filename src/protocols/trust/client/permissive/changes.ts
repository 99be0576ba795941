import { madeOf } from '../../../../conversation/live/names.js';
import { type Change, changed } from '../../../../conversation/parts.js';
import { changes, type MakeRewrite, oddIds, rewritten } from '../../../../jsonrpc/rewriting.js';
import type { ClientParts } from '../parts.js';
import { asksMore, givesUp, loadsAgain, type MakeConversation, oneByOne } from './conversation.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

const conversation =
  (make: MakeConversation): Change<ClientParts> =>
  (parts) => ({ ...parts, conversation: (session) => make(parts.conversation(session)) });

/** The options that rewrite messages, in the order in which these pass them. */
const REWRITES: { readonly [name in PermissiveOption]?: MakeRewrite } = {
  'absent-params': changes(({ params, ...message }) =>
    Object.keys(params as object).length === 0 ? message : { ...message, params: params! },
  ),
  'more-members': changes(({ params, ...message }) => ({
    ...message,
    trace: 'größe',
    params: { ...(params as object), trace: 1 },
  })),
  'text-ids': oddIds,
};

/** The options that are more than rewritten messages. */
const CHANGES: { readonly [name in PermissiveOption]?: Change<ClientParts> } = {
  'skipping-ids': (parts) => {
    let last = 1_000_000;
    return {
      ...parts,
      ids: () => {
        last -= 1_000;
        return last;
      },
    };
  },
  'one-by-one': conversation(oneByOne),
  'loads-again': conversation(loadsAgain),
  'gives-up': conversation(givesUp),
  'asks-more': conversation(asksMore),
};

/** The parts of a client that takes these options. */
export function permitting(parts: ClientParts, options: PermissiveOptions): ClientParts {
  const made = changed(parts, CHANGES as Readonly<Record<string, Change<ClientParts>>>, options);
  const rewrites = () =>
    Object.entries(REWRITES).flatMap(([name, rewrite]) => (options.has(name as PermissiveOption) ? [rewrite] : []));
  return { ...made, link: (link) => rewritten(made.link(link), madeOf(options, rewrites)) };
}

/** Whether an option says how the session is held, which is so from its beginning. */
export const isFixed = (name: PermissiveOption): boolean => Object.hasOwn(CHANGES, name);
