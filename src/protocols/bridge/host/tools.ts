import { use } from '../../../conversation/live/uses.js';
import type { AnyValue, HostTool, HostToolList } from '../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { invalidParams, toolRejected, unknownName } from '../errors.js';
import type { Handlers } from '../params.js';
import type { HostState } from './host-state.js';
import type { Failure, Tool } from './script.js';

/** `host/tools/list` and `builtin_call` (spec 000, Host tool discovery). */
export function toolHandlers({ script }: HostState): Handlers<'host/tools/list' | 'builtin_call'> {
  return {
    'host/tools/list': (): HostToolList => ({ tools: script.tools.map(described) }),
    builtin_call({ name, args }): AnyValue {
      const tool = script.tools.find((one) => one.name === name);
      if (!tool) throw unknownName('tool', name);
      use(tool);
      const payload = payloadOf(tool, args);
      if (tool.refuse !== undefined) throw toolRejected(tool.refuse);
      return outcomeOf(tool, payload);
    },
  };
}

/** What a call of a tool or operation gives: its result, its error, or else what it was given. */
export function outcomeOf(what: { result?: Json; error?: Failure }, given: JsonObject): Json {
  if (what.error) throw new RpcError(what.error.code, what.error.message, what.error.data);
  return what.result === undefined ? given : what.result;
}

/** The one payload of a tool call: the arguments, or the first of a list; without any it is empty. */
function payloadOf({ name }: Tool, args: Json = []): JsonObject {
  const [payload = {}, ...more] = Array.isArray(args) ? args : [args];
  if (more.length > 0 || !isObject(payload)) throw invalidParams(`${name} takes one object as its only argument`);
  return payload;
}

const described = ({ name, description = '', schema = null, deprecated = false }: Tool): HostTool => ({
  name,
  description,
  schema,
  deprecated,
});
