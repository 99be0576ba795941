import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';
import { DRAFT, REVISION_2026_07_28 } from '../../per-request.js';
import { REVISION, since } from '../../revision.js';
import { AUTHORIZATION_OPTIONS } from './authorization-options.js';

/**
 * What the spec leaves to a server, by the names that `permissive` takes. A case that fails on a server with any of these
 * variants accuses wrongly.
 */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'unknown-members': wording(
    true,
    'Schema: objects are open',
    'Results, notifications and the objects inside them carry members that no schema names, and vendor keys under _meta.',
  ),
  sparse: wording(
    true,
    'Schema: optional members',
    'Leaves out every optional member: titles, descriptions, annotations, totals, isError: false, instructions.',
  ),
  'odd-ids': wording(
    true,
    'Overview, Requests; Transports, Session Management',
    'The ids of its own requests are strings with spaces, quotes and letters beyond ASCII; ids of sessions and events use all the punctuation of ASCII.',
  ),
  'odd-cursors': wording(
    true,
    'Pagination',
    'Cursors hold spaces, quotes and letters beyond ASCII; page sizes differ, and the first page is empty.',
  ),
  'other-order': wording(
    true,
    'Overview; Tools, List Changed Notification',
    'Lists run backwards, list_changed follows the reply of the call that caused it, members come in another order.',
  ),
  'other-codes': wording(
    true,
    'Transports, Sending Messages (an HTTP error status); Lifecycle is silent on the code before initialize',
    'Uses other error codes and statuses where the spec fixes none, and has bodies of HTTP errors that are no messages.',
  ),
  'odd-progress': wording(
    true,
    'Progress',
    'Progress starts below zero, moves in fractions and has neither total nor message.',
  ),
  'no-cancel': wording(
    true,
    'Cancellation',
    'Requests that are running cannot be cancelled: it answers them as usual.',
  ),
  'no-list-changed': wording(true, 'Tools, Resources, Prompts: Capabilities', 'Announces no changes of its lists.'),
  'no-subscribe': wording(true, 'Resources, Capabilities', 'Offers no subscriptions.'),
  'no-templates': wording(
    false,
    'Resources, Resource Templates: servers may expose them',
    'Has no resource templates, and answers that it does not know resources/templates/list.',
  ),
  'no-logging': wording(false, 'Lifecycle, Capability Negotiation', 'Offers no logging.'),
  'no-completions': wording(false, 'Lifecycle, Capability Negotiation', 'Offers no completions.'),
  'no-tasks': wording(false, 'Tasks, Capabilities', 'Runs nothing as a task, and ignores what asks for it.'),
  'quiet-tasks': wording(
    true,
    'Tasks: Task Notifications, TTL and Resource Management',
    'A task tells nothing of itself: there are no status notifications, no message, no interval, and it is kept without limit.',
  ),
  'late-tasks': wording(
    true,
    'Tasks extension, Task Update Requests and Task Cancellation: eventually consistent',
    'What comes of an answer to a task, or of the wish to end it, shows a while after it was acknowledged.',
  ),
  'stubborn-tasks': wording(
    false,
    'Tasks extension, Task Cancellation: cooperative',
    'A task goes on to its end although the client has asked it to end.',
  ),
  'both-families': wording(
    false,
    'MCP 2026-07-28, Versioning, Backward compatibility',
    'Serves clients that open sessions, as of 2025-11-25, beside those of 2026-07-28.',
  ),
  'ends-by-response': wording(
    false,
    'MCP 2026-07-28, Subscriptions, Graceful Closure',
    'Over stdio it answers a subscription that it ends, and does not cancel it.',
  ),
  'ends-unsaid': wording(
    false,
    'MCP 2026-07-28, Subscriptions, Cancellation: the process exits',
    'Over stdio it exits at the end of its input without a word about its subscriptions.',
  ),
  'no-progress': wording(false, 'Progress', 'Sends no progress, although it was asked for it.'),
  chatter: wording(
    true,
    'Ping; Logging; Transports',
    'Before a reply it pings the client and logs a message, on the stream of that reply.',
  ),
  unhurried: wording(
    true,
    'Overview: no order is fixed between the replies of concurrent requests',
    'Takes its time for each reply, so that the replies of concurrent requests come in another order.',
  ),
  'odd-json': wording(
    true,
    'RFC 8259',
    'Messages hold white space between all tokens, and needless escapes; on stdio still on one line.',
  ),
  'always-sse': wording(true, 'Transports, Sending Messages', 'Answers every request with an event stream.'),
  'always-json': wording(
    false,
    'Transports, Sending Messages',
    'Answers every request with one JSON object; what belongs to the request before that travels on a GET stream, if any.',
  ),
  'odd-sse': wording(
    true,
    'HTML Living Standard, Server-sent events',
    'Comments, CRLF and CR line ends, no space after colons, data in several lines, unknown fields, and many events in one write.',
  ),
  'no-get': wording(false, 'Transports, Listening for Messages', 'Answers GET with 405.'),
  'no-delete': wording(true, 'Transports, Session Management', 'Answers DELETE with 405.'),
  'no-event-ids': wording(false, 'Transports, Resumability', 'Events have no id, and streams cannot be resumed.'),
  polls: wording(
    false,
    'Transports, Sending Messages: may close the connection',
    'Closes the connection of every call of a tool before its response, which a client gets when it comes back.',
  ),
  'sub-resources': wording(
    false,
    'Resources; schema, ResourceUpdatedNotificationParams.uri',
    'That a resource was updated is said of a part of it.',
  ),
  'basic-dates': wording(false, 'ISO 8601', 'Times of last modification are in the basic format.'),
  'empty-media': wording(false, 'RFC 4648: the base64 of no bytes', 'Images and audio have no bytes.'),
  'no-priming': wording(false, 'Transports, Sending Messages: should', 'Event streams begin with their first message.'),
  'no-session-ids': wording(
    false,
    'Transports, Session Management',
    'Assigns no session id and remembers nothing between requests, so it offers neither logging nor subscriptions.',
  ),
  ...AUTHORIZATION_OPTIONS,
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive variants that one server has. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** How a server that asks for tokens may do it: options that go together. */
const USUAL = [
  ...['auth-leeway', 'auth-believes', 'auth-two-servers', 'auth-more-metadata', 'auth-malformed-401'],
  ...['auth-all-scopes', 'auth-scope-order', 'auth-realm', 'auth-other-schemes', 'auth-message-body'],
];
const BRIEF = [
  ...['auth-methods-first', 'auth-metadata-at-root', 'auth-no-body', 'auth-no-scope'],
  ...['auth-forbids-others', 'auth-one-audience'],
];
const GENEROUS = [
  ...['auth-open-lists', 'auth-metadata-elsewhere', 'auth-slash-resource', 'auth-page-body'],
  ...['auth-endless', 'auth-always-error'],
];
const PARTICULAR = [
  ...['auth-metadata-unnamed', 'auth-parent-resource', 'auth-no-error', 'auth-scheme-400'],
  ...['auth-odd-challenge', 'auth-sparse-metadata'],
];

