import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';
import { DRAFT, REVISION_2026_07_28 } from '../../per-request.js';
import { REVISION, since } from '../../revision.js';

/** What the spec leaves to a client, by the names that `permissive` takes. A case that fails on such a client accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'odd-ids': wording(
    true,
    'Base protocol, Requests',
    'Its ids are texts with spaces, quotes and letters beyond ASCII.',
  ),
  unhurried: wording(
    true,
    'Base protocol, Responses: no order is fixed',
    'Holds every second answer back, so that others overtake it.',
  ),
  'open-meta': wording(
    true,
    'Base protocol, General fields, _meta',
    'Each message has keys in _meta that nobody knows.',
  ),
  'lists-first': wording(
    true,
    'Tools, Listing tools',
    'Lists tools, as far as there are any, before it does anything else.',
  ),
  'lists-twice': wording(
    false,
    'Pagination: a list may be asked for from its first page at any time',
    'Walks through each list twice.',
  ),
  'asks-progress': wording(true, 'Progress, Progress flow', 'Asks for progress of every call, with texts as tokens.'),
  'pings-server': wording(
    true,
    'Ping; Lifecycle, Initialization',
    'Pings the server while initialize runs, and after it.',
  ),
  'empty-params': wording(true, 'Schema: optional members', 'Notifications without params have empty ones.'),
  'other-refusals': wording(
    true,
    'Base protocol, Error responses; Elicitation',
    'Whatever it refuses has data beside code and message.',
  ),
  'no-get': wording(true, 'Transports, Listening for messages: may', 'Over HTTP it opens no stream by GET.'),
  'no-delete': wording(true, 'Transports, Session management: should', 'Over HTTP it does not end its session.'),
  'closes-cancelled': wording(
    false,
    'Transports, Sending messages: nothing says that a client keeps a stream on which it wants no answer',
    'Over HTTP it closes the exchange of a call that it has cancelled.',
  ),
  'header-names': wording(true, 'RFC 9110, section 5.1', 'Header names are in upper case, and Accept has weights.'),
  'no-discover': wording(false, 'MCP 2026-07-28, Discovery: may', 'Asks no server what it has, and tries.'),
  'known-tools': wording(
    false,
    'MCP 2026-07-28, Transports, Custom headers: a tool that can not be used is left out',
    'Calls no tool but those that it has listed.',
  ),
  'key-header': wording(
    false,
    'Harn guide, Auto-connection: a bearer token or an API key',
    'Its credential stands in X-API-Key.',
  ),
  'signs-in-first': wording(
    false,
    'Authorization: nothing says when a client signs in',
    'Signs in before it speaks with its server, which is not asked first.',
  ),
  'asks-all-places': wording(
    true,
    'Authorization, Discovery: a document that is not used may be asked for',
    'Asks for metadata at every well-known place, and uses those that it should.',
  ),
  'probes-places': wording(false, 'RFC 9110, section 9.3.2', 'Sends HEAD to the places of metadata.'),
  'stops-at-errors': wording(
    false,
    'Authorization: nothing says what follows an error of a server',
    'Ends a login if a place of metadata answers with 5xx or with no JSON.',
  ),
  'follows-within-origin': wording(
    false,
    'Security best practices, SSRF: redirects to other origins',
    'Follows redirects of metadata within their origin.',
  ),
  'identical-resource': wording(
    false,
    'RFC 9728, section 3.3: identical',
    'Uses no metadata of a parent of its server.',
  ),
  'last-server': wording(false, 'RFC 9728, section 7.6', 'Signs in at the last authorization server that is named.'),
  'falls-back': wording(
    false,
    'MCP 2025-03-26, Authorization: taken away since, and not forbidden',
    'Takes its server for the authorization server if there are no metadata, and guesses endpoints.',
  ),
  'registers-again': wording(false, 'RFC 7591: nothing forbids it', 'Tries to register again if that is refused.'),
  'visits-before': wording(
    false,
    'RFC 6749, section 3.1: nothing forbids it',
    'Fetches the page itself before it is opened.',
  ),
  'asks-openid': wording(true, 'OpenID Connect Core, section 3.1.2.1', 'Asks for openid beside other scopes.'),
  'asks-offline': wording(
    false,
    'MCP 2026-07-28, Authorization, Refresh tokens: may',
    'Asks for offline_access if the authorization server lists it.',
  ),
  'challenged-scopes-only': wording(
    false,
    'MCP 2025-11-25, Authorization, Scope selection: those of the challenge',
    'Asks in a step-up for the scopes of the challenge alone.',
  ),
  'redeems-without-redirect': wording(false, 'OAuth 2.1, section 4.1.3', 'Redeems a code without the redirect URI.'),
  'signs-in-anew': wording(
    false,
    'Authorization: nothing says that a client must refresh',
    'Signs in again in place of a refresh.',
  ),
  'refreshes-early': wording(true, 'RFC 6749, section 1.5', 'Refreshes a token shortly before its end.'),
  'no-step-up': wording(false, 'Authorization, Step-up: should', 'Shows missing scopes as an error.'),
  'moves-bare': wording(
    false,
    'RFC 9110, section 15.4: may',
    'Follows a redirect of its server to another origin, without its token.',
  ),
  'drops-refused': wording(
    false,
    'MCP 2026-07-28, Multi round-trip requests: servers must not assume a retry',
    'Gives a request up, and says so, once its user has refused what the server needs for it.',
  ),
  nameless: wording(false, 'MCP 2026-07-28, Overview, Metadata: should', 'Its requests do not say which client it is.'),
  'typed-results': wording(
    false,
    'MCP 2026-07-28, Overview, Results: a server of this version must include resultType',
    'Refuses a result without a resultType.',
  ),
  'quiet-tasks': wording(
    true,
    'Tasks: Capability Negotiation, Task Notifications',
    'What it runs as a task can be neither listed nor cancelled, and it tells of no change of its status.',
  ),
  'asks-at-once': wording(
    false,
    'Tasks extension, Task Polling: the interval is one between polls',
    'Asks for a new task before its interval is over for the first time.',
  ),
  'slow-polls': wording(false, 'Tasks extension, Task Polling: should', 'Asks for a task half as often as it may.'),
  'one-by-one': wording(
    false,
    'Tasks extension, Task Update Requests: one or more',
    'Answers the questions of a task one by one.',
  ),
  'watches-cancelled': wording(
    false,
    'Tasks extension, Task Cancellation: need not, but may',
    'Asks for a task that it cancelled until that is over.',
  ),
  'listens-to-tasks': wording(
    false,
    'Tasks extension, Task Status Notifications: may',
    'Listens for the changes of each task, and polls only if they are not sent.',
  ),
  'polls-beside': wording(
    false,
    'Tasks extension, Task Status Notifications: may continue; Tasks, Getting Tasks: may poll alongside tasks/result',
    'Also polls a task whose changes are sent or whose result is awaited.',
  ),
  'ttl-backstop': wording(
    false,
    'Tasks extension, Task Polling: may',
    'Gives up a task that is older than its server says that it keeps it.',
  ),
  'one-version': wording(false, 'Lifecycle, Version negotiation', 'Speaks the latest revision alone.'),
  'forms-only': wording(false, 'Elicitation, Capabilities', 'Elicitation is an empty object: it has forms alone.'),
  'offers-nothing': wording(
    false,
    'Lifecycle, Capability negotiation',
    'Declares no capability, and refuses what needs one.',
  ),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one client takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The permissive clients that every case must pass on: together they take every option but those of Harn's profile alone. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: ['client-listen'], versions: [REVISION] },
  {
    name: 'diligent',
    wordings: [
      'lists-twice',
      'polls-beside',
      'unhurried',
      'follows-within-origin',
      'falls-back',
      'last-server',
      'visits-before',
      'challenged-scopes-only',
      'closes-cancelled',
    ],
    hides: [],
    versions: [REVISION],
  },
  {
    name: 'forms-only',
    wordings: [
      'forms-only',
      'one-version',
      'unhurried',
      'empty-params',
      'stops-at-errors',
      'redeems-without-redirect',
      'signs-in-anew',
    ],
    hides: ['client-either-family', 'mcp-refresh'],
  },
  {
    name: 'bare',
    wordings: [
      'offers-nothing',
      'odd-ids',
      'lists-first',
      'identical-resource',
      'registers-again',
      'no-step-up',
      'moves-bare',
      'refreshes-early',
    ],
    hides: ['mcp-step-up'],
  },
  {
    name: 'tries',
    wordings: [
      'no-discover',
      'odd-ids',
      'open-meta',
      'asks-progress',
      'header-names',
      'nameless',
      'typed-results',
      'asks-at-once',
      'one-by-one',
      'listens-to-tasks',
      'polls-beside',
      'visits-before',
      'asks-offline',
    ],
    // Its first request is its only one. Refused twice in a row, it signs in anew, and no second refresh can be seen.
    hides: ['client-either-family', 'mcp-refresh'],
    versions: since(REVISION_2026_07_28),
  },
  {
    name: 'follows',
    wordings: [
      'slow-polls',
      'watches-cancelled',
      'ttl-backstop',
      'listens-to-tasks',
      'one-version',
      'drops-refused',
      'asks-all-places',
      'probes-places',
      'asks-openid',
      'last-server',
      'falls-back',
    ],
    hides: ['client-either-family'],
    versions: since(REVISION_2026_07_28),
  },
  {
    name: 'drafts',
    wordings: [
      'odd-ids',
      'open-meta',
      'asks-progress',
      'header-names',
      'other-refusals',
      'lists-first',
      'drops-refused',
      'probes-places',
      'refreshes-early',
      'follows-within-origin',
    ],
    hides: [],
    versions: [DRAFT],
  },
];

/** The same for clients of Harn's profile, who declare what Harn's guide says that they do. */
export const HARN_PERMISSIVE: readonly PermissiveVariant[] = [
  {
    name: 'permissive',
    wordings: [
      'odd-ids',
      'unhurried',
      'open-meta',
      'lists-first',
      'asks-progress',
      'pings-server',
      'empty-params',
      'other-refusals',
      'no-get',
      'no-delete',
      'header-names',
    ],
    hides: [],
    versions: [REVISION],
  },
  {
    name: 'one-version',
    wordings: ['one-version', 'unhurried', 'odd-ids', 'key-header', 'known-tools', 'signs-in-first'],
    hides: [],
  },
  {
    name: 'tries',
    wordings: ['odd-ids', 'open-meta', 'asks-progress', 'header-names', 'lists-first', 'unhurried'],
    hides: [],
    versions: [DRAFT],
  },
];
