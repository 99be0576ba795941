import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { unknownName } from '../errors.js';
import { checkedParams } from '../params.js';
import type { Answer, HostState } from './host-state.js';
import { outcomeOf } from './tools.js';

/** `host/capabilities` and `host/call` (spec 003, sessions and replay). */
export function operationAnswers({ script: { operations } }: HostState): { [method: string]: Answer } {
  return {
    async 'host/capabilities'(params) {
      await checkedParams('host/capabilities', params);
      const manifest = new Map<string, string[]>();
      for (const name of Object.keys(operations)) {
        const dot = name.indexOf('.');
        const capability = name.slice(0, dot);
        manifest.set(capability, [...(manifest.get(capability) ?? []), name.slice(dot + 1)]);
      }
      return Object.fromEntries(manifest) as Json;
    },
    async 'host/call'(params) {
      const { name, args } = await checkedParams('host/call', params);
      const operation = Object.hasOwn(operations, String(name)) ? operations[String(name)] : undefined;
      if (!operation) throw unknownName('operation', String(name));
      return outcomeOf(operation, isObject(args) ? args : ({} as JsonObject));
    },
  };
}
