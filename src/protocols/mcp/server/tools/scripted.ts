import type { CallToolResult, Tool as ToolEntry } from '../../../../generated/types/mcp-2025-11-25.js';
import type { JsonObject } from '../../../../json/json.js';
import { isObject, stringifyJson } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { sleep } from '../../../../wire/clock/clock.js';
import { fill } from '../../fill.js';
import { isLogLevel } from '../../revision.js';
import { askRounds, readAsks, Unanswered } from '../asks.js';
import { answer, failure, text } from '../content.js';
import { usableSchema } from '../json-schema.js';
import type { ChangingList, ObjectSchema, Tool } from '../state/tool.js';

/** Members of a script's tool that belong to the Tool object of the protocol. */
const SHOWN = ['name', 'title', 'description', 'icons', '_meta', 'annotations', 'execution', 'outputSchema'];

/** The schema of the arguments, as it is written or of parameters that only have types (Harn guide, Defining tools). */
function inputSchemaOf({ inputSchema, parameters }: JsonObject): ObjectSchema {
  if (isObject(inputSchema)) return inputSchema as ObjectSchema;
  if (!isObject(parameters)) return { type: 'object' };
  const properties = Object.entries(parameters).map(([name, type]) => [name, { type }]);
  return { type: 'object', properties: Object.fromEntries(properties) } as ObjectSchema;
}

/** Makes a tool out of an entry of the script, which matches the script's schema and stands there. Throws ScriptError. */
export function scriptedTool(entry: JsonObject, path: string): Tool {
  const name = String(entry.name);
  const steps = Number(entry.steps ?? 0);
  const delay = Number(entry.delayMs ?? 0);
  const asks = readAsks(entry.asks, path);
  const asksFirst = entry.asksFirst === true;
  const retry = entry.retryMs === undefined ? undefined : Number(entry.retryMs);
  const toggles = entry.toggles as ChangingList | undefined;
  const logs = Array.isArray(entry.log) ? entry.log.filter(isObject) : [];
  const inputSchema = inputSchemaOf(entry);
  const shown = Object.fromEntries(SHOWN.filter((member) => member in entry).map((member) => [member, entry[member]!]));
  return {
    name,
    judge: (args) => usableSchema(inputSchema)(args),
    // What it shows and returns is the script's own; `loadScript` has checked its schemas and its result.
    spec: { ...(shown as Partial<ToolEntry>), name, inputSchema },
    taskSupport: (shown as Partial<ToolEntry>).execution?.taskSupport,
    asksFirst,
    streams: steps > 0 || [logs, asks].some((list) => list.length > 0) || (retry ?? toggles) !== undefined,
    async run(args, call) {
      const ask = () => askRounds(asks, args, call, call.session);
      const early = asksFirst ? await ask().catch(unanswered) : undefined;
      if (early instanceof Unanswered) return failure(early.message);
      if (early) call.detach();
      for (const { level, data, logger } of logs) {
        if (isLogLevel(level)) call.log(level, data ?? null, typeof logger === 'string' ? logger : undefined);
      }
      if (retry !== undefined) call.hangUp(retry);
      for (let step = 1; step <= steps; step += 1) {
        if (!(await sleep(call.session.clock, delay, call.signal))) return failure('Cancelled.');
        call.report(step, steps);
      }
      if (steps === 0 && delay > 0) await sleep(call.session.clock, delay, call.signal);
      if (toggles) call.session.toggle(toggles, call);
      const values = early ?? (await ask().catch(unanswered));
      return values instanceof Unanswered ? failure(values.message) : resultOf(entry, values);
    },
  };
}

/** That no answers came the tool says itself. */
function unanswered(error: unknown): Unanswered {
  if (error instanceof Unanswered) return error;
  throw error;
}

function resultOf({ name, error, result }: JsonObject, values: JsonObject): CallToolResult {
  if (isObject(error)) throw rpcError(error);
  if (!isObject(result)) return answer(text(`${String(name)} was called with ${stringifyJson(values)}`));
  return { ...result, content: fill(result.content ?? [], values) } as object as CallToolResult;
}

function rpcError({ code, message, data }: JsonObject): RpcError {
  return new RpcError(code as number, String(message), data);
}
