import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** What the spec leaves to a host, by name. A case that fails on a host with any of them accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'bare-tools': wording(true, 'host/tools/list, Accepted variants', 'The tools are a bare array.'),
  'wrapped-tools': wording(false, 'host/tools/list, Accepted variants', 'The tools come in a second `result`.'),
  'compatibility-names': wording(
    true,
    'host/tools/list, Accepted variants',
    'Tools say short_description, and parameters or input_schema in turn.',
  ),
  'skills-object': wording(true, 'skills/list', 'The skills come in an object.'),
  'flat-skills': wording(true, 'skills/fetch', 'The members of the manifest stand beside those of the skill.'),
  'bare-matches': wording(true, 'skill/match, Alternative shapes', 'The matches are a bare array.'),
  'matches-as-skills': wording(false, 'skill/match, Alternative shapes', 'The matches are called `skills`.'),
  'wrapped-matches': wording(false, 'skill/match, Alternative shapes', 'The matches come in a second `result`.'),
  'wrapped-search': wording(true, 'tool_search/query, Response', 'The tools found come in a second `result`.'),
  'older-grants': wording(
    true,
    'session/request_permission, Response',
    'Grants by `granted: true` and not by the form of ACP, whatever was offered.',
  ),
  'acp-denials': wording(
    true,
    'session/request_permission: anything but a grant is a denial',
    'Denies by `cancelled`, or by the option that rejects.',
  ),
  sparse: wording(
    true,
    'host/tools/list, skill/match, tool_search/query: defaults',
    'Leaves out descriptions, schemas, deprecated: false, scores, reasons, diagnostics.',
  ),
  'unknown-members': wording(
    true,
    'The spec closes no object',
    'Every object of a result has a member that no schema names.',
  ),
  'operations-objects': wording(true, 'host/capabilities is not described', 'Operations are an object by name.'),
  'operations-ops': wording(false, 'host/capabilities is not described', 'Operations are under `ops`.'),
  'other-codes': wording(
    true,
    'The spec fixes no code for names that the host does not have',
    'Answers unknown names with -32000.',
  ),
  'odd-ids': wording(true, 'JSON-RPC 2.0, section 4', 'The ids of its own requests are texts beyond ASCII.'),
  'bare-args': wording(
    false,
    'Host tool discovery, Invocation: args as the single argument payload',
    'A builtin_call whose args are a list is refused.',
  ),
  unhurried: wording(
    true,
    'JSON-RPC 2.0: no order is fixed between replies',
    'The replies of concurrent requests come in another order.',
  ),
  choosy: wording(
    true,
    'tool_search/query, Errors; skill/match: an error falls back; the word for the alias is not given',
    'A search for nothing or in nothing is an error, and so is a match of nothing or under another word than host.',
  ),
  'no-search': wording(false, 'tool_search/query, Errors', 'Has no index: a search is an error.'),
  'no-ranking': wording(false, 'skill/match: an error falls back', 'Ranks no skills: a match is an error.'),
  'no-approvals': wording(
    false,
    'Tool lifecycle observation: fails closed',
    'Has nobody to ask: a permission request is an error.',
  ),
  'no-tools': wording(false, 'Host tool discovery is dynamic', 'Serves neither tools nor skills nor operations.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one host takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/**
 * The permissive hosts that every case must pass on: together they take every option, each as many as go together. Each
 * names the behaviors that its options hide.
 */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  {
    name: 'enveloped',
    wordings: ['wrapped-tools', 'wrapped-matches', 'wrapped-search', 'operations-ops', 'unknown-members'],
    hides: [],
  },
  { name: 'compatible', wordings: ['compatibility-names', 'matches-as-skills', 'flat-skills', 'bare-args'], hides: [] },
  {
    name: 'bare',
    wordings: ['no-search', 'no-ranking', 'no-approvals', 'no-tools'],
    hides: [
      ...['host-approve', 'host-deny', 'host-rewrite', 'host-search', 'host-rank'],
      ...['host-tool', 'host-refuse', 'host-ops', 'host-skills', 'host-skill-change'],
    ],
  },
];
