import { wording } from '../../../../conversation/permissive.js';

/** What A2A 1.0.1 leaves to a server and 0.3.0 does not, by the names that `permissive` takes. They do nothing in other versions. */
export const V1_WORDINGS = {
  'subscribes-by-get': wording(false, '1.0.1: the proto file', 'Over HTTP+JSON it takes subscriptions by GET alone.'),
  'subscribes-by-post': wording(false, '1.0.1: 5.3; 11.3.2', 'Over HTTP+JSON it takes subscriptions by POST alone.'),
  'more-details': wording(false, '1.0.1: 9.5; 11.6', 'The first of the details of an error has another type.'),
  'small-pages': wording(false, '1.0.1: 3.1.4 sets a maximum', 'A page of a list has two tasks at most.'),
  'posts-updates': wording(false, '1.0.1: 4.3.3', 'What is posted is an update of the status, and not the task.'),
  'silent-deletes': wording(false, '1.0.1: 3.1.10', 'Over HTTP+JSON a deletion is confirmed by status 204.'),
  'closes-when-waiting': wording(false, '1.0.1: 11.7', 'A stream is closed when its task waits for its client.'),
  'signed-card': wording(
    false,
    '1.0.1: 8.4',
    'The card is signed twice, once with a key that is not published, and has members with default values.',
  ),
  'forgets-canceled': wording(false, '1.0.1: 3.3.1', 'A task that was canceled cannot be found to be canceled again.'),
  'no-history': wording(false, '1.0.1: 3.7; 3.2.4', 'Tasks have no history.'),
  'one-url': wording(false, '1.0.1: 8.3.1', 'All interfaces of the card have one url.'),
  'snapshot-at-end': wording(false, '1.0.1: 11.7', 'A stream ends with the task again.'),
  tenant: wording(
    false,
    '1.0.1: 4.4.6; the proto file',
    'Its interfaces have the tenant `größe/1`; a request with another one is refused.',
  ),
  'dated-card': wording(false, '1.0.1: 8.6.1; RFC 9110', 'The card has Last-Modified and a weak ETag.'),
} as const;

/** The name of such an option. */
export type V1Option = keyof typeof V1_WORDINGS;
