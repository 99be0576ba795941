import { chosenWordings, type PermissiveWording, wording } from '../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../conversation/role-entry.js';
import { VERSION } from '../version.js';
import type { Offer } from './card.js';

/** What A2A leaves to a server, by the names that `permissive` takes. A case that fails on a server with any of these accuses wrongly. */
const WORDINGS = {
  'no-wait': wording(true, '7.1.2', 'A request that does not say so does not wait for its task.'),
  'wants-id': wording(true, '6.11.1; the schema of requests', 'A request without an id is refused.'),
  'unknown-members': wording(true, '6: objects are open', 'Results have members that no schema names.'),
  sparse: wording(false, '6.1; 6.2', 'Tasks have no history, and their status no time.'),
  'error-status': wording(true, '3.2.1 is silent', 'Errors of JSON-RPC have the status 400.'),
  'other-codes': wording(true, '7.1 names none', 'A message to a task that has ended has the code of a bad request.'),
  'google-errors': wording(true, '3.2.3 asks for a consistent form', "Errors of REST have the form of Google's APIs."),
  'proto-posts': wording(true, '9.5 leaves the form open', 'What is posted has the form of the proto.'),
  'named-events': wording(true, '3.3.1; WHATWG HTML', 'Events have a name and an id.'),
  'no-streams': wording(false, '5.5.2', 'It does not stream.'),
  'no-webhooks': wording(false, '5.5.2', 'It does not post to webhooks.'),
  'one-card': wording(false, '7.10', 'It has no extended card.'),
  secured: wording(false, '4.3', 'It wants credentials with every request.'),
} as const satisfies Record<string, PermissiveWording>;

export type WordingName = keyof typeof WORDINGS;

/** The wording that concerns how a request waits. */
export const WAITS: WordingName = 'no-wait';

/** The wording that concerns requests without an id. */
export const WANTS_ID: WordingName = 'wants-id';

/** The wording that concerns how posts look. */
export const PROTO_POSTS: WordingName = 'proto-posts';

/** The wording that concerns how errors of REST look. */
export const GOOGLE_ERRORS: WordingName = 'google-errors';

/** The wordings that one server uses. */
export type PermissiveWordings = ReadonlySet<WordingName>;

/** Reads the option `permissive`. Throws a ScriptError that names an unknown wording. */
export const readPermissive = (permissive: boolean | readonly string[] | undefined): PermissiveWordings =>
  chosenWordings(WORDINGS, permissive);

/** What a server with these wordings offers. */
export const offerOf = (wordings: PermissiveWordings): Offer => ({
  streaming: !wordings.has('no-streams'),
  push: !wordings.has('no-webhooks'),
  extendedCard: !wordings.has('one-card'),
  secured: wordings.has('secured'),
});

/** The servers that every case must pass on. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [], versions: [VERSION] },
  { name: 'lean', wordings: ['no-streams', 'no-webhooks', 'one-card', 'sparse'], hides: [], versions: [VERSION] },
];
