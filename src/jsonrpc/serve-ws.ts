import type { JsonObject } from '../json/json.js';
import { BufferedListeners } from '../wire/buffered-listeners.js';
import { type Border, type Carried, type HttpHead, type Listener, openBorder } from '../wire/carried.js';
import { type Clock, during, realClock } from '../wire/clock/clock.js';
import { ConnectionTraffic } from '../wire/clock/connection-traffic.js';
import type { Traffic } from '../wire/clock/moved-clock.js';
import { type Admission, admit, type Refusal } from '../wire/http/admission.js';
import { type Limits, mockLimits } from '../wire/limits.js';
import { listenWebSocket, type WebSocketChannel } from '../wire/websocket/websocket.js';
import type { Link, Related } from './link.js';
import { Pace } from './pace.js';
import { INVALID_REQUEST } from './rpc-error.js';

/** ms between two pings, and ms that the pong to one may take (Harn, ACP over WebSocket, Liveness). */
export const PING_EVERY = 30_000;
const PONG_WITHIN = 10_000;
/** Bytes that may wait for the peer to read them before nothing more is read from it. */
const UNREAD = 16 * 1024 * 1024;

export interface ServeWebSocketOptions {
  /** 0 lets the machine choose. */
  port?: number;
  border?: Border;
  /** Default: real time. */
  clock?: Clock;
  /** Default: those of a mock. */
  limits?: Limits;
  /** Told why a connection was ended that brought more than the limits allow. Default: nobody. */
  warn?: (text: string) => void;
  /** ms that a pong may take. Default: PONG_WITHIN. */
  pongWithin?: number;
  /** Who may come besides this machine. Default: nobody. */
  admission?: Admission;
  /** The first segment of the path that every upgrade must have. */
  token?: string | undefined;
  /** Judges the head of each upgrade that may come in: a refusal is answered in its place. Default: all are let in. */
  judge?: (head: HttpHead) => Refusal | undefined;
  /** Takes each connection, a conversation of its own, with the head of its upgrade. */
  onLink(link: SocketLink, head: HttpHead): void;
}

/** A connection as a link, whose sender can tell how much of what it said the other side has still to take. */
export interface SocketLink extends Link {
  /** Bytes that the machine has not taken yet. */
  readonly backlog: number;
  /** Why it was ended from our side although nobody asked for that; undefined while it was not. */
  readonly lost: 'liveness' | undefined;
  /** Resolves once the machine has taken all that was sent, or the connection is gone. */
  drained(): Promise<void>;
  /** Sends a message that others are sent too. */
  sendShared(carried: Carried): void;
  /** Ends it with a close code of RFC 6455. */
  end(code: number): void;
}

/** A server that listens for WebSockets. */
export interface WebSocketServing {
  url: string;
  /** Bytes of all connections so far. */
  traffic: Traffic;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * The server side of WebSocket on loopback: one JSON-RPC message in each text frame; a binary frame is no valid request. Who does not
 * answer a ping in time is cut off. Everything passes the border, as over stdio: messages, pings, pongs, the head of an upgrade that
 * is judged and what refuses it; `exit` there resets the connection. A peer that sends faster than it is served, or does not read its
 * answers, has to wait; of a connection that is gone nothing is kept. Rejects with PortError where the port can't be had.
 */
export async function serveWebSocket(options: ServeWebSocketOptions): Promise<WebSocketServing> {
  const { port = 0, border = openBorder, clock = realClock, limits = mockLimits, judge, onLink } = options;
  const { pongWithin = PONG_WITHIN, warn = () => undefined } = options;
  const { admission = {}, token } = options;
  const traffic = new ConnectionTraffic();
  /** Connections that are about to be, by the head of their upgrade: each has its border, and the head as it was heard there. */
  const admitted = new WeakMap<HttpHead, { border: Border; head: HttpHead }>();
  const listener = await listenWebSocket({
    port,
    limits,
    token,
    admission,
    // A head that is judged crosses the border before.
    later: judge !== undefined,
    ...(judge && {
      admit: (head) => {
        const own = border.ofConnection?.() ?? border;
        let heard = head;
        own.hears({ kind: 'http', http: head }, (carried) => {
          heard = carried.http ?? head;
        });
        admitted.set(head, { border: own, head: heard });
        const refusal = admit(heard, admission) ?? judge(heard);
        return refusal && said(refusal, own);
      },
    }),
    onPeer: (channel, head) => {
      traffic.add({ port: channel.ports.remote ?? 0, traffic: () => channel.traffic(), closed: channel.closed });
      void channel.closed.then(() => channel.exceeded && warn(`a connection was ended: ${channel.exceeded}\n`));
      const known = admitted.get(head) ?? { border: border.ofConnection?.() ?? border, head };
      onLink(new WebSocketLink(channel, known.border, clock, pongWithin), known.head);
    },
  });
  return {
    url: listener.url,
    traffic,
    close: () => listener.close(),
  };
}

/** A refusal as it leaves at the border, where nobody waits: the other side is answered at once. */
function said(refusal: Refusal, border: Border): Refusal {
  let left = refusal;
  border.sends({ kind: 'http', http: { status: refusal.status, headers: refusal.headers ?? {} } }, ({ http }) => {
    left = { ...refusal, status: http?.status ?? refusal.status, headers: http?.headers ?? {} };
  });
  return left;
}

/** One connection as a link. */
class WebSocketLink implements SocketLink {
  readonly closed: Promise<void>;
  lost: 'liveness' | undefined;
  readonly #listeners = new BufferedListeners();
  #resolve: () => void = () => {};
  #deaf = false;
  readonly #pace: Pace;
  /** The peer has too much to read. */
  #choked = false;
  /** Cancels the timer of the next ping, or that of its pong. */
  #wait: () => void = () => undefined;

