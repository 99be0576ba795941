import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';
import { HARN } from '../../version.js';

/** What Harn's guide leaves to a server, by the names that `permissive` takes. A case that fails with any of these accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'unknown-members': wording(true, 'A2A 0.3.0, 6: objects are open', 'Results have members that no schema names.'),
  wrapped: wording(true, 'ruling R1', 'What is sent over REST is answered with a task under its name.'),
  'no-wait': wording(true, 'Task submission is silent', 'A request that does not say so does not wait for its task.'),
  'dated-advice': wording(
    true,
    'RFC 9745',
    'The replies to older methods say since when they are older, and have no warning.',
  ),
  'asks-in-parts': wording(
    true,
    'Task status is silent on the place',
    'What a human is asked is a data part of the message.',
  ),
  'rejects-tasks': wording(true, 'Task status', 'A caller whom the policy denies gets a task that is rejected.'),
  'older-waits': wording(
    false,
    'Task submission keeps the older names, and says no more of them',
    'tasks/send waits for its task, as message/send does by default.',
  ),
  'answers-elsewhere': wording(
    false,
    'Task status is silent on the way of an answer',
    'A human does not answer by a message for the task: that is a new call.',
  ),
  'plain-events': wording(true, 'WHATWG HTML', 'Events have neither name nor id.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one server takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The servers that every case of the profile must pass on. */
export const HARN_PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive-harn', wordings: true, hides: [], versions: [HARN] },
  { name: 'otherwise-harn', wordings: ['older-waits', 'answers-elsewhere'], hides: [], versions: [HARN] },
];
