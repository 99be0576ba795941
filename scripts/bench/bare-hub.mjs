// What the reference hub is held against: nothing but `ws`, or a log and a socket. Takes one of the words below and prints where it listens.
//   fan-out          each text message `{ "frames": N, "text": T }` is answered with N frames to all who are connected to the same path
//   log FOLDER TOPIC each connection gets the frames of the topic, one text frame each
import { once } from 'node:events';
import { createServer } from 'node:net';
import { WebSocketServer } from 'ws';

const [what, folder, topic] = process.argv.slice(2);
if (what === 'fan-out') {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, clientTracking: false });
  const rooms = new Map();
  let eventId = 1000;
  server.on('connection', (socket, { url }) => {
    const room = rooms.get(url) ?? new Set();
    rooms.set(url, room.add(socket));
    socket.on('close', () => room.delete(socket));
    socket.on('message', async (data) => {
      const { frames, sessionId } = JSON.parse(data.toString());
      for (let word = 1; word <= frames; word++) {
        eventId += 1;
        const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `word ${word} ` } };
        const params = { sessionId, update };
        const frame = {
          jsonrpc: '2.0',
          method: 'session/update',
          params,
          _harn: { eventId, sessionId, replayed: false },
        };
        const text = JSON.stringify(frame);
        for (const one of room) one.send(text);
        if (word % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      socket.send('{"over":true}');
    });
  });
  await once(server, 'listening');
  console.log(`listening on ws://127.0.0.1:${server.address().port}`);
} else {
  const { open } = await import('lmdb');
  const events = open({ path: folder, noSync: true }).openDB({ name: 'events' });
  const server = createServer(async (socket) => {
    for (const { value } of events.getRange({ start: [topic, 0], end: [topic, Number.MAX_SAFE_INTEGER] })) {
      const text = Buffer.from(value[2]);
      socket.write(Buffer.from([0x81, 126, text.length >> 8, text.length & 0xff]));
      if (!socket.write(text)) await once(socket, 'drain');
    }
    socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(`listening on tcp://127.0.0.1:${server.address().port}`);
}
