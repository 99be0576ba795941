import { isObject } from '../../../../json/json.js';
import { readEnvelope } from '../../../../jsonrpc/envelope.js';
import type { SocketLink } from '../../../../jsonrpc/serve-ws.js';
import type { Carried, Listener } from '../../../../wire/carried.js';

/** The same link with other ways to listen or to send what others are sent too. */
const otherwise = (link: SocketLink, ways: Partial<Pick<SocketLink, 'listen' | 'sendShared'>>): SocketLink => ({
  closed: link.closed,
  get backlog() {
    return link.backlog;
  },
  get lost() {
    return link.lost;
  },
  drained: () => link.drained(),
  send: (...sent) => link.send(...sent),
  sendShared: (carried) => link.sendShared(carried),
  listen: (listener) => link.listen(listener),
  end: (code) => link.end(code),
  close: () => link.close(),
  ...ways,
});

/** Whether a client reads so slowly that a replay would wait for it. */
const isSlow = (link: SocketLink, sendBuffer: number) => link.backlog > sendBuffer / 8;

/** A connection that no longer hears responses once it is that of a controller. */
export function deafToControllers(link: SocketLink): SocketLink {
  let controls = false;
  const hearing =
    (listener: Listener): Listener =>
    (carried) => {
      const envelope = carried.kind === 'message' ? readEnvelope(carried.message ?? null) : undefined;
      if (envelope?.kind === 'request' && envelope.method === 'session/load') {
        const { _harn } = isObject(envelope.params) ? envelope.params : {};
        controls ||= isObject(_harn) && _harn.role === 'controller';
      }
      if (!controls || envelope?.kind !== 'response') listener(carried);
    };
  return otherwise(link, { listen: (listener) => link.listen(hearing(listener)) });
}

/** A connection that leaves out frames while its client reads slowly. */
export const skippingSlow = (link: SocketLink, sendBuffer: number): SocketLink =>
  otherwise(link, {
    sendShared: (carried) => {
      if (!isSlow(link, sendBuffer)) link.sendShared(carried);
    },
  });

/** Connections of which those behind one that reads slowly are not sent what it was not. */
export function stoppingAtSlow(sendBuffer: number): (link: SocketLink) => SocketLink {
  const stopped = new WeakSet<Carried>();
  return (link) =>
    otherwise(link, {
      sendShared: (carried) => {
        if (isSlow(link, sendBuffer)) stopped.add(carried);
        if (!stopped.has(carried)) link.sendShared(carried);
      },
    });
}
