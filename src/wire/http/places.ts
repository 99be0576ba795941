import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../carried.js';
import { type Clock, realClock } from '../clock/clock.js';
import { type Agreed, ConversationBegins } from './conversation-begins.js';
import { type HttpHandlers, type HttpTaking, httpHandlers } from './handlers.js';
import { lowered } from './headers.js';
import { isKey } from './keys.js';
import { type HttpListener, type HttpPlace, listening, newServer } from './server.js';
import { refuseUpgrade } from './upgrade.js';

export interface PlacesOptions {
  /** 0 lets the kernel pick. */
  port: number;
  host?: string;
  /** The first segment of every path. */
  key: string;
  /** The names of the places: the second segment. */
  names: readonly string[];
  /** The header by which a request says to which session it belongs, in lower case. */
  session?: string;
  /** How requests without a session show that their conversation began before. Default: they do not. */
  agreed?: Agreed;
  clock?: Clock;
}

/** A server with several places, each of which somebody else may take after another. */
export interface HttpPlaces {
  /** Where a place is, without a slash at the end. */
  urlOf(name: string): string;
  /** The place for whoever takes it now: until its listener is closed. */
  take(name: string): HttpPlace;
  close(): Promise<void>;
}

/** ms that a request waits for somebody who takes the place. */
const PATIENCE = 20_000;
/** Requests of one place that may wait. */
const MOST_WAITING = 100;
/** Sessions of one place that are remembered. */
const MOST_SESSIONS = 1_000;

const NOBODY = 'Proctor has no case for this server now: do what its page says, and try again';
const GONE = 'This session is over: its case has ended';
const NOWHERE = 'There is nothing at this address: use the one that Proctor has shown, whole';

/** One place: who has it now, and what waits for somebody to have it. */
class Place {
  taken: { handlers: HttpHandlers } | undefined;
  readonly waiting = new Set<() => void>();
  /** Whether somebody has come to it. */
  isKnown = false;
  /** By session: whose it is, or was. */
  private readonly sessions = new Map<string, unknown>();

  /** Takes note of a session that a response has begun. */
  begins(session: string, taken: unknown): void {
    if (this.sessions.size < MOST_SESSIONS) this.sessions.set(session, taken);
  }

  /** Whether a request belongs to a session of somebody who had the place before. */
  isStale(session: string | undefined): boolean {
    const known = session === undefined ? undefined : this.sessions.get(session);
    return known !== undefined && known !== this.taken;
  }
}

/**
 * Listens for HTTP/1.1 and WebSocket at places that stay where they are while those who take them come and go. A request for a place that
 * nobody has waits for a while; one that belongs to a conversation with somebody who had it before is answered 404. Rejects with PortError.
 */
export async function listenAtPlaces(options: PlacesOptions): Promise<HttpPlaces> {
  const { port, host = '127.0.0.1', key, names, session, agreed, clock = realClock } = options;
  const server = newServer();
  const places = new Map(names.map((name) => [name, new Place()]));
  const sessionOf = ({ headers }: IncomingMessage) => {
    const value = session === undefined ? undefined : headers[session];
    return typeof value === 'string' ? value : undefined;
  };
  /** The place that a request is for, with its path there. */
  const placeOf = (request: IncomingMessage): Place | undefined => {
    const [, given, name = '', rest = ''] = /^\/([^/?#]*)\/([^/?#]*)(.*)$/s.exec(request.url ?? '') ?? [];
    const place = isKey(given, [key]) ? places.get(name) : undefined;
    if (place) request.url = rest.startsWith('/') ? rest : `/${rest}`;
    return place;
  };
  const answer = (response: ServerResponse, status: number, text: string, headers = {}) => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
    response.end(`${text}\n`);
  };
  server.on('request', (request, response) => {
    const place = placeOf(request);
    if (!place) return answer(response, 404, NOWHERE);
    const serve = (): void => {
      if (place.isStale(sessionOf(request))) answer(response, 404, GONE);
      else place.taken!.handlers.request(request, response);
    };
    if (place.taken) return serve();
    if (place.waiting.size >= MOST_WAITING) return answer(response, 503, NOBODY, { 'retry-after': '5' });
    const end = () => {
      cancel();
      place.waiting.delete(goOn);
      response.off('close', end);
    };
    const goOn = () => {
      end();
      serve();
    };
    const cancel = clock.after(PATIENCE, () => {
      end();
      answer(response, 503, NOBODY, { 'retry-after': '5' });
    });
    response.once('close', end);
    place.waiting.add(goOn);
  });
  server.on('upgrade', (request, duplex, head) => {
    // Without TLS Node hands over the socket itself.
    const socket = duplex as Socket;
    const place = placeOf(request);
    if (place?.taken) place.taken.handlers.upgrade(request, socket, head);
    else refuseUpgrade(socket, place ? { status: 503, reason: NOBODY } : { status: 404, reason: NOWHERE });
  });
  const listener = await listening(server, port, host);
  const urlOf = (name: string) => `${listener.url}/${key}/${name}`;
  return {
    urlOf,
    take: (name) => ({
      listen: async (taking): Promise<HttpListener> => {
        const place = places.get(name)!;
        const open = new Set<() => void>();
        const own = options.host === undefined ? {} : { host: options.host };
        const headed = (headers: Headers) => {
          const begun = session === undefined ? undefined : lowered(headers)[session];
          if (begun !== undefined) place.begins(begun, mine);
        };
        // Nobody can have come to the first who has it before.
        const begins = place.isKnown ? new ConversationBegins(agreed) : undefined;
        const onExchange: HttpTaking['onExchange'] = (exchange) => {
          place.isKnown = true;
          const isOfSession = session !== undefined && exchange.headers[session] !== undefined;
          if (isOfSession || !begins?.isEarlier(exchange)) return taking.onExchange(exchange);
          exchange.head(404, { 'content-type': 'text/plain; charset=utf-8' });
          exchange.text(`${GONE}\n`);
          return undefined;
        };
        const below = `/${key}/${name}`;
        const inner = httpHandlers(server, { ...taking, ...own, below, headed, onExchange });
        const mine = {
          handlers: {
            request: (request: IncomingMessage, response: ServerResponse) => {
              const end = () => void response.destroy();
              open.add(end);
              response.once('close', () => open.delete(end));
              inner.request(request, response);
            },
            upgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => {
              const end = () => void socket.destroy();
              open.add(end);
              socket.once('close', () => open.delete(end));
              inner.upgrade(request, socket, head);
            },
          },
        };
        place.taken = mine;
        for (const goOn of [...place.waiting]) goOn();
        return {
          url: urlOf(name),
          port: listener.port,
          traffic: () => ({ sent: 0, received: 0 }),
          close: async () => {
            if (place.taken === mine) place.taken = undefined;
            for (const end of [...open]) end();
          },
        };
      },
    }),
    close: () => listener.close(),
  };
}
