import { chosenWordings, type PermissiveWording, wording } from '../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../conversation/role-entry.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Link } from '../../../jsonrpc/link.js';
import { replaces, rewritten } from '../../../jsonrpc/rewriting.js';

/** What the page leaves to a server, by name. A case that fails on a server with any of them accuses wrongly. */
const WORDINGS = {
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
    'runtimeStatus has words of its own.',
  ),
  'no-null': wording(true, 'runtime.compile_reload: optional build, optional reload', 'build and reload are left out.'),
  'bare-errors': wording(
    true,
    'Stable Error Codes: no data, but for -32004',
    'Errors have no data, and that of -32004 is the value alone.',
  ),
  'other-words': wording(true, 'Stable Error Codes: no message is fixed', 'Errors have messages of its own.'),
  'idle-load': wording(true, 'harness.load: no cycle is spoken of', 'harness.load runs no cycle.'),
  'late-refusals': wording(
    true,
    'lsp.diagnostics: content is invalid without path, under no code',
    'content without path, and a project that is not there, are failures and no invalid params.',
  ),
} as const satisfies Record<string, PermissiveWording>;

type Wording = keyof typeof WORDINGS;
/** What one server does otherwise. */
export type PermissiveWordings = ReadonlySet<Wording>;

/** The permissive servers that every case must pass on. */
export const PERMISSIVE: readonly PermissiveVariant[] = [{ name: 'permissive', wordings: true, hides: [] }];

/** Which of them the option `permissive` means. Throws a ScriptError that names an unknown one. */
export const readWordings = (permissive: boolean | readonly string[] | undefined): PermissiveWordings =>
  chosenWordings(WORDINGS, permissive);

/** The same link, whose responses are worded so. */
export function permissiveLink(link: Link, wordings: PermissiveWordings): Link {
  const chosen = Object.entries(REWRITES).filter(([name]) => wordings.has(name as Wording));
  const rewrites = chosen.map(([, rewrite]) =>
    replaces((message, request) => [rewrite(message, String(request?.method ?? ''), request)]),
  );
  return rewritten(link, rewrites);
}

type Rewrite = (response: JsonObject, method: string, request: JsonObject | undefined) => JsonObject;

/** Changes the result of these methods, or of all. */
const results =
  (methods: RegExp, change: (result: JsonObject, method: string) => Json): Rewrite =>
  (response, method) =>
    isObject(response.result ?? null) && methods.test(method)
      ? { ...response, result: change(response.result as JsonObject, method) }
      : response;

/** Changes errors. */
const errors =
  (change: (error: JsonObject, method: string, request: JsonObject | undefined) => JsonObject): Rewrite =>
  (response, method, request) =>
    isObject(response.error ?? null)
      ? { ...response, error: change(response.error as JsonObject, method, request) }
      : response;

/** What a member is called instead. */
const NAMES: { readonly [member: string]: string } = {
  text: 'content_of_file',
  bytes_written: 'size',
  values: 'watched',
  value: 'reading',
  matched_value: 'found',
  cycle_count: 'cycles',
  elapsed_ms: 'virtual_ms',
  cycles_ran: 'ran',
  status: 'state',
};

/** By name, in the order in which they act. */
const REWRITES: { readonly [name in Exclude<Wording, 'idle-load'>]: Rewrite } = {
  lists: results(/^(lsp\.diagnostics|runtime\.compile_reload)$/, (result) => {
    const of = (severity: string) =>
      (result.issues as JsonObject[]).filter((issue) => issue.severity === severity) as Json[];
    return { ...result, errors: of('error'), warnings: of('warning') };
  }),
  'absolute-paths': results(/^lsp\./, ({ ...result }) => {
    if (Array.isArray(result.issues))
      result.issues = (result.issues as JsonObject[]).map((issue): Json => ({ ...issue, path: issue.file! }));
    return result.path === undefined ? result : { ...result, path: result.file! };
  }),
  'bare-presence': results(/project_info$/, (result) => ({
    ...result,
    files: Object.entries(result.files as JsonObject).flatMap(([name, file]) =>
      (file as JsonObject).exists === true ? [name] : [],
    ),
  })),
  'status-words': results(/compile_reload$/, (result) => ({ ...result, runtimeStatus: `kit-${result.runtimeStatus}` })),
  'no-null': results(/compile_reload$/, ({ build, reload, ...result }) => ({
    ...result,
    ...(build !== null && build !== undefined && { build }),
    ...(reload !== null && reload !== undefined && { reload }),
  })),
  'other-names': results(/^(workspace\.(read|write)|harness\..*)$/, (result) =>
    Object.fromEntries(Object.entries(result).map(([name, value]) => [NAMES[name] ?? name, value])),
  ),
  'null-results': results(/^(workspace\.write|harness\.(load|reload|set_input|advance_time))$/, () => null),
  'unknown-members': results(/./, (result) => ({ ...result, 'kit.example/more': { a: [1] } })),
  'late-refusals': errors((error, method, request) => {
    const params = isObject(request?.params ?? null) ? (request!.params as JsonObject) : {};
    const isLate = method === 'lsp.diagnostics' && 'content' in params && !('path' in params);
    const isMissing = /is not a folder of the workspace/.test(String(error.message));
    return error.code === -32602 && (isLate || isMissing) ? { ...error, code: -32002 } : error;
  }),
  'bare-errors': errors(({ data, ...error }) =>
    error.code === -32004 ? { ...error, data: { wanted: (data as JsonObject).expected! } } : error,
  ),
  'other-words': errors((error) => ({ ...error, message: 'kit: it was not possible' })),
};
