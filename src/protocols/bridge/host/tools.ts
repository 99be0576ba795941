import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { CODES, invalidParams, toolRejected, unavailable } from '../errors.js';
import { checkedParams } from '../params.js';
import type { Answer, HostState } from './host-state.js';
import type { Failure, Tool } from './script.js';

/** `host/tools/list` and `builtin_call` (spec 000, Host tool discovery). */
export function toolAnswers({ script }: HostState): { [method: string]: Answer } {
  const { freedoms, tools } = script;
  return {
    async 'host/tools/list'(params): Promise<Json> {
      await checkedParams('host/tools/list', params);
      const list = tools.map((tool, index) => described(tool, index, freedoms));
      if (freedoms.has('bare-tools')) return list;
      return freedoms.has('wrapped-tools') ? { result: { tools: list } } : { tools: list };
    },
    async builtin_call(params) {
      const { name, args } = await checkedParams('builtin_call', params);
      const tool = tools.find((one) => one.name === name);
      if (!tool) {
        const message = `there is no tool ${JSON.stringify(name)}`;
        throw freedoms.has('other-codes') ? unavailable(message) : invalidParams(message);
      }
      const payload = payloadOf(tool, args as Json[]);
      if (tool.refuse !== undefined) throw toolRejected(tool.refuse);
      return outcomeOf(tool, payload);
    },
  };
}

/** What a call of a tool or operation gives: its result, its error, or else what it was given. */
export function outcomeOf(what: { result?: unknown; error?: Failure }, given: JsonObject): Json {
  if (what.error) throw new RpcError(what.error.code, what.error.message, what.error.data as Json | undefined);
  return 'result' in what ? (what.result as Json) : given;
}

/** The one payload of a tool call, which is the first of the arguments; without any it is empty. */
function payloadOf({ name }: Tool, [payload = {}, ...more]: Json[]): JsonObject {
  if (more.length > 0 || !isObject(payload))
    throw new RpcError(CODES.invalidParams, `${name} takes one object as its only argument`);
  return payload;
}

function described(tool: Tool, index: number, freedoms: HostState['script']['freedoms']): JsonObject {
  const old = freedoms.has('compatibility-names');
  const description = tool.description ?? '';
  const schema = (tool.schema ?? null) as Json;
  const deprecated = tool.deprecated ?? false;
  const entry: JsonObject = { name: tool.name };
  const sparse = freedoms.has('sparse');
  if (!sparse || description !== '') entry[old ? 'short_description' : 'description'] = description;
  if (!sparse || schema !== null) entry[old ? (index % 2 === 0 ? 'parameters' : 'input_schema') : 'schema'] = schema;
  if (!sparse || deprecated) entry.deprecated = deprecated;
  return freedoms.has('unknown-members') ? { ...entry, 'x-vendor': { since: 1 } } : entry;
}
