import type { StepData } from '../../../../conversation/explorer.js';
import {
  capabilities,
  item,
  named,
  type Offers,
  type SurveyedTarget,
  some,
} from '../../../../conversation/surveyor.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';

/** One session, and the commands that most agents send at once after it. */
const STEPS: readonly StepData[] = [
  { call: { request: 'initialize', params: '${peer.initialize}', as: 'hello', result: {} } },
  { call: { request: 'session/new', params: '${peer.session}', as: 'session' } },
  { expect: { notify: 'session/update#available_commands_update' }, within: '2s' },
];

/** Asks an agent for its capabilities and sign-ins, and for the modes, settings and commands of a new session. Nothing is prompted. */
export async function survey(target: SurveyedTarget): Promise<Offers> {
  const { records } = await target.converse(STEPS);
  const results = (as: string): JsonObject => {
    const reply = records.find((one) => one.from === 'target' && one.as === as && isObject(one.message));
    const result = isObject(reply?.message) ? reply.message.result : undefined;
    return isObject(result) ? result : {};
  };
  const [hello, session] = [results('hello'), results('session')];
  const updates = records.flatMap(({ from, message }) => {
    const params =
      from === 'target' && isObject(message) && message.method === 'session/update' ? message.params : null;
    const update = isObject(params) ? params.update : undefined;
    return isObject(update) && update.sessionUpdate === 'available_commands_update' ? [update.availableCommands] : [];
  });
  const modes = isObject(session.modes) ? session.modes.availableModes : undefined;
  return {
    capabilities: capabilities(hello.agentCapabilities),
    signIns: named(hello.authMethods, 'id', (one) =>
      item({ says: some(one, 'name', 'description'), facts: some(one, 'type') }),
    ),
    modes: named(modes, 'id', (one) => item({ says: some(one, 'name', 'description') })),
    settings: named(session.configOptions, 'id', settingItem),
    commands: named(updates.at(-1), 'name', (one) =>
      item({
        says: { ...some(one, 'description'), ...some(one.input, 'hint') },
        facts: { input: isObject(one.input) },
      }),
    ),
  };
}

/** A setting takes one of its values; those of a list may stand in groups. */
function settingItem(setting: JsonObject) {
  const options = (Array.isArray(setting.options) ? setting.options : [])
    .filter(isObject)
    .flatMap((one): Json[] => (Array.isArray(one.options) ? one.options : [one]))
    .filter(isObject);
  const values = options.flatMap(({ value }) => (value === undefined ? [] : [value])).sort();
  return item({
    says: some(setting, 'name', 'description', 'category'),
    facts: some(setting, 'type'),
    takes: setting.type === 'boolean' ? { type: 'boolean' } : values.length > 0 ? { enum: values } : undefined,
  });
}