/**
 * The permissive servers that every case must pass on: together they have every variant, each as many as go together. Each
 * names the behaviors that its variants hide.
 */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', versions: [REVISION], wordings: true, hides: ['announce'] },
  {
    name: 'lean',
    versions: [REVISION],
    transports: ['http'],
    wordings: [
      ...['no-get', 'no-delete', 'no-event-ids', 'no-progress', 'no-logging', 'no-completions', 'always-json'],
      'no-templates',
      ...BRIEF,
    ],
    hides: [
      ...['asking-task', 'reporting-task', 'asks-sampling-with-tools', 'asks-as-task'],
      ...['get-stream', 'http-resumable', 'sse-answers', 'polling-tool', 'slow-tool', 'announce'],
      ...['asks-roots', 'asks-sampling', 'asks-elicitation', 'asks-url'],
      ...['logs', 'logs-all-levels', 'completable', 'completable-many', 'template-resource'],
    ],
  },
  {
    name: 'no-session-ids',
    versions: [REVISION],
    transports: ['http'],
    wordings: ['no-session-ids', 'always-sse', 'unknown-members', 'sparse', 'auth-asks-issuer', ...GENEROUS],
    hides: [
      ...['asking-task', 'reporting-task', 'asks-sampling-with-tools', 'asks-as-task', 'demands-url'],
      ...['http-sessions', 'get-stream', 'http-resumable', 'announce', 'logs', 'logs-all-levels'],
      ...['asks-roots', 'asks-sampling', 'asks-elicitation', 'asks-url'],
      'auth-jwt',
    ],
  },
  {
    name: 'diligent',
    versions: [REVISION],
    wordings: [
      ...['polls', 'sub-resources', 'basic-dates', 'empty-media'],
      ...['auth-session-first', 'auth-foreign-403'],
      ...PARTICULAR,
    ],
    // Streams that the server itself breaks show nothing of what a client breaks.
    hides: ['http-resumable'],
  },
  {
    name: 'permissive',
    versions: since(DRAFT),
    wordings: [
      'unknown-members',
      'sparse',
      'unhurried',
      'odd-progress',
      'always-sse',
      'late-tasks',
      'stubborn-tasks',
      'ends-by-response',
      'sub-resources',
      'auth-odd-challenge',
      ...USUAL,
    ],
    hides: [],
  },
  {
    name: 'families',
    versions: since(REVISION_2026_07_28),
    wordings: ['both-families', 'ends-unsaid', ...GENEROUS],
    hides: [],
  },
  {
    name: 'asks-issuer',
    versions: since(REVISION_2026_07_28),
    transports: ['http'],
    wordings: ['auth-asks-issuer', ...PARTICULAR],
    hides: ['auth-jwt'],
  },
  {
    name: 'lean',
    versions: since(DRAFT),
    wordings: [
      'no-list-changed',
      'no-subscribe',
      'no-templates',
      'no-logging',
      'no-completions',
      'no-progress',
      'always-json',
      'no-cancel',
      'no-tasks',
      ...BRIEF,
    ],
    hides: [
      'slow-tool',
      'logs',
      'logs-all-levels',
      'completable',
      'completable-many',
      'template-resource',
      'resource-update',
      'other-resource',
      ...['makes-task', 'makes-task-that-asks', 'makes-task-that-asks-twice', 'asks-then-makes-task'],
      ...['makes-task-that-fails', 'makes-task-that-breaks', 'task-or-answer', 'needs-tasks'],
    ],
  },
];

/** As PERMISSIVE, of what Harn's profile leaves open too. */
export const HARN_PERMISSIVE: readonly PermissiveVariant[] = [
  {
    name: 'permissive',
    wordings: [
      'unknown-members',
      'odd-ids',
      'other-order',
      'chatter',
      'unhurried',
      'odd-json',
      'always-sse',
      'odd-sse',
      'no-delete',
    ],
    hides: [],
  },
];
