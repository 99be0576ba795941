import type { Json, JsonObject } from '../jsonrpc/json.js';
import { isObject } from '../jsonrpc/messages.js';
import { loadValidators, methodTable } from '../schemas.js';
import { invalidParams } from './errors.js';
import { REVISION } from './revision.js';

const table = methodTable('mcp', REVISION);

/**
 * Judges the params of a request by the schema of MCP 2025-11-25; whatever a method that the schema lacks takes is fine.
 * Rejects with RpcError -32602, whose data lists the places.
 */
export async function checkParams(method: string, params: Json | undefined): Promise<void> {
  if (params !== undefined && !isObject(params)) throw invalidParams('The params must be an object');
  const entry = table[method];
  if (!entry) return;
  if (params === undefined) {
    if (entry.paramsRequired) throw invalidParams('The params are missing');
    return;
  }
  if (entry.params === undefined) return;
  const errors = (await loadValidators('mcp', REVISION)).validate(entry.params, params);
  const [first] = errors;
  if (!first) return;
  const places = errors.map(({ path, message }) => ({ path, message }));
  throw invalidParams(`Invalid params: ${first.path || 'the params'}: ${first.message}`, { errors: places });
}

/** What is wrong with the result of a request by the schema of MCP 2025-11-25, in one line, or undefined. */
export async function describeResult(method: string, result: JsonObject): Promise<string | undefined> {
  // Nothing here asks for a task, so nobody may answer with one.
  const wanted = table[method]?.results.filter((name) => name !== 'CreateTaskResult') ?? [];
  if (wanted.length === 0) return undefined;
  const [first] = (await loadValidators('mcp', REVISION)).validate(wanted, result);
  return first && `${first.path || 'the result'}: ${first.message}`;
}
