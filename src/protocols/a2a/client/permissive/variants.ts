import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** What A2A leaves to a client, by the names that `permissive` takes. A case that fails on a client with any of these accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'text-ids': wording(true, '6.11.1', 'The ids of its requests are texts beyond ASCII.'),
  'more-members': wording(true, '6: objects are open', 'Params and messages have members that no schema names.'),
  metadata: wording(true, '6.4; 7.1', 'Messages and params have metadata and extensions.'),
  configured: wording(
    true,
    '7.1.2',
    'A message says which output it takes, how much history it wants, and that it waits.',
  ),
  protojson: wording(true, '3.2.3 and the proto: ruling R1', 'Bodies of REST are ProtoJSON.'),
  extensions: wording(true, 'Extensions, Activation', 'Every request names an extension.'),
  'falls-back': wording(
    true,
    '3.4.2; 5.6.3',
    'If the agent does not answer as it should, it takes the next interface.',
  ),
  'reads-again': wording(false, '7.3 is silent', 'It reads a task again after its end.'),
  lenient: wording(
    false,
    '5.6.3; 7.2.2 binds servers',
    'It takes streams that were cut off, reads those that go on after their end, and reports no card that it can not use.',
  ),
  understands: wording(
    false,
    '5.5.2.1; Extensions, Activation',
    'It understands the extension https://proctor.example/extensions/required, and names it in every request.',
  ),
  'version-in-query': wording(false, '1.0.1: 3.6.1', 'The query of its requests names the version, and no header.'),
  hurried: wording(false, '7.3 is silent', 'It reads its task again at once.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one client takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The clients that every case must pass on. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  { name: 'lenient', wordings: ['lenient', 'reads-again'], hides: [] },
  { name: 'hurried', wordings: ['hurried', 'text-ids', 'understands', 'version-in-query'], hides: [] },
];
