import { isObject } from '../../../../json/json.js';
import { CODES, HEADERS } from '../../revision.js';
import { refusal } from '../messages.js';
import { type HttpManner, type Offers, PARTS, type ProtectionManner, type ServerParts } from '../parts.js';
import { permissiveLink } from './link.js';
import type { PermissiveOptions } from './variants.js';

// What no change of a message can say: which features there are, what HTTP keeps, and how things end. All other variants are rewrites
// (`rewrites.ts`, `border.ts`).

/** ms after which a server that is late does what it said. */
const LAG = 50;

/** What a server with these permissive variants is made of. */
export const permitting = (names: PermissiveOptions): ServerParts => {
  const offers = offersOf(names);
  return {
    ...PARTS,
    offers,
    http: httpOf(names),
    protection: protectionOf(names),
    ending: {
      lag: names.has('late-tasks') ? LAG : 0,
      cancelsTasks: !names.has('stubborn-tasks'),
      subscriptions: names.has('ends-unsaid') ? 'silent' : names.has('ends-by-response') ? 'answers' : 'cancels',
    },
    link: (link, { clock }) => permissiveLink(link, names, { clock, ...offers }),
  };
};

/** One without sessions keeps no level, no subscriptions and no tasks. */
function offersOf(names: PermissiveOptions): Offers {
  const remembers = !names.has('no-session-ids');
  return {
    listChanged: remembers && !names.has('no-list-changed'),
    subscriptions: remembers && !names.has('no-subscribe'),
    logging: remembers && !names.has('no-logging'),
    completions: !names.has('no-completions'),
    tasks: remembers && !names.has('no-tasks'),
  };
}

function httpOf(names: PermissiveOptions): HttpManner {
  const sessions = !names.has('no-session-ids');
  const refused = [...(names.has('no-get') ? ['GET'] : []), ...(names.has('no-delete') ? ['DELETE'] : [])];
  const json = names.has('always-json') ? 'json' : undefined;
  const methods = sessions ? PARTS.http.methods.filter((method) => !refused.includes(method)) : ['POST'];
  return {
    ...PARTS.http,
    sessions,
    methods,
    eventIds: sessions && !names.has('no-event-ids'),
    keeps: methods.includes('GET'),
    primes: !names.has('no-priming'),
    polls: names.has('polls'),
    response: names.has('always-sse') ? 'sse' : json,
  };
}

/** What a server answers that keeps its tools alone to those with a token. */
const OPEN = /^(?:initialize|notifications\/initialized|ping|server\/discover|\w+(?:\/templates)?\/list)$/;

function protectionOf(names: PermissiveOptions): ProtectionManner {
  return {
    first: (carried): ReturnType<ProtectionManner['first']> => {
      const { method = '', headers = {} } = carried.http ?? {};
      const asked = isObject(carried.message) ? String(carried.message.method) : '';
      if (names.has('auth-methods-first') && method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
      if (names.has('auth-session-first') && headers[HEADERS.sessionId] === undefined && asked !== 'initialize')
        return { status: 400, headers: {}, body: refusal(CODES.invalidRequest, 'There is no session') };
      return names.has('auth-open-lists') && OPEN.test(asked) ? 'open' : undefined;
    },
    foreignSession: names.has('auth-foreign-403') ? 403 : 404,
  };
}
