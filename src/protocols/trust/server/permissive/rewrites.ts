import { madeOf } from '../../../../conversation/live/names.js';
import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { replaces, rewritten } from '../../../../jsonrpc/rewriting.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** The same link, whose responses are as the options have them. */
export function permissiveLink(link: Link, options: PermissiveOptions): Link {
  const chosen = () => Object.entries(REWRITES).filter(([name]) => options.has(name as PermissiveOption));
  const rewrites = () =>
    chosen().map(([, rewrite]) =>
      replaces((message, request) => [rewrite(message, String(request?.method ?? ''), request)]),
    );
  return rewritten(link, madeOf(options, rewrites));
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
const REWRITES: { readonly [name in Exclude<PermissiveOption, 'idle-load'>]: Rewrite } = {
  lists: results(/^(lsp\.diagnostics|runtime\.compile_reload)$/, (result) => {
    const of = (severity: string) => (result.issues as JsonObject[]).filter((issue) => issue.severity === severity);
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
