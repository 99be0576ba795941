import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

const PAGE = 'Retained Orchestrator Sessions';

/** What the page leaves to a hub, by the names that `permissive` takes. A case that fails on such a hub accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'other-members': wording(
    true,
    `${PAGE}: returns the session metadata and role capabilities, without names`,
    'The answer to an observer or controller has its members under other names.',
  ),
  'state-at-root': wording(
    true,
    `${PAGE}: session/load returns liveState`,
    'The answer to a load of an expired session has liveState at its root.',
  ),
  'other-outcomes': wording(
    true,
    `${PAGE}: control_outcome for accepted, idempotent, and rejected outcomes`,
    'An outcome has its word in `outcome`, and tells neither the method nor the actor.',
  ),
  'other-actors': wording(
    true,
    `${PAGE}: decidedBy, decidedAtMs, and the attempted actor`,
    'A late decision gets decidedBy as a text, and `attempted` names the client that was too late.',
  ),
  'bare-controls': wording(
    true,
    'Sessions: a list of methods',
    'The results of controls are empty where no page names a member.',
  ),
  'other-words': wording(true, `${PAGE}: attach and detach changes`, 'A client that leaves is reported as `left`.'),
  'version-needed': wording(
    true,
    'Framing: the server responds with one JSON-RPC object',
    'initialize without a protocol version is answered with an error.',
  ),
  'numbers-all': wording(
    true,
    `${PAGE}: assigns every outbound JSON-RPC frame an event id`,
    'What the hub answers itself has an event id as well.',
  ),
  busy: wording(
    true,
    `${PAGE}: discover attachable sessions; ACP, Session List: pagination`,
    'It has sessions of others in every state, and lists one page of them unless it is asked for a folder.',
  ),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one hub takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The permissive hub that every case must pass on: it takes every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = [{ name: 'permissive', wordings: true, hides: [] }];
