import type { ClientRequests } from '../../../generated/methods/a2a-0.3.0.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Carried, Closed, HttpHead } from '../../../wire/carried.js';
import { mediaType } from '../../../wire/http/headers.js';
import { EVENT_STREAM } from '../../../wire/http/sse.js';
import { AgentProblem } from './agent-problem.js';
import type { Interface } from './card.js';
import type { Exchanges } from './exchanges.js';

export type Streaming = 'message/stream' | 'tasks/resubscribe';

/** Takes the results of a stream. */
export interface StreamListener {
  /** Whether that was the last. */
  event(result: Json): 'last' | 'more';
  /** Whether a stream that ends now without a last event is whole all the same. */
  whole(): boolean;
}

export interface ConnectionOptions {
  at: Interface;
  exchanges: Exchanges;
  /** The id of the request with this number, from 1. */
  idOf(count: number): number | string;
  ends: StreamEnds;
}

/** When a client takes a stream for complete. */
export interface StreamEnds {
  /** Whether nothing more of a response is read after the last event. */
  atLast: boolean;
  /** Whether a response that has ended like this was a stream that was not cut off. `complete`: nothing is missing in it. */
  isWhole(closed: Closed | undefined, complete: boolean): boolean;
}

/** As A2A has it: a stream that is closed before its last event was cut off. */
export const STREAM_ENDS: StreamEnds = {
  atLast: true,
  isWhole: (closed, complete) => closed?.how === 'end' && complete,
};

/** Asks an agent and opens streams of it. */
export type Conversation = Pick<Connection, 'request' | 'stream'>;

/** A conversation with an agent, of which each request is an exchange of HTTP. */
export class Connection {
  #count = 0;
  #at: Interface;
  /** Whether the agent understood a body, or every way to write one was tried. */
  #isSure = false;

  constructor(private readonly options: ConnectionOptions) {
    this.#at = options.at;
  }

  /** Resolves with the result. Rejects with RpcError where the agent answers so, with AgentProblem where it does not answer. */
  request<M extends keyof ClientRequests>(method: M, params: ClientRequests[M]['params']): Promise<Json> {
    return this.#understood((at) => this.#request(at, method, params));
  }

  /** Resolves after the last event. Rejects as `request` does, and with AgentProblem for a stream that is none or was cut off. */
  stream(method: Streaming, params: ClientRequests[Streaming]['params'], listener: StreamListener): Promise<void> {
    return this.#understood((at) => this.#stream(at, method, params, listener));
  }

  /** Asks; an agent that does not understand the first request is asked once more with bodies in their other form. */
  async #understood<T>(ask: (at: Interface) => Promise<T>): Promise<T> {
    const { other, ...first } = this.#at;
    if (this.#isSure || other === undefined) return ask(this.#at);
    this.#isSure = true;
    try {
      return await ask(this.#at);
    } catch (error) {
      if (!isNotUnderstood(error)) throw error;
      const otherwise = { ...first, codec: other };
      const result = await ask(otherwise).catch(() => {
        throw error;
      });
      this.#at = otherwise;
      return result;
    }
  }

  #request(at: Interface, method: keyof ClientRequests, params: Json | object | undefined): Promise<Json> {
    const message = this.#message(at, method, params);
    const { exchanges } = this.options;
    return new Promise((resolve, reject) => {
      const take = (result: Json) => resolve(inCore(at, method, result));
      exchanges.ask(at, message, (carried, head) => {
        if (carried.kind === 'message') outcome(carried.message, message, take, reject, head?.status);
        else if (carried.kind === 'closed')
          reject(new AgentProblem(`${method} got no reply: ${why(carried, head)}`, head?.status));
      });
    });
  }

