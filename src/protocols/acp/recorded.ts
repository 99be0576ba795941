import { choiceIn, permissionsIn, promptsIn, scriptOfPrompts } from '../../conversation/recorded-prompts.js';
import { paramsOf, replyIn, type ScriptOfRecording, unsaid } from '../../conversation/recorded-script.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Exchange } from '../../recording/exchanges.js';

/** The script of an agent: what it can do, and its replies to prompts. */
export const agentScript: ScriptOfRecording = scriptOfPrompts({
  opening: (heard) => ({ abilities: abilitiesIn(heard) }),
  own: ['available_commands_update', 'session_info_update'],
});

/** What an agent said that it can do; of what nobody asked it about nothing is said. */
function abilitiesIn(heard: readonly Exchange[]): JsonObject {
  const resultOf = (method: string): JsonObject => {
    const exchange = heard.find((one) => one.method === method && one.isComplete);
    const { result } = exchange ? replyIn(exchange) : {};
    return isObject(result) ? result : {};
  };
  const { agentCapabilities } = resultOf('initialize');
  const session = resultOf('session/new');
  const abilities: JsonObject = {};
  if (isObject(agentCapabilities)) {
    const { loadSession = false, promptCapabilities, sessionCapabilities } = agentCapabilities;
    abilities.load = loadSession === true;
    const has = (group: Json | undefined, name: string) => isObject(group) && Boolean(group[name]);
    for (const name of ['image', 'audio', 'embeddedContext']) abilities[name] = has(promptCapabilities, name);
    for (const name of ['list', 'resume', 'close']) abilities[name] = has(sessionCapabilities, name);
  }
  if (typeof session.sessionId === 'string') {
    abilities.modes = isObject(session.modes);
    abilities.settings = Array.isArray(session.configOptions);
  }
  return abilities;
}

/** What the script of a client says by members of its own, or what it does in any case. */
const SAID = [
  ...['initialize', 'authenticate', 'session/new', 'session/load', 'session/resume', 'session/list'],
  ...['session/prompt', 'session/set_mode', 'session/set_config_option', 'session/close'],
];
/** What a client answers from its files and terminals. */
const SERVED = ['session/request_permission'];

/** The script of a client: its prompts, its decisions, and how it opens its session. */
export const clientScript: ScriptOfRecording = ({ heard, asked }) => {
  const left: string[] = [];
  const last = (method: string): JsonObject | undefined => {
    const found = asked.findLast((exchange) => exchange.method === method);
    return found && paramsOf(found.request);
  };
  const script: JsonObject = { prompts: promptsIn(asked) };
  const [open] = asked.filter(({ method }) => ['session/new', 'session/load', 'session/resume'].includes(method));
  const { mcpServers = [], sessionId } = open ? paramsOf(open.request) : {};
  if (open && open.method !== 'session/new') script.session = open.method.replace('session/', '');
  if (script.session !== undefined && typeof sessionId === 'string') script.sessionId = sessionId;
  if (Array.isArray(mcpServers) && mcpServers.length > 0) script.mcpServers = mcpServers;
  if (last('session/list')) script.list = true;
  if (last('session/close')) script.close = true;
  const { methodId } = last('authenticate') ?? {};
  if (typeof methodId === 'string') script.methodId = methodId;
  const { modeId } = last('session/set_mode') ?? {};
  if (typeof modeId === 'string') script.mode = modeId;
  const config = asked.flatMap(({ method, request }): [string, JsonObject[string]][] => {
    const { configId, value } = paramsOf(request);
    return method === 'session/set_config_option' && typeof configId === 'string' && value !== undefined
      ? [[configId, value]]
      : [];
  });
  if (config.length > 0) script.config = Object.fromEntries(config);
  const permissions = permissionsIn(
    heard,
    ({ title }) => title,
    (result, request) => {
      const answer = choiceIn(result, request);
      return answer && { answer };
    },
    left,
  );
  if (permissions.length > 0) script.permissions = permissions;
  left.push(...unsaid(asked, SAID, 'the mock does not send it'));
  left.push(...unsaid(heard, SERVED, 'the mock answers from its files and terminals'));
  return { script, left };
};
