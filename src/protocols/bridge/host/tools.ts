import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { CODES, toolRejected, unknownName } from '../errors.js';
import { checkedParams } from '../params.js';
import type { Answer, HostState } from './host-state.js';
import type { Failure, Tool } from './script.js';

/** `host/tools/list` and `builtin_call` (spec 000, Host tool discovery). */
export function toolAnswers({ script: { tools } }: HostState): { [method: string]: Answer } {
  return {
    async 'host/tools/list'(params): Promise<Json> {
      await checkedParams('host/tools/list', params);
      return { tools: tools.map(described) };
    },
    async builtin_call(params) {
      const { name, args } = await checkedParams('builtin_call', params);
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw unknownName('tool', String(name));
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

function described({ name, description = '', schema = null, deprecated = false }: Tool): JsonObject {
  return { name, description, schema: schema as Json, deprecated };
}
