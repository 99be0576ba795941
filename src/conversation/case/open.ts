import type { Json, JsonObject } from '../../json/json.js';
import type { HttpHead } from '../../wire/carried.js';
import { listenHttp, type ServerExchange } from '../../wire/http/server.js';
import { listenTcp, type TcpChannel } from '../../wire/tcp.js';
import {
  connectWebSocket,
  type HandshakeError,
  listenWebSocket,
  type WebSocketChannel,
} from '../../wire/websocket/websocket.js';
import type { Channel } from '../channel.js';
import { headersOver } from '../lanes/headers-over.js';
import { SocketLane } from '../lanes/socket-lane.js';
import { StageError } from '../stage.js';
import { answersNothing } from './answers.js';
import { listenForLogins } from './authorization.js';
import { fetchDocument } from './documents.js';
import { HeardRequests, nothingToSend } from './heard-requests.js';
import type { OpenedChannel, OpenedChannelHost } from './opened-channel.js';

/** Opens what an `open` step asks for. Throws StageError where it can't be had. */
export async function openChannel(body: JsonObject, host: OpenedChannelHost): Promise<OpenedChannel> {
  if (typeof body.ws === 'string') {
    const channel = host.channel({ url: body.ws });
    const headers = headersOver(host.headersTo(body.ws), body.headers);
    const { limits, signal } = host;
    const pongs = body.pongs !== false;
    const reads = body.reads !== false;
    try {
      const socket = await connectWebSocket({ url: body.ws, headers, limits, signal, pongs, reads });
      return openedChannel(channel, socket, host, true, reads ? undefined : socket.ports.local);
    } catch (error) {
      const { message, http } = error as HandshakeError;
      const missing = `no WebSocket at ${body.ws}: ${message}`;
      if (!http) throw new StageError('unmet', missing);
      return refusedChannel(channel, http, missing, host);
    }
  }
  if (body.fetch !== undefined) return fetchDocument(body, host);
  switch (body.listen) {
    case 'http':
      return listenForHttp(body.answers, host);
    case 'oauth':
      return listenForLogins(body, host);
    case 'tcp':
      return listenForTcp(body.speaks, host);
    case 'ws':
      return listenForOne(
        (onPeer) => listenWebSocket({ limits: host.limits, admission: host.admission ?? {}, onPeer }),
        host,
        true,
      );
    default:
      throw new StageError('defect', '`open` needs `ws` or `listen`');
  }
}

/** A webhook, an API: every request is a record of kind body, answered as the case says. */
async function listenForHttp(written: Json | undefined, host: OpenedChannelHost): Promise<OpenedChannel> {
  const requests = new HeardRequests(written, host);
  const answer = (exchange: ServerExchange) => {
    if (!requests.answer(exchange)) answersNothing(exchange);
  };
  const listener = await listenHttp({ limits: host.limits, admission: host.admission ?? {}, onExchange: answer });
  requests.channel = host.channel({ url: listener.url, port: new URL(listener.url).port });
  const close = () => {
    requests.close();
    return listener.close();
  };
  return { send: nothingToSend, read: () => undefined, hangUp: close, close };
}

type Peer = TcpChannel | WebSocketChannel;

/** A TCP listener. What it speaks beside messages of the protocol no wire rule judges. */
async function listenForTcp(speaks: Json | undefined, host: OpenedChannelHost): Promise<OpenedChannel> {
  const messages = speaks === undefined || speaks === 'json-lines';
  const apart: OpenedChannelHost = {
    ...host,
    record: (from, channels, carried, extra) => host.record(from, channels, carried, { ...extra, apart: true }),
  };
  return listenForOne(
    (onPeer) => listenTcp({ speaks: speaks === 'text' ? 'text' : 'json-lines', limits: host.limits, onPeer }),
    messages ? host : apart,
    messages,
  );
}

/** A listener whose first peer is the channel. */
async function listenForOne(
  listen: (onPeer: (peer: Peer) => void) => Promise<{ url: string; close(): Promise<void> }>,
  host: OpenedChannelHost,
  messages: boolean,
): Promise<OpenedChannel> {
  let opened: OpenedChannel | undefined;
  let channel: Channel | undefined;
  const listener = await listen((peer) => {
    if (channel && !opened) opened = openedChannel(channel, peer, host, messages);
    else void peer.close('reset');
  });
  channel = host.channel({ url: listener.url });
  const peer = () => {
    if (!opened) throw new StageError('unmet', `nobody has connected to ${listener.url}`);
    return opened;
  };
  return {
    send: (out) => peer().send(out),
    read: () => undefined,
    hangUp: (how) => peer().hangUp(how),
    close: async (signal) => {
      await opened?.close(signal);
      await listener.close();
    },
  };
}

/**
 * A two-way connection as a channel.
 *
 * @param messages whether it carries messages, which the peer may answer
 * @param unread our port where it does not read yet
 */
function openedChannel(
  channel: Channel,
  peer: Peer,
  host: OpenedChannelHost,
  messages: boolean,
  unread?: number,
): OpenedChannel {
  const lane = new SocketLane({ main: channel, record: host.record }, peer, unread);
  if (messages) host.joined(channel, lane);
  return {
    send: (out) => lane.send(out),
    read: () => lane.read(),
    hangUp: (how) => lane.close(channel, how),
    close: (signal) => lane.end(signal),
  };
}

/** A WebSocket that was answered with something else: the head of that is all that the channel shows. */
function refusedChannel(channel: Channel, http: HttpHead, why: string, host: OpenedChannelHost): OpenedChannel {
  host.record('target', [channel], { kind: 'http', http });
  channel.ended = true;
  host.record('target', [channel], { kind: 'closed', closed: { how: 'end' } });
  return {
    send: async () => {
      throw new StageError('unmet', why);
    },
    read: () => undefined,
    hangUp: async () => undefined,
    close: async () => undefined,
  };
}
