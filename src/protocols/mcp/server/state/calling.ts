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

type Asks = Omit<CallContext, 'about' | 'hangUp'>;

/** The call that serves one request of the client. `link` carries the request, and can let its connection go. */
export function createCall(state: SessionState, link: Pick<ServerLink, 'hangUp'>, context: RequestContext): Call {
  const { id, carried } = context;
  const about: Related = { id, ...(carried.stream !== undefined && { stream: carried.stream }) };
  return new ThroughContext(state, context, about, (retry) => link.hangUp?.(about, retry));
}

/** A call that speaks through this. */
export const callThrough = (state: SessionState, context: CallContext): Call =>
  new ThroughContext(state, context, context.about, (retry) => context.hangUp(retry));

/** What it speaks through is made when it is asked for, and its signal is that of the context: most calls only answer. */
class ThroughContext implements Call {
  constructor(
    private readonly state: SessionState,
    private readonly context: Asks,
    readonly about: Related,
    readonly hangUp: Call['hangUp'],
  ) {}

  get signal(): AbortSignal {
    return this.context.signal;
  }

  get notify(): Call['notify'] {
    return (method, ...[params]) => {
      if (!this.context.signal.aborted) this.context.notify(method, params && asObject(params));
    };
  }

  get request(): Call['request'] {
    return (method, ...[params]) => ask(this.state, this.context, method, params);
  }

  get requestAll(): Call['requestAll'] {
    return (questions) =>
      Promise.all(questions.map(({ method, params }) => askFor(this.state, this.context, method, params)));
  }

  detach(): void {
    // There is no task.
  }
}

async function ask<M extends keyof ServerRequests>(
  state: SessionState,
  context: Asks,
  method: M,
  params: ServerRequests[M]['params'],
): Promise<ClientAnswer<M>> {
  return (await askFor(state, context, method, params && asObject(params))) as unknown as ClientAnswer<M>;
}

/** Asks the client, with a limit in time; whoever gives up says so (MCP 2025-11-25, Lifecycle, Timeouts). */
async function askFor(
  state: SessionState,
  context: Asks,
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
    const wrong = await describeResult(method, result, isObject(params?.task));
    if (wrong !== undefined) throw new CallError(`The client's answer to ${method} is invalid: ${wrong}`);
    return result;
  } catch (error) {
    if (error instanceof ConnectionClosed) throw new CallError(`${method}: the client is gone`);
    if (error instanceof RequestTimeout) throw giveUp(sent, `no answer within ${timeout} ms`);
    if (signal.aborted) throw giveUp(sent, 'the request that needed it was cancelled');
    throw error;
  }
}
