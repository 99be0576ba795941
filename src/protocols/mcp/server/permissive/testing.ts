import type { JsonObject } from '../../../../json/json.js';
import { loadValidators, methodTable } from '../../../../schemas/index.js';

/** What the server sent that no schema allows. Results are judged by the request that they answer. */
export async function invalid(heard: JsonObject[]): Promise<string[]> {
  const validators = await loadValidators('mcp', '2025-11-25');
  const table = methodTable('mcp', '2025-11-25');
  return heard.flatMap((message) => {
    const entry = typeof message.method === 'string' ? table[message.method] : undefined;
    const name = entry?.message ?? ('error' in message ? 'JSONRPCErrorResponse' : 'JSONRPCResultResponse');
    return validators
      .validate(name, message)
      .map((error) => `${JSON.stringify(message).slice(0, 200)}: ${error.path} ${error.message}`);
  });
}
