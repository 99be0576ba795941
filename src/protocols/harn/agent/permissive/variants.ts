import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** Every option of the permissive agent of Harn beside those of ACP, by name. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'own-codes': wording(
    true,
    'Harn guide, Queued user messages; session/rollback: no code is fixed',
    'Other codes say that a session is not there, that nothing runs or waits, and that nothing can be undone.',
  ),
  'other-words': wording(
    true,
    'Schema of ACP, ErrorCode; Harn guide, Running the ACP server: the message is free',
    'A missing sign-in is said in the words of ACP’s own library.',
  ),
  'status-results': wording(
    true,
    'Harn guide, session/rollback and session/redo: typed failure statuses',
    'A rollback and a redo that fail are results whose status says so, except while a prompt runs.',
  ),
  'plain-forks': wording(
    true,
    'Harn guide, Session forking: four members, and the mode',
    'The answer to a fork has the mode by its name, and no settings.',
  ),
  'mode-order': wording(true, 'Harn guide, Session modes: no order is fixed', 'The modes come in another order.'),
  'tags-in-message': wording(
    true,
    'Harn guide, Queued user messages; Session model pin: where the tag stands is open',
    'The reason of an error stands in its message alone.',
  ),
  'tags-in-data': wording(
    false,
    'Harn guide, Queued user messages; Session model pin: where the tag stands is open',
    'The reason of an error stands in its data alone.',
  ),
  'other-redo': wording(
    true,
    'Harn guide, session/rollback and session/redo: the word is open',
    'What was done again has the status reapplied.',
  ),
  'bare-results': wording(
    true,
    'Harn guide, Protocol overview: no such members are named',
    'Results and updates have only the members that the guide names: no status of what was put into a turn, no counts of a truncation.',
  ),
  'other-prefix': wording(
    false,
    'Harn guide, Protocol overview, session/truncate: the member with the prefix is not named',
    'A truncation that does not name its prefix as this agent does is answered with an empty result, and removes nothing.',
  ),
  'null-answers': wording(
    true,
    'Schema of ACP: results without members',
    'A mode that is set is answered with null, and so are the ends of sessions.',
  ),
  'snake-control': wording(
    true,
    'Harn extensions v1, _harn/agentEvent: how a member is written is open',
    'Control outcomes have control_id.',
  ),
  'later-events': wording(
    true,
    'Harn extensions v1, _harn/agentEvent: unknown kinds are ignored',
    'Tells kinds of events that a later version may have.',
  ),
  'later-contract': wording(
    true,
    'Harn extensions v1, Compatibility',
    'The contract has members, methods and updates that nobody knows, and no operations of hosts.',
  ),
  'later-catalog': wording(
    true,
    'Schema of the catalog: other members',
    'Rows of the catalog have members that nobody knows.',
  ),
  'bridge-permission': wording(
    true,
    'Harn bridge, session/request_permission: Request payload',
    'Permission requests have toolName, mutation and declaredPaths where the page on the bridge shows them.',
  ),
  'own-catalog': wording(
    false,
    'Harn extensions v1, _harn/providerCatalog: no member is named',
    'The catalog names its form and its rows in another way, and calls what is hosted cloud.',
  ),
  'no-aliases': wording(
    false,
    'Harn extensions v1, _harn/providerCatalog: nothing demands one',
    'The catalog has no aliases, and settings offer models by their ids.',
  ),
  'lean-updates': wording(
    false,
    'Harn extensions v1, Compatibility: consumers tolerate missing fields',
    "Harn's own updates leave out what one can do without, and write counts as texts.",
  ),
  'plan-below-meta': wording(
    false,
    'Harn extensions v1: Harn’s fields stand below _meta.harn',
    'A plan update has harnPlan below _meta.harn.',
  ),
  'plan-twice': wording(
    false,
    'Harn guide, Typed pipeline returns; Harn extensions v1: neither place is ruled out',
    'A plan update has harnPlan in both places.',
  ),
  'same-visible-text': wording(
    false,
    'Harn extensions v1, ACP content extensions: silent about it',
    'visible_text of a chunk is the same piece as its visible_delta.',
  ),
  'more-levels': wording(true, 'Harn guide, Session thought level', 'There is a level of thinking more.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The usual options of ACP that break nothing which Harn demands. */
const OF_ACP = [
  'odd-ids',
  'open-meta',
  'unhurried',
  'chatter',
  'asks-too',
  'early-news',
  'takes-extensions',
  'out-of-tokens',
  'last-words',
  'odd-json',
] as const;

/** The permissive agents that every case must pass on: together they take every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  { name: 'by-data', wordings: ['tags-in-data', 'own-codes', 'other-redo', 'plan-twice'], hides: [] },
  {
    name: 'free',
    wordings: ['own-catalog', 'lean-updates', 'other-prefix', 'plan-below-meta', 'same-visible-text'],
    hides: ['catalog-overlay', 'catalog-capability'],
  },
  { name: 'without-aliases', wordings: ['no-aliases'], hides: [] },
];

/** The options that `permissive` chooses: those of Harn, and what is left for the agent of ACP, which refuses unknown ones. */
export function sorted(permissive: boolean | readonly string[]): {
  own: ReadonlySet<PermissiveOption>;
  rest: readonly string[];
} {
  if (typeof permissive !== 'boolean') return PERMISSIVE_OPTIONS.apart(permissive);
  return { own: PERMISSIVE_OPTIONS.read(permissive), rest: permissive ? OF_ACP : [] };
}
