import type { ServerNotifications } from '../../../../generated/methods/harn-extensions-v1.js';
import type { ParamsOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';

/** Sends a notification that ACP does not have. */
export function sendHarn<M extends keyof ServerNotifications>(
  { notify }: Agent,
  method: M,
  params: ParamsOf<ServerNotifications, M>,
): void {
  (notify as (method: M, params: ParamsOf<ServerNotifications, M>) => void)(method, params);
}
