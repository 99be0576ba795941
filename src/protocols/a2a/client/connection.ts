import type { ClientRequests } from '../../../generated/methods/a2a-0.3.0.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Carried, HttpHead } from '../../../wire/carried.js';
import { mediaType } from '../../../wire/http/headers.js';
import { EVENT_STREAM, SseDecoder } from '../../../wire/http/sse.js';
import { defaultLimits } from '../../../wire/limits.js';
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
  switches: ReadonlySet<string>;
}

/** Asks an agent and opens streams of it, each with an exchange of HTTP. */
export class Connection {
  #count = 0;

  constructor(private readonly options: ConnectionOptions) {}

  /** Resolves with the result. Rejects with RpcError where the agent answers so, with AgentProblem where it does not answer. */
  request<M extends keyof ClientRequests>(method: M, params: ClientRequests[M]['params']): Promise<Json> {
    const message = this.#message(method, params);
    const { at, exchanges } = this.options;
    return new Promise((resolve, reject) => {
      exchanges.ask(at, message, (carried, head) => {
        if (carried.kind === 'message') outcome(carried.message, message, resolve, reject);
        else if (carried.kind === 'closed') reject(new AgentProblem(`${method} got no reply: ${why(carried, head)}`));
      });
    });
  }

  /** Resolves after the last event. Rejects as `request` does, and with AgentProblem for a stream that is none or was cut off. */
  stream(method: Streaming, params: ClientRequests[Streaming]['params'], listener: StreamListener): Promise<void> {
    const message = this.#message(method, params);
    const { at, exchanges, switches } = this.options;
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
        if (!switches.has('reads-to-the-end')) finish(resolve);
      };
      const fail = (reason: string) => finish(() => reject(new AgentProblem(reason)));
      const take = (carried: Carried, head: HttpHead | undefined) => {
        if (over) return;
        const isStream = mediaType(head?.headers ?? {}) === EVENT_STREAM || switches.has('any-content-type');
        switch (carried.kind) {
          case 'message':
            outcome(
              carried.message,
              message,
              (result) => {
                if (!isStream) fail(`${method} was answered with no event stream`);
                else if (listener.event(result) === 'last') last();
              },
              (error) => finish(() => reject(error)),
            );
            return;
          case 'bytes':
            fail(`an event of ${method} is no JSON: ${carried.problem}`);
            return;
          case 'body':
            for (const event of switches.has('any-content-type') ? eventsIn(carried) : []) take(event, head);
            return;
          case 'closed': {
            const whole = isStream && carried.closed?.how === 'end' && (ended || listener.whole());
            if (whole || (isStream && switches.has('takes-cut-for-end'))) finish(resolve);
            else if (isStream) fail(`the stream of ${method} was cut off`);
            else fail(`${method} got no stream: ${why(carried, head)}`);
          }
        }
      };
      const end = exchanges.ask(at, message, take);
    });
  }

  #message(method: string, params: Json | object | undefined): JsonObject {
    const id = this.options.idOf(++this.#count);
    return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params: params as Json }) };
  }
}

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
): void {
  const refuse = (reason: string) => reject(new AgentProblem(`${String(method)} was answered ${reason}`));
  if (!isObject(response) || response.jsonrpc !== '2.0') refuse('with what is no response of JSON-RPC 2.0');
  else if (response.id !== id) refuse(`under the id ${JSON.stringify(response.id)}`);
  else if ('result' in response && 'error' in response) refuse('with a result and an error');
  else if ('error' in response) reject(RpcError.from(response.error!));
  else if ('result' in response) resolve(response.result!);
  else refuse('with neither a result nor an error');
}

/** The defect of a client that reads a body as events, whatever its type says. */
function eventsIn({ body, stream }: Carried): Carried[] {
  const items = new SseDecoder(defaultLimits).push(Buffer.from(String(body)));
  return stream === undefined ? items : items.map((item) => ({ ...item, stream }));
}

/** Why an exchange came to its end without what was wanted. */
const why = ({ closed }: Carried, head: HttpHead | undefined) =>
  closed?.problem ?? (head ? `HTTP ${head.status}` : 'the connection was closed');
