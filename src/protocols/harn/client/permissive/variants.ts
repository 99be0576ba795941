import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';
import { PERMISSIVE as OF_ACP } from '../../../acp/client/permissive/variants.js';

/** Every option that a client of Harn has beside those of ACP, by name. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'other-names': wording(
    true,
    'Schemas: session/rollback and session/redo',
    'Turns back by harn.session_rollback and harn.session_redo.',
  ),
  'snake-names': wording(
    true,
    'Harn guide, Session timeline extension: sessionId/session_id',
    'Names the session of a timeline and of a reminder that is taken back by session_id.',
  ),
  'plain-content': wording(true, 'Schemas: injected content', 'What is put into a turn is a text, not blocks.'),
  'nameless-reminders': wording(true, 'Harn guide, Reminder payload shape', 'A reminder does not name its session.'),
  'bare-catalog': wording(true, 'JSON-RPC 2.0, Parameter structures', 'The catalog is asked for without params.'),
  'granted-form': wording(
    true,
    'Harn bridge, session/request_permission: Response payload',
    'Answers permission requests with granted.',
  ),
  'own-subscription': wording(
    true,
    'Harn guide, Session timeline extension: an optional subscriptionId',
    'Names its subscriptions itself.',
  ),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive clients that every case must pass on: together they take every option of 0.12.2 and of Harn. */
export const PERMISSIVE: readonly PermissiveVariant[] = OF_ACP.filter(({ versions }) => versions === undefined);

/** The options that `permissive` chooses: those of Harn, and what is left for the client of ACP, which refuses unknown ones. */
export function sorted<Chosen extends boolean | readonly string[]>(
  permissive: Chosen,
): { own: ReadonlySet<PermissiveOption>; rest: Chosen } {
  if (typeof permissive === 'boolean') return { own: PERMISSIVE_OPTIONS.read(permissive), rest: permissive };
  const { own, rest } = PERMISSIVE_OPTIONS.apart(permissive);
  return { own, rest: rest as Chosen };
}
