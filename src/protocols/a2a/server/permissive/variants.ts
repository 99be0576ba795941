import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';
import { V1_WORDINGS } from '../../v1/permissive/wordings.js';
import { V1, VERSION } from '../../version.js';

/** What A2A leaves to a server, by the names that `permissive` takes. A case that fails on a server with any of these accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'no-wait': wording(true, '7.1.2', 'A request that does not say so does not wait for its task.'),
  'wants-id': wording(true, '6.11.1; the schema of requests', 'A request without an id is refused.'),
  'unknown-members': wording(true, '6: objects are open', 'Results have members that no schema names.'),
  'oauth-schemes': wording(
    true,
    '5.5.3 asks for TLS in one flow alone',
    'The card has OAuth flows, some of them without TLS.',
  ),
  sparse: wording(false, '6.1; 6.2', 'Tasks have no history, and their status no time.'),
  'error-status': wording(true, '3.2.1 is silent', 'Errors of JSON-RPC have the status 400.'),
  'other-codes': wording(true, '7.1 names none', 'A message to a task that has ended has the code of a bad request.'),
  'own-codes': wording(false, '7.1 names none', 'A message to a task that has ended gets a separate error code.'),
  'kinds-first': wording(
    false,
    '8.2: -32005 is for content that is not taken',
    'A broken file or data part is refused for its kind.',
  ),
  'few-methods': wording(false, '11.1.3; 8.1', 'It has neither tasks/resubscribe nor a method for the extended card.'),
  'slow-cancel': wording(
    false,
    '7.4',
    'The answer to tasks/cancel is the task as it still works; it is canceled soon.',
  ),
  'one-context': wording(false, '6.1', 'All tasks have one context, unless the client names another.'),
  'object-params': wording(false, '6.11.1', 'A list as params makes no valid request.'),
  'task-at-the-end': wording(false, '7.2; 9.3 is an example', 'A stream ends with the whole task and no final status.'),
  'late-head': wording(false, '3.3.1', 'The head of a subscription comes with its first event, which is not a task.'),
  'bare-404': wording(false, '3.2.3', 'An unknown path has status 404 and no body.'),
  'minimal-posts': wording(false, '9.5', 'What is posted is the id of the task and its state.'),
  'messages-alone': wording(false, '7.1', 'Every message is answered with a message.'),
  'google-errors': wording(true, '3.2.3 asks for a consistent form', "Errors of REST have the form of Google's APIs."),
  'proto-posts': wording(true, '9.5 leaves the form open', 'What is posted has the form of the proto.'),
  'named-events': wording(true, '3.3.1; WHATWG HTML', 'Events have a name and an id.'),
  'no-streams': wording(false, '5.5.2', 'It does not stream.'),
  'no-webhooks': wording(false, '5.5.2', 'It does not post to webhooks.'),
  'one-card': wording(false, '7.10', 'It has no extended card.'),
  secured: wording(false, '4.3', 'It wants credentials with every request.'),
  ...V1_WORDINGS,
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one server takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The servers that every case must pass on. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [], versions: [VERSION] },
  {
    name: 'other-answers',
    wordings: [
      ...(['own-codes', 'few-methods', 'slow-cancel', 'one-context', 'object-params', 'task-at-the-end'] as const),
      ...(['bare-404', 'minimal-posts', 'one-card', 'kinds-first'] as const),
    ],
    hides: [],
    versions: [VERSION],
  },
  { name: 'late-head', wordings: ['late-head'], hides: [], versions: [VERSION] },
  {
    name: 'messages-alone',
    wordings: ['messages-alone'],
    hides: [
      ...['task', 'streamed-task', 'long-task', 'asks-input', 'asks-sign-in', 'rejected-task', 'failed-task', 'files'],
    ],
    versions: [VERSION],
  },
  { name: 'lean', wordings: ['no-streams', 'no-webhooks', 'one-card', 'sparse'], hides: [], versions: [VERSION] },
  {
    name: 'gets-subscriptions',
    wordings: [
      ...(['subscribes-by-get', 'more-details', 'silent-deletes', 'posts-updates'] as const),
      ...(['signed-card', 'forgets-canceled', 'snapshot-at-end'] as const),
    ],
    hides: [],
    versions: [V1],
  },
  {
    name: 'posts-subscriptions',
    wordings: [
      ...(['subscribes-by-post', 'closes-when-waiting', 'small-pages', 'dated-card'] as const),
      ...(['unknown-members', 'wants-id', 'named-events', 'object-params', 'no-history', 'one-url'] as const),
    ],
    hides: [],
    versions: [V1],
  },
];
