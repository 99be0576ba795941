import type { Json } from '../../json/json.js';
import { INVALID_PARAMS, RpcError } from '../../jsonrpc/rpc-error.js';

/** The code of `notLoaded`. */
export const NOT_LOADED = -32003;
/** The codes of the Agent API beside those of JSON-RPC (Agent API v1, Stable Error Codes). */
const CODES = { pathEscape: -32001, failed: -32002, notLoaded: NOT_LOADED, budgetSpent: -32004 } as const;

/** -32602: params that lack something, or have it in a form that can't be used. */
export const invalidParams = (message: string) => new RpcError(INVALID_PARAMS, message);

/** -32001: a path leaves the workspace. @param path as it was given */
export const pathEscape = (path: string) =>
  new RpcError(CODES.pathEscape, `Path '${path}' resolves outside the workspace root.`, {
    path,
    kind: 'path_outside_workspace',
  });

/** -32002: a file could not be read or written, or what was asked for failed. */
export const failed = (message: string, data?: Json) => new RpcError(CODES.failed, message, data);

/** -32003: the harness has no program yet. */
export const notLoaded = () => new RpcError(CODES.notLoaded, 'Harness is not loaded. Call harness.load first.');

/** -32004: the value did not come within the cycles that were allowed. */
export const budgetSpent = (name: string, cycles: number, expected: Json) =>
  new RpcError(CODES.budgetSpent, `run_until exceeded ${cycles} cycles before '${name}' matched the expected value.`, {
    name,
    max_cycles: cycles,
    expected,
  });
