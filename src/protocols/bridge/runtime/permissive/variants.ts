import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** What the spec leaves to a runtime, by name. A case that fails on a runtime with any of them accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'odd-ids': wording(true, 'JSON-RPC 2.0, section 4', 'The ids of its questions are texts beyond ASCII.'),
  'bare-args': wording(
    true,
    'Host tool discovery, Invocation: args as the single argument payload',
    'The args of a builtin_call with one argument are that argument and no list.',
  ),
  'no-params': wording(
    true,
    'host/tools/list, skills/list: no parameters (or an empty object)',
    'Requests for lists have no params.',
  ),
  'no-options': wording(
    false,
    'session/request_permission, Request payload',
    'Permission requests offer no options, and an answer that names one denies.',
  ),
  'spare-permission': wording(
    false,
    'session/request_permission: the canonical ACP surface',
    'Permission requests name the tool in their title alone, and have neither mutation nor declaredPaths.',
  ),
  'spare-workers': wording(
    false,
    'Harn extensions v1, ACP session updates: no field of worker_update is called required',
    'Updates of a worker have no name, event, status or terminal, and no member metadata around its times and paths.',
  ),
  'null-members': wording(
    true,
    'ACP 0.12.2, Requesting permission: toolCall is a ToolCallUpdate, whose members may be null',
    'Permission requests have null for what they do not tell of the call.',
  ),
  'tool-below-meta': wording(
    true,
    'Harn extensions v1: Harn’s fields stand below _meta.harn',
    'Permission requests name the tool below _meta.harn of the call alone.',
  ),
  'many-options': wording(
    true,
    'ACP 0.12.2, Tool calls, Requesting permission',
    'Permission requests offer four options, in another order.',
  ),
  'says-embedding': wording(
    true,
    'skill/match: the word for the alias is not given',
    'Under the alias the strategy is embedding.',
  ),
  'unknown-members': wording(true, 'The spec closes no object', 'Every message has members that no schema names.'),
  'split-text': wording(
    true,
    'ACP 0.12.2, Prompt turn: agent_message_chunk',
    'What it says comes in pieces of a few characters.',
  ),
  chatty: wording(
    true,
    'Harn extensions v1: clients ignore what they do not know',
    'Extension notifications stand between the updates.',
  ),
  'own-updates': wording(
    true,
    'Harn extensions v1, ACP capabilities: sessionUpdateExtensions',
    'Updates of a variant that it advertises stand between the others.',
  ),
  'no-progress': wording(
    true,
    'Tool lifecycle observation',
    'A tool is announced and ended, and nothing is reported in between.',
  ),
  incurious: wording(true, 'host/capabilities: when it is asked is not said', 'Never asks what the host offers.'),
  'last-first': wording(
    true,
    'Tool lifecycle observation: no order is fixed between the calls of one turn',
    'Of several calls in one answer of the model the last is made first.',
  ),
  'stops-at-denial': wording(
    true,
    'session/request_permission: what follows a denial is not said',
    'After a denial the other calls of the same answer are not made.',
  ),
  'always-lists': wording(
    true,
    'skills/list: called when the catalog is built, and when that is is not said',
    'Builds the catalog of skills for plain turns, too.',
  ),
  'older-stop-reason': wording(true, 'ACP server, Protocol overview', 'A turn that ends well ends as completed.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one runtime takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The permissive runtimes that every case must pass on: together they take every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  { name: 'spare', wordings: ['no-options', 'spare-permission', 'spare-workers'], hides: ['tool-audit'] },
];
