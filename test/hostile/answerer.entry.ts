// A WebSocket server on the kit's own listener that answers each request with an empty result. Its first line on stdout is
// `listening on URL`; it ends at TERM.
import { listenWebSocket } from '../../src/wire/websocket/websocket.js';

const listener = await listenWebSocket({
  onPeer: (peer) =>
    peer.listen(({ message }) => {
      const { id } = (message ?? {}) as { id?: number };
      if (id !== undefined) peer.send({ kind: 'message', message: { jsonrpc: '2.0', id, result: {} } });
    }),
});
process.once('SIGTERM', () => void listener.close());
process.stdout.write(`listening on ${listener.url}\n`);
