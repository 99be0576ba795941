import type { ServerNotifications } from '../../../../generated/methods/harn-extensions-v1.js';
import { asObject } from '../../../../json/json.js';
import type { ParamsOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';

/** Sends a notification that ACP does not have. */
export function sendHarn<M extends keyof ServerNotifications>(
  { outbox }: Agent,
  method: M,
  params: ParamsOf<ServerNotifications, M>,
): void {
  outbox.send({ jsonrpc: '2.0', method, params: asObject(params) });
}
