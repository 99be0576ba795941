import { type Change, changed } from '../../../../conversation/parts.js';
import { changes, type MakeRewrite, oddIds, rewritten } from '../../../../jsonrpc/rewriting.js';
import type { ClientParts } from '../parts.js';
import { asksMore, givesUp, loadsAgain, type MakeConversation, oneByOne } from './conversation.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

const onLink =
  (rewrite: MakeRewrite): Change<ClientParts> =>
  (parts) => ({ ...parts, link: (link) => rewritten(parts.link(link), [rewrite]) });

const conversation =
  (make: MakeConversation): Change<ClientParts> =>
  (parts) => ({ ...parts, conversation: (session) => make(parts.conversation(session)) });

/** What each option changes. */
const CHANGES: Readonly<Record<PermissiveOption, Change<ClientParts>>> = {
  'text-ids': onLink(oddIds),
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
  'more-members': onLink(
    changes(({ params, ...message }) => ({
      ...message,
      trace: 'größe',
      params: { ...(params as object), trace: 1 },
    })),
  ),
  'absent-params': onLink(
    changes(({ params, ...message }) =>
      Object.keys(params as object).length === 0 ? message : { ...message, params: params! },
    ),
  ),
  'one-by-one': conversation(oneByOne),
  'loads-again': conversation(loadsAgain),
  'gives-up': conversation(givesUp),
  'asks-more': conversation(asksMore),
};

/** The parts of a client that takes these options. */
export const permitting = (parts: ClientParts, options: PermissiveOptions): ClientParts =>
  changed(parts, CHANGES, options);
