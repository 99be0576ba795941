import type { JsonObject } from '../../json/json.js';
import { loadValidators, methodTable, paramsChecker } from '../../schemas/index.js';
import { REVISION } from './revision.js';

const table = methodTable('mcp', REVISION);

export const checkedParams = paramsChecker('mcp', REVISION);

/**
 * What is wrong with the result of a request by the schema of MCP 2025-11-25, in one line, or undefined.
 *
 * @param asTask whether the request asks for a task: nothing else may be answered with one
 */
export async function describeResult(method: string, result: JsonObject, asTask = false): Promise<string | undefined> {
  const wanted = table[method]?.results.filter((name) => asTask || name !== 'CreateTaskResult') ?? [];
  if (wanted.length === 0) return undefined;
  const [first] = (await loadValidators('mcp', REVISION)).validate(wanted, result);
  return first && `${first.path || 'the result'}: ${first.message}`;
}
