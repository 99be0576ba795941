import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';

const within = (value: Json | undefined, name: string): JsonObject => {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
};

/** What an agent has that ACP 1.21.0 knows and 0.12.2 does not, in the words of its pages: by what it said. */
export function laterMembers(records: readonly WireRecord[]): string[] {
  const found = new Set<string>();
  for (const { from, as, message } of records) {
    if (from !== 'target' || !isObject(message)) continue;
    const result = within(message, 'result');
    if (as === 'hello') for (const one of advertised(within(result, 'agentCapabilities'))) found.add(one);
    if (Array.isArray(result.configOptions) && result.configOptions.some(isBoolean)) found.add('boolean settings');
    const update = within(message.params, 'update');
    if (message.method === 'elicitation/create') found.add('elicitation');
    if (update.sessionUpdate === 'usage_update') found.add('usage_update');
    if (/_chunk$/.test(String(update.sessionUpdate)) && typeof update.messageId === 'string') found.add('message ids');
  }
  return [...found];
}

function advertised(capabilities: JsonObject): string[] {
  const sessions = within(capabilities, 'sessionCapabilities');
  return [
    ...(isObject(sessions.delete) ? ['session/delete'] : []),
    ...(isObject(within(capabilities, 'auth').logout) ? ['logout'] : []),
    ...(isObject(sessions.additionalDirectories) ? ['additional directories'] : []),
  ];
}

const isBoolean = (setting: Json): boolean => isObject(setting) && setting.type === 'boolean';