  constructor(
    private readonly channel: WebSocketChannel,
    private readonly border: Border,
    private readonly clock: Clock,
    private readonly pongWithin: number,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#pace = new Pace(channel, (carried) => border.hears(carried, (heard) => this.#hear(heard)));
    channel.listen((carried) => {
      // The head was heard before; pings the channel answers itself.
      if (carried.kind === 'http' || (carried.kind === 'frame' && carried.frame?.opcode !== 'pong')) return;
      if (carried.kind === 'message' || carried.kind === 'bytes') {
        this.#pace.take([carried]);
        return;
      }
      if (carried.kind === 'closed') this.#pace.flush();
      border.hears(carried, (heard) => this.#hear(heard));
    });
    this.#rest();
  }

  get backlog(): number {
    return this.channel.backlog;
  }

  drained(): Promise<void> {
    return this.channel.drained();
  }

  send(message: JsonObject, about?: Related): void {
    const carried: Carried = { kind: 'message', message };
    if (about?.stream !== undefined) carried.stream = about.stream;
    this.border.sends(carried, (emitted) => this.#emit(emitted));
  }

  sendShared(carried: Carried): void {
    this.border.sends(carried, (emitted) => this.#emit(emitted));
  }

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
  }

  close(): void {
    this.#end('end');
  }

  end(code: number): void {
    this.#end(code);
  }

  #hear(carried: Carried): void {
    if (this.#deaf) return;
    if (carried.kind === 'frame') {
      if (carried.frame?.opcode === 'pong') this.#rest();
      return;
    }
    if (carried.frame?.opcode === 'binary') {
      this.send(NO_TEXT);
      return;
    }
    if (carried.kind === 'closed') this.#over();
    this.#listeners.emit(carried);
  }

  /** The other side is there: the next ping is due in a while. */
  #rest(): void {
    this.#wait();
    this.#wait = this.clock.after(PING_EVERY, () => this.#ping());
  }

  #ping(): void {
    this.#wait = this.clock.after(this.pongWithin, () => {
      this.lost = 'liveness';
      this.#listeners.emit({ kind: 'closed', closed: { how: 'end' } });
      this.#end('end');
    });
    this.border.sends({ kind: 'frame', frame: { opcode: 'ping', fin: true } }, (emitted) => this.#emit(emitted));
  }

  #emit(carried: Carried): void {
    if (carried.kind === 'message' || carried.kind === 'bytes' || carried.kind === 'frame') this.#put(carried);
    else if (carried.kind === 'closed')
      this.#end(carried.closed?.how === 'reset' ? 'reset' : (carried.closed?.code ?? 'end'));
    else if (carried.kind === 'exit') this.#end('reset');
  }

  #put(carried: Carried): void {
    this.channel.send(carried);
    if (this.#choked || this.channel.backlog <= UNREAD) return;
    this.#choked = true;
    this.#pace.choke(true);
    void this.channel.drained().then(() => {
      this.#choked = false;
      this.#pace.choke(false);
    });
  }

  #end(how: 'end' | 'reset' | number): void {
    this.#over();
    // How long the other side takes to close is a matter of the machine.
    void during(this.clock, this.channel.close(how));
  }

  #over(): void {
    this.#deaf = true;
    this.#wait();
    this.#resolve();
  }
}

const NO_TEXT: JsonObject = {
  jsonrpc: '2.0',
  id: null,
  error: { code: INVALID_REQUEST, message: 'Invalid Request: a message comes in a text frame' },
};
