import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** What the page leaves to a client, by the names that `permissive` takes. A case that fails on such a client accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'number-ids': wording(true, 'JSON-RPC 2.0, section 4', 'The ids of its requests are numbers.'),
  'open-meta': wording(true, 'ACP, Extensibility', 'Its params have keys in _meta that nobody knows.'),
  'lists-first': wording(
    true,
    'Retained Orchestrator Sessions: can discover',
    'It lists sessions before it loads one.',
  ),
  'names-no-role': wording(
    false,
    'Retained Orchestrator Sessions: legacy clients',
    'As a host owner it names no role.',
  ),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one client takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The permissive clients that every case must pass on: together they take every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  { name: 'legacy', wordings: ['names-no-role', 'number-ids'], hides: [] },
];
