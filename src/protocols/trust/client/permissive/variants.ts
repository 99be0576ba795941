import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** What the Agent API leaves to a client, by the names that `permissive` takes. A case that fails a client with any of these is wrong. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'text-ids': wording(true, 'Request Envelope: the example has a number', 'Its ids are texts beyond ASCII.'),
  'skipping-ids': wording(false, 'Request Envelope: no order is fixed', 'Its ids fall, and are far apart.'),
  'more-members': wording(true, 'No object is closed', 'Requests and their params have members that no schema names.'),
  'absent-params': wording(true, 'Request Envelope: params may be absent', 'Empty params are left out.'),
  'asks-more': wording(
    true,
    'Current Methods: no order is fixed',
    'Asks agent.describe twice, and workspace.project_info before its first step.',
  ),
  'loads-again': wording(
    true,
    'harness.load: silent about a load that fails',
    'After a load that failed it loads the previous program again.',
  ),
  'one-by-one': wording(false, 'JSON-RPC 2.0: a client may wait', 'Waits for each answer before its next request.'),
  'gives-up': wording(false, 'Stable Error Codes: silent about what follows', 'After -32003 it ends.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one client takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The clients that every case must pass on. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  { name: 'cautious', wordings: ['skipping-ids', 'one-by-one', 'gives-up'], hides: ['client-parallel'] },
];