  #stream(
    at: Interface,
    method: Streaming,
    params: ClientRequests[Streaming]['params'],
    listener: StreamListener,
  ): Promise<void> {
    const message = this.#message(at, method, params);
    const { exchanges, ends } = this.options;
    return new Promise((resolve, reject) => {
      let over = false;
      const finish = (act: () => void) => {
        over = true;
        end();
        act();
      };
      let ended = false;
      const last = () => {
        ended = true;
        if (ends.atLast) finish(resolve);
      };
      const fail = (reason: string, status?: number) => finish(() => reject(new AgentProblem(reason, status)));
      const take = (carried: Carried, head: HttpHead | undefined) => {
        if (over) return;
        const isStream = mediaType(head?.headers ?? {}) === EVENT_STREAM;
        switch (carried.kind) {
          case 'message':
            outcome(
              carried.message,
              message,
              (result) => {
                if (!isStream) fail(`${method} was answered with no event stream`);
                else if (listener.event(inCore(at, method, result)) === 'last') last();
              },
              (error) => finish(() => reject(error)),
              head?.status,
            );
            return;
          case 'bytes':
            fail(`an event of ${method} is not JSON: ${carried.problem}`);
            return;
          case 'closed':
            if (isStream && ends.isWhole(carried.closed, ended || listener.whole())) finish(resolve);
            else if (isStream) fail(`the stream of ${method} was cut off`);
            else fail(`${method} got no stream: ${why(carried, head)}`, head?.status);
        }
      };
      const end = exchanges.ask(at, message, take);
    });
  }

  #message({ spoken }: Interface, method: string, params: Json | object | undefined): JsonObject {
    const id = this.options.idOf(++this.#count);
    const message = { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params: params as Json }) };
    return spoken?.request(message) ?? message;
  }
}

/** A result of a method that an interface has given, in terms of the core. */
const inCore = ({ spoken }: Interface, method: string, result: Json) => spoken?.result(method, result) ?? result;

/** Reads a JSON document. Rejects with AgentProblem where there is none. */
export function readDocument(exchanges: Exchanges, url: string): Promise<Json> {
  return new Promise((resolve, reject) => {
    exchanges.get(url, (carried, head) => {
      if (carried.kind === 'message' && head?.status === 200) resolve(carried.message ?? null);
      else if (carried.kind === 'closed') reject(new AgentProblem(`there is nothing at ${url}: ${why(carried, head)}`));
    });
  });
}

/** The result of a response to a request, or why there is none (A2A 0.3.0, 6.11.2). */
function outcome(
  response: Json | undefined,
  { id, method }: JsonObject,
  resolve: (result: Json) => void,
  reject: (error: Error) => void,
  status: number | undefined,
): void {
  const refuse = (reason: string) => reject(new AgentProblem(`${String(method)} was answered ${reason}`));
  if (!isObject(response) || response.jsonrpc !== '2.0') refuse('with what is not a response of JSON-RPC 2.0');
  else if (response.id !== id) refuse(`under the id ${JSON.stringify(response.id)}`);
  else if ('result' in response && 'error' in response) refuse('with a result and an error');
  else if ('error' in response) reject(refusalOf(response.error!, status));
  else if ('result' in response) resolve(response.result!);
  else refuse('with neither a result nor an error');
}

/** Statuses of a server that could not read a body. Some frameworks answer with 500. */
const UNREAD = [400, 415, 422, 500];

/** An error that has no code of JSON-RPC or A2A, of a server that could not read the request. */
class UnreadError extends RpcError {}

function refusalOf(error: Json, status = 0): RpcError {
  const refusal = RpcError.from(error);
  const isCoded = isObject(error) && typeof error.code === 'number' && error.code < 0;
  return isCoded || !UNREAD.includes(status) ? refusal : new UnreadError(refusal.code, refusal.message, refusal.data);
}

const isNotUnderstood = (error: unknown): boolean =>
  error instanceof UnreadError || (error instanceof AgentProblem && UNREAD.includes(error.status ?? 0));

/** Why an exchange came to its end without what was wanted. */
const why = ({ closed }: Carried, head: HttpHead | undefined) =>
  closed?.problem ?? (head ? `HTTP ${head.status}` : 'the connection was closed');
