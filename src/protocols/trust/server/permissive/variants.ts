import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** What the page leaves to a server, by name. A case that fails on a server with any of them accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'unknown-members': wording(true, 'The page closes no object', 'Results have members that no schema names.'),
  'other-names': wording(
    true,
    'Method Notes: the results of these methods are not described',
    'The members of a result that the page does not name have other names.',
  ),
  'null-results': wording(
    true,
    'Method Notes: the results of these methods are not described',
    'Writing, loading, setting and advancing answer with null.',
  ),
  lists: wording(
    true,
    'lsp.diagnostics, Returns: errors and warnings, of no type',
    'errors and warnings are lists of issues.',
  ),
  'absolute-paths': wording(
    true,
    'lsp.diagnostics, lsp.format, Returns: path',
    'The path of an issue, and that of a formatted source, is absolute.',
  ),
  'bare-presence': wording(
    true,
    'workspace.project_info: file presence, in no shape',
    'The files of a project are a list of those that exist.',
  ),
  'status-words': wording(
    true,
    'runtime.compile_reload: runtimeStatus, of no values',
    'runtimeStatus has other words.',
  ),
  'no-null': wording(true, 'runtime.compile_reload: optional build, optional reload', 'build and reload are left out.'),
  'bare-errors': wording(
    true,
    'Stable Error Codes: no data, but for -32004',
    'Errors have no data, and that of -32004 is the value alone.',
  ),
  'other-words': wording(true, 'Stable Error Codes: no message is fixed', 'Errors have other messages.'),
  'idle-load': wording(true, 'harness.load: no cycle is spoken of', 'harness.load runs no cycle.'),
  'late-refusals': wording(
    true,
    'lsp.diagnostics: content is invalid without path, under no code',
    'content without path, and a project that is not there, are failures and no invalid params.',
  ),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one server takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The permissive servers that every case must pass on. */
export const PERMISSIVE: readonly PermissiveVariant[] = [{ name: 'permissive', wordings: true, hides: [] }];
