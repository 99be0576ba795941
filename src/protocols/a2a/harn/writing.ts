import type { Task, TaskStatusUpdateEvent } from '../../../generated/types/a2a-0.3.0.js';
import type { HarnStatusUpdateEvent, HarnTask, HarnTaskStatus } from '../../../generated/types/a2a-0.3.0-harn.js';
import { asObject, isObject, type Json } from '../../../json/json.js';
import { METHOD_NOT_FOUND, RpcError } from '../../../jsonrpc/rpc-error.js';
import { CODES } from '../errors.js';

/** A method, or a part of it, that the server does not have (Harn's codes; in A2A the number is another error). */
const UNSUPPORTED = -32003;

/** A result or an event as Harn writes it. */
export function written(result: Json): Json {
  if (!isObject(result)) return result;
  if (result.kind === 'task') return asObject(taskOf(result as unknown as Task));
  if (result.kind === 'status-update') return asObject(updateOf(result as unknown as TaskStatusUpdateEvent));
  return result;
}

/** An error with the code that Harn has for it. */
export function withCode(error: RpcError): RpcError {
  const { code, message, data } = error;
  const isMissing = code === METHOD_NOT_FOUND || code === CODES.unsupportedOperation;
  return isMissing ? new RpcError(UNSUPPORTED, message, data) : error;
}

const taskOf = ({ status, metadata, ...task }: Task): HarnTask => ({
  ...task,
  status: statusOf(status),
  ...(metadata ? { metadata } : {}),
});

const updateOf = ({ status, ...event }: TaskStatusUpdateEvent): HarnStatusUpdateEvent =>
  ({ ...event, status: statusOf(status) }) as HarnStatusUpdateEvent;

/** Of the nine states Harn has eight, and spells one its own way. */
function statusOf({ state, ...status }: Task['status']): HarnTaskStatus {
  if (state === 'unknown') throw new Error('a task of the reference is in no known state');
  return { ...status, state: state === 'canceled' ? 'cancelled' : state };
}
