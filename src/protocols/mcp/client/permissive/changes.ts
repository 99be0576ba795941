import { madeOf } from '../../../../conversation/live/names.js';
import { type Change, changed } from '../../../../conversation/parts.js';
import type { Offer } from '../../../../generated/types/mcp-client-script-v1.js';
import { rewritten } from '../../../../jsonrpc/rewriting.js';
import type { Headers } from '../../../../wire/carried.js';
import type { ClientParts, HttpManner } from '../parts.js';
import type { TaskHabits } from '../tasks/habits.js';
import {
  asksProgress,
  listensToTasks,
  listsFirst,
  listsTwice,
  type MakeConversation,
  pollsBeside,
  tries,
  wantsKnownTools,
} from './conversation.js';
import { droppingRefused } from './link.js';
import { LOGIN_CHANGES } from './login.js';
import { rewritesOf } from './rewrites.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

const NOTHING: Required<Offer> = { roots: false, sampling: false, forms: false, pages: false, tasks: false };

const script =
  (change: (script: ClientParts['script']) => Partial<ClientParts['script']>): Change<ClientParts> =>
  (parts) => ({ ...parts, script: { ...parts.script, ...change(parts.script) } });

const http =
  (change: Partial<HttpManner>): Change<ClientParts> =>
  (parts) => ({ ...parts, http: { ...parts.http, ...change } });

const tasks =
  (change: Partial<TaskHabits>): Change<ClientParts> =>
  (parts) => ({ ...parts, tasks: { ...parts.tasks, ...change } });

const conversation =
  (make: MakeConversation): Change<ClientParts> =>
  (parts) => ({ ...parts, conversation: (inner) => make(parts.conversation(inner)) });

/** The variants that are more than rewritten messages (`rewrites.ts`), in the order in which they act. */
const CHANGES: { readonly [name in PermissiveOption]?: Change<ClientParts> } = {
  'odd-ids': (parts) => ({ ...parts, ids: () => `größe ${parts.ids()} "😀"` }),
  'lists-twice': conversation(listsTwice),
  'known-tools': conversation(wantsKnownTools),
  'asks-progress': conversation(asksProgress),
  'listens-to-tasks': conversation(listensToTasks),
  'polls-beside': (parts) => conversation(pollsBeside)(tasks({ pollsBeside: true })(parts)),
  'lists-first': conversation(listsFirst),
  'no-discover': (parts) => ({ ...parts, perRequest: tries }),
  'no-get': http({ listens: false }),
  'no-delete': http({ saysGoodbye: false }),
  'closes-cancelled': http({ closesCancelled: true }),
  'header-names': http({ worded: inOtherWords }),
  'key-header': http({ credential: (token) => ({ 'x-api-key': token }) }),
  ...LOGIN_CHANGES,
  'drops-refused': (parts) => ({ ...parts, link: (link, overHttp) => parts.link(droppingRefused(link), overHttp) }),
  'asks-at-once': tasks({ asksAtOnce: true }),
  'slow-polls': tasks({ pace: (interval) => 2 * interval }),
  'one-by-one': tasks({ oneByOne: true }),
  'watches-cancelled': tasks({ watchesCancelled: true }),
  'ttl-backstop': tasks({ patience: (ttl) => ttl }),
  'one-version': script(({ versions }) => ({ versions: versions.slice(0, 1) })),
  'forms-only': script(({ offer }) => ({ offer: { ...offer, pages: false } })),
  'offers-nothing': script(() => ({ offer: NOTHING })),
};

/** Whether a variant says how a conversation is held, which is so from its beginning. */
export const isFixed = (name: PermissiveOption): boolean => Object.hasOwn(CHANGES, name);

/** The parts of a client that takes these options. */
export function permitting(parts: ClientParts, options: PermissiveOptions): ClientParts {
  const made = changed(parts, CHANGES as Readonly<Record<string, Change<ClientParts>>>, options);
  return {
    ...made,
    link: (link, overHttp) =>
      rewritten(
        made.link(link, overHttp),
        madeOf(options, () => rewritesOf(options, overHttp)),
      ),
  };
}

/** The same headers by RFC 9110: names have no case, and what is accepted may have weights. */
function inOtherWords(headers: Headers): Headers {
  const worded = ([name, value]: [string, string]) => [
    name.toUpperCase(),
    name === 'accept' ? value.split(', ').reverse().join(';q=0.9,') : value,
  ];
  return Object.fromEntries(Object.entries(headers).map(worded));
}
