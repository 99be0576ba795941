import { wildcard } from '../../../bounded/wildcard.js';
import { use } from '../../../conversation/live/uses.js';
import type {
  PermissionDenied,
  PermissionGranted,
  PermissionOption,
  PermissionSelected,
  PermissionToolCall,
} from '../../../generated/types/bridge-v1.js';
import { isObject } from '../../../json/json.js';
import { unavailable } from '../errors.js';
import type { Handlers } from '../params.js';
import type { HostState } from './host-state.js';
import type { PermissionRule } from './script.js';

/** `session/request_permission` (spec 000): the first rule that fits the name of the tool decides, and none is a no. */
export function permissionHandlers({ script }: HostState): Handlers<'session/request_permission'> {
  return {
    'session/request_permission'({
      toolCall,
      options = [],
    }): PermissionSelected | PermissionGranted | PermissionDenied {
      const name = toolNameOf(toolCall);
      const rule: PermissionRule = script.permissions.find(({ tool }) => wildcard(tool)(name)) ?? {
        tool: '*',
        answer: 'deny',
      };
      use(rule);
      switch (rule.answer) {
        case 'approve':
          return granted(options);
        case 'rewrite':
          return { granted: true, args: { ...(isObject(toolCall.rawInput) ? toolCall.rawInput : {}), ...rule.args } };
        case 'deny':
          return denied(rule.reason);
        case 'unavailable':
          throw unavailable('there is nobody who could be asked');
      }
    },
  };
}

/** The name of the tool: where it stands differs between runtimes. */
function toolNameOf({ toolName, title, _meta }: PermissionToolCall): string {
  const harn = isObject(_meta) && isObject(_meta.harn) ? _meta.harn : {};
  const name = [toolName, harn.toolName, title].find((one) => typeof one === 'string');
  return String(name ?? '');
}

/** A grant in the form of ACP, which names the option where some were offered. */
function granted(offered: readonly PermissionOption[]): PermissionSelected | PermissionGranted {
  const option = offered.find(({ kind }) => kind.startsWith('allow'));
  // Nothing that was offered allows it, and an option that was not offered must not be named.
  if (offered.length > 0 && !option) return { granted: true };
  return { outcome: { outcome: 'selected', ...(option && { optionId: option.optionId }) } };
}

/** A denial in the older form, which has room for the reason. */
const denied = (reason: string | undefined): PermissionDenied => ({
  granted: false,
  ...(reason !== undefined && { reason }),
});
