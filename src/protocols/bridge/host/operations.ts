import { use } from '../../../conversation/live/uses.js';
import type { AnyValue, CapabilityManifest } from '../../../generated/types/bridge-v1.js';
import { isObject } from '../../../json/json.js';
import { own } from '../../../json/own.js';
import { unknownName } from '../errors.js';
import type { Handlers } from '../params.js';
import type { HostState } from './host-state.js';
import { outcomeOf } from './tools.js';

/** `host/capabilities` and `host/call` (spec 003, sessions and replay). */
export function operationHandlers({ script }: HostState): Handlers<'host/capabilities' | 'host/call'> {
  return {
    'host/capabilities'(): CapabilityManifest {
      const manifest = new Map<string, string[]>();
      for (const name of Object.keys(script.operations)) {
        const dot = name.indexOf('.');
        const capability = name.slice(0, dot);
        manifest.set(capability, [...(manifest.get(capability) ?? []), name.slice(dot + 1)]);
      }
      return Object.fromEntries(manifest);
    },
    'host/call'({ name = '', args }): AnyValue {
      const operation = own(script.operations, name);
      if (!operation) throw unknownName('operation', name);
      use(operation);
      return outcomeOf(operation, isObject(args) ? args : {});
    },
  };
}
