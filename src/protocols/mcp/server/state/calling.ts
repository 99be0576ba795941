import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject } from '../../../../json/json.js';
import type { RequestContext, RequestOptions } from '../../../../jsonrpc/connection.js';
import type { Related } from '../../../../jsonrpc/link.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import { ConnectionClosed, RequestTimeout } from '../../../../jsonrpc/rpc-error.js';
import type { ClientAnswer, ServerRequests } from '../../methods.js';
import { describeResult } from '../../validation.js';
import { type Call, CallError, type ServerLink } from './call.js';
import type { SessionState } from './session-state.js';

/** Through what a call speaks to the client. */
interface CallContext extends Pick<Call, 'about' | 'signal' | 'hangUp'> {
  notify(method: string, params?: Json): void;
  /** Rejects as `Connection.request` does. */
  request(method: string, params: Json | undefined, options: RequestOptions): Promise<Json>;
}

/** The call that serves one request of the client. `link` carries the request, and can let its connection go. */
export function createCall(state: SessionState, link: Pick<ServerLink, 'hangUp'>, context: RequestContext): Call {
  const { id, carried, signal } = context;
  const about: Related = { id, ...(carried.stream !== undefined && { stream: carried.stream }) };
  return callThrough(state, {
    about,
    signal,
    notify: (method, params) => context.notify(method, params),
    request: (method, params, options) => context.request(method, params, options),
    hangUp: (retry) => link.hangUp?.(about, retry),
  });
}

/** A call that speaks through this. */
export function callThrough(state: SessionState, context: CallContext): Call {
  return {
    about: context.about,
    signal: context.signal,
    notify: (method, ...[params]) => {
      if (!context.signal.aborted) context.notify(method, params && asObject(params));
    },
    request: (method, ...[params]) => ask(state, context, method, params),
    requestAll: (questions) =>
      Promise.all(questions.map(({ method, params }) => askFor(state, context, method, params))),
    detach: () => undefined,
    hangUp: (retry) => context.hangUp(retry),
  };
}

async function ask<M extends keyof ServerRequests>(
  state: SessionState,
  context: CallContext,
  method: M,
  params: ServerRequests[M]['params'],
): Promise<ClientAnswer<M>> {
  return (await askFor(state, context, method, params && asObject(params))) as unknown as ClientAnswer<M>;
}

/** Asks the client, with a limit in time; whoever gives up says so (MCP 2025-11-25, Lifecycle, Timeouts). */
async function askFor(
  state: SessionState,
  context: CallContext,
  method: string,
  params: JsonObject | undefined,
): Promise<JsonObject> {
  const { signal } = context;
  const timeout = state.script.requestTimeoutMs;
  const giveUp = (id: Id | undefined, reason: string) => {
    if (id !== undefined && id !== null) context.notify('notifications/cancelled', { requestId: id, reason });
    return new CallError(`${method}: ${reason}`);
  };
  let sent: Id | undefined;
  try {
    const result = await context.request(method, params, {
      timeout,
      signal,
      sent: (id) => {
        sent = id;
      },
    });
    if (!isObject(result)) throw new CallError(`The client's answer to ${method} is invalid: it is not an object`);
    const wrong = await describeResult(method, result);
    if (wrong !== undefined) throw new CallError(`The client's answer to ${method} is invalid: ${wrong}`);
    return result;
  } catch (error) {
    if (error instanceof ConnectionClosed) throw new CallError(`${method}: the client is gone`);
    if (error instanceof RequestTimeout) throw giveUp(sent, `no answer within ${timeout} ms`);
    if (signal.aborted) throw giveUp(sent, 'the request that needed it was cancelled');
    throw error;
  }
}
