import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Carried, HttpHead } from '../wire/carried.js';
import { contentOf } from '../wire/http/upgrade.js';
import { problemOf } from '../wire/network-problem.js';
import type { TapQueue } from './tap-queue.js';
import type { ProxyOptions } from './types.js';

/** ms for a connection to the server. */
const CONNECTS_WITHIN = 10_000;

/** What an exchange needs of the proxy that it is part of. */
export interface ExchangeContext {
  options: ProxyOptions;
  queue: TapQueue;
  /** Begins the request to the server: as the client has it, unless a fault has made another one of it. */
  open(headers: string[], changed?: HttpHead): ClientRequest;
  /** The headers for the server. */
  headers(): string[];
  tell(carried: Carried, from: 'client' | 'server', changed?: boolean): void;
  /** Something is still to be told of. */
  waitFor(done: Promise<void>): void;
}

/** What a client reads if the server can't be reached. Whoever runs the proxy gets the same problem. */
export function unreachable({ unreachable: tell }: ProxyOptions, error: Error): string {
  const { problem = error.message } = problemOf(error);
  tell?.(problem);
  return `proctor proxy: the server can't be reached: ${problem}`;
}

/** Answers in place of the server. */
export function refuse(request: IncomingMessage, response: ServerResponse, status: number, reason: string): void {
  request.resume();
  response.writeHead(status, { ...contentOf(reason), connection: 'close' });
  response.end(`${reason}\n`);
}

/** Gives up on a server that takes no connection. */
export function limitConnecting(upstream: ClientRequest): void {
  upstream.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(
      () => upstream.destroy(new Error(`no connection within ${CONNECTS_WITHIN} ms`)),
      CONNECTS_WITHIN,
    );
    const stop = () => clearTimeout(timer);
    socket.once('connect', stop).once('close', stop);
  });
}
