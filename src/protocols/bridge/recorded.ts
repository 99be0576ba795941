import { permissionsIn, promptText, scriptOfPrompts } from '../../conversation/recorded-prompts.js';
import { errorOf, paramsOf, replyIn, type ScriptOfRecording, unsaid } from '../../conversation/recorded-script.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Exchange } from '../../recording/exchanges.js';

/** The updates that the runtime sends of itself for a call of a tool of the host. */
const OF_CALLS = ['tool_call', 'tool_call_update'];

/** The script of a runtime: its replies to prompts, with its calls of the host's tools. */
export const runtimeScript: ScriptOfRecording = (role) => {
  const calls = role.heard.some(({ steps }) => steps.some(({ message }) => message.method === 'builtin_call'));
  return scriptOfPrompts({
    asked: ({ message }) => {
      const { name, args } = paramsOf(message);
      if (message.method !== 'builtin_call' || typeof name !== 'string') return undefined;
      const [first] = Array.isArray(args) ? args : [args];
      return { call: name, ...(isObject(first) ? { args: first } : {}) };
    },
    follows: ({ sessionUpdate }) => calls && OF_CALLS.includes(String(sessionUpdate)),
  })(role);
};

/** What a tool or an operation of the host gives, by what it gave first. */
function given(exchange: Exchange): JsonObject {
  const { result, error } = replyIn(exchange);
  return error === undefined ? { result: result ?? null } : { error: errorOf(error) };
}

/** The entries of a list, whichever form it has. */
const entriesOf = (result: Json | undefined, member: string): JsonObject[] => {
  const list = isObject(result) ? result[member] : result;
  return Array.isArray(list) ? list.filter(isObject) : [];
};

/** The script of a host: its prompts, its tools and operations with what they gave, its skills and decisions. */
export const hostScript: ScriptOfRecording = ({ heard, asked }) => {
  const left: string[] = [];
  const of = (method: string) => heard.filter((exchange) => exchange.method === method && exchange.isComplete);
  const prompts = asked.filter(({ method }) => method === 'session/prompt').map(promptText);
  const tools = new Map<string, JsonObject>();
  for (const exchange of of('host/tools/list'))
    for (const { name, description, schema, deprecated } of entriesOf(replyIn(exchange).result, 'tools')) {
      const told = { name, description, schema, deprecated };
      const known = Object.entries(told).filter((entry): entry is [string, Json] => entry[1] !== undefined);
      if (typeof name === 'string') tools.set(name, Object.fromEntries(known));
    }
  const results = new Map<string, string>();
  const gives = (name: string, made: JsonObject, what: string): boolean => {
    const text = JSON.stringify(made);
    if (results.has(name) && results.get(name) !== text)
      left.push(`another result of ${what} ${name}: the first counts`);
    const isFirst = !results.has(name);
    if (isFirst) results.set(name, text);
    return isFirst;
  };
  for (const exchange of of('builtin_call')) {
    const name = String(paramsOf(exchange.request).name);
    const made = given(exchange);
    const { code, message } = isObject(made.error) ? made.error : {};
    // A refusal has a word of its own.
    const outcome = code === -32001 ? { refuse: String(message) } : made;
    if (gives(name, made, 'the tool')) tools.set(name, { ...(tools.get(name) ?? { name }), ...outcome });
  }
  const operations: JsonObject = {};
  for (const exchange of of('host/call')) {
    const name = String(paramsOf(exchange.request).name);
    if (gives(`operation ${name}`, given(exchange), 'the')) operations[name] = given(exchange);
  }
  const permissions = permissionsIn(heard, ({ name, title }) => name ?? title, decisionOf, left);
  const known = ['host/tools/list', 'builtin_call', 'host/call', 'host/capabilities', 'session/request_permission'];
  left.push(...unsaid(heard, known, 'the mock answers in its own way'));
  const script = {
    ...(prompts.length > 0 ? { prompts } : {}),
    ...(tools.size > 0 ? { tools: [...tools.values()] } : {}),
    ...(Object.keys(operations).length > 0 ? { operations } : {}),
    ...(permissions.length > 0 ? { permissions } : {}),
  };
  return { script, left };
};

function decisionOf({ granted, args, reason, outcome }: JsonObject): JsonObject | undefined {
  if (granted === true) return isObject(args) ? { answer: 'rewrite', args } : { answer: 'approve' };
  if (granted === false) return { answer: 'deny', ...(typeof reason === 'string' ? { reason } : {}) };
  const { outcome: how } = isObject(outcome) ? outcome : {};
  return how === 'cancelled' ? { answer: 'unavailable' } : undefined;
}
