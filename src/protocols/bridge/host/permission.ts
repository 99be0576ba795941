import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { unavailable } from '../errors.js';
import { checkedParams } from '../params.js';
import type { Answer, HostState } from './host-state.js';
import type { PermissionRule } from './script.js';

/** `session/request_permission` (spec 000): the first rule that fits the name of the tool decides, and none is a no. */
export function permissionAnswers({ script: { permissions } }: HostState): { [method: string]: Answer } {
  return {
    async 'session/request_permission'(params) {
      const { toolCall, options } = await checkedParams('session/request_permission', params);
      const call = toolCall as JsonObject;
      const name = toolNameOf(call);
      const offered = Array.isArray(options) ? (options as JsonObject[]) : [];
      const rule: PermissionRule = permissions.find(({ tool }) => fits(tool, name)) ?? { tool: '*', answer: 'deny' };
      switch (rule.answer) {
        case 'approve':
          return granted(offered);
        case 'rewrite':
          return {
            granted: true,
            args: { ...(isObject(call.rawInput) ? call.rawInput : {}), ...(rule.args as JsonObject) },
          };
        case 'deny':
          return denied(rule.reason);
        case 'unavailable':
          throw unavailable('there is nobody who could be asked');
      }
    },
  };
}

/** The name of the tool: where it stands differs between runtimes. */
function toolNameOf({ toolName, title, _meta }: JsonObject): string {
  const harn = isObject(_meta) && isObject(_meta.harn) ? _meta.harn : {};
  const name = [toolName, harn.toolName, title].find((one) => typeof one === 'string');
  return String(name ?? '');
}

function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

/** A grant in the form of ACP, which names the option where some were offered. */
function granted(offered: readonly JsonObject[]): Json {
  const option = offered.find(({ kind }) => String(kind).startsWith('allow'));
  // Nothing that was offered allows it, and an option that was not offered must not be named.
  if (offered.length > 0 && !option) return { granted: true };
  return { outcome: { outcome: 'selected', ...(option ? { optionId: option.optionId! } : {}) } };
}

/** A denial in the older form, which has room for the reason. */
const denied = (reason: string | undefined): Json => ({ granted: false, ...(reason === undefined ? {} : { reason }) });
