import type { ToolDescriptor } from '../../../../generated/types/bridge-v1.js';
import type { Json } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { textOr } from '../read.js';
import { type Host, HostError } from './host.js';

/**
 * Asks the host for its tools and normalizes them (Harn bridge, host/tools/list). Rejects with HostError where the host
 * does, or where its answer is no list of tools.
 */
export async function listHostTools(host: Host): Promise<ToolDescriptor[]> {
  return normalizeTools(await host.request('host/tools/list', {}));
}

/**
 * The tools in any form that the bridge accepts: a list, `{ tools }`, `{ result: { tools } }`. Throws HostError for other
 * forms, and for an entry that has no name.
 */
export function normalizeTools(answer: Json): ToolDescriptor[] {
  const list = listIn(answer);
  if (!list) throw new HostError('host/tools/list: the answer is neither a list nor { tools: [...] }');
  return list.map(descriptorOf);
}

function listIn(answer: Json): Json[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return undefined;
  if (Array.isArray(answer.tools)) return answer.tools;
  const { result } = answer;
  return isObject(result) && Array.isArray(result.tools) ? result.tools : undefined;
}

function descriptorOf(entry: Json, at: number): ToolDescriptor {
  if (!isObject(entry)) throw new HostError(`host/tools/list: entry ${at} is not an object`);
  const { name, description, short_description, schema, parameters, input_schema, deprecated } = entry;
  if (typeof name !== 'string') throw new HostError(`host/tools/list: entry ${at} has no name`);
  return {
    name,
    description: textOr(description, textOr(short_description, '')),
    schema: [schema, parameters, input_schema].find(isObject) ?? null,
    deprecated: deprecated === true,
  };
}
