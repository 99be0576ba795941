import type { PermissiveVariants } from './variants.js';

// What no change of a message can say: which features there are, and what HTTP keeps. All other variants are rewrites
// (`rewrites.ts`, `border.ts`).

/** The optional features that a server offers, where its script has something to offer. */
export interface Offers {
  /** Tells of changes of its lists. */
  listChanged: boolean;
  subscriptions: boolean;
  logging: boolean;
  completions: boolean;
  /** Runs calls of tools as tasks. */
  tasks: boolean;
}

/** The features of a server with these permissive variants. One without sessions keeps no level, no subscriptions and no tasks. */
export function offersOf(names: PermissiveVariants): Offers {
  const remembers = !names.has('no-session-ids');
  return {
    listChanged: remembers && !names.has('no-list-changed'),
    subscriptions: remembers && !names.has('no-subscribe'),
    logging: remembers && !names.has('no-logging'),
    completions: !names.has('no-completions'),
    tasks: remembers && !names.has('no-tasks'),
  };
}

/** How a server speaks Streamable HTTP. */
export interface HttpChoices {
  /** Whether it assigns session ids, and knows a client again. */
  sessions: boolean;
  /** The methods of HTTP that it allows. */
  methods: readonly string[];
  /** Whether events have ids, so that a client can come back to a stream. */
  eventIds: boolean;
  /** Whether a stream begins with an event that has an id and no data. */
  primes: boolean;
  /** Whether it closes the connection of a call before the response. */
  polls: boolean;
  /** How each request is answered; unset where the script says it. */
  response: 'json' | 'sse' | undefined;
}

/** How a server with these permissive variants speaks Streamable HTTP. */
export function httpChoicesOf(names: PermissiveVariants): HttpChoices {
  const sessions = !names.has('no-session-ids');
  const refused = [...(names.has('no-get') ? ['GET'] : []), ...(names.has('no-delete') ? ['DELETE'] : [])];
  const json = names.has('always-json') ? 'json' : undefined;
  return {
    sessions,
    methods: sessions ? ['GET', 'POST', 'DELETE'].filter((method) => !refused.includes(method)) : ['POST'],
    eventIds: sessions && !names.has('no-event-ids'),
    primes: !names.has('no-priming'),
    polls: names.has('polls'),
    response: names.has('always-sse') ? 'sse' : json,
  };
}
