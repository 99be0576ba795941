// A client made with the SDK of ACP, for an agent that listens for WebSockets: node acp-client-ws.mjs URL FOLDER [allow|reject]
// It opens a session in the folder, says one thing, and ends.
import { readFileSync, writeFileSync } from 'node:fs';
import { ClientSideConnection, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { WebSocket } from 'ws';

const [url, folder, decides = 'allow'] = process.argv.slice(2);
const socket = new WebSocket(url);
const readable = new ReadableStream({
  start(controller) {
    socket.on('message', (data) => {
      try {
        controller.enqueue(JSON.parse(String(data)));
      } catch {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no JSON' } }));
      }
    });
    socket.on('close', () => controller.close());
  },
});
const writable = new WritableStream({ write: (message) => socket.send(JSON.stringify(message)) });
await new Promise((settle, reject) => socket.on('open', settle).on('error', reject));
const agent = new ClientSideConnection(
  () => ({
    requestPermission: async ({ options }) => {
      const option = options.find(({ kind }) => kind.startsWith(decides));
      return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } };
    },
    sessionUpdate: async () => {},
    readTextFile: async ({ path, line, limit }) => {
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .slice((line ?? 1) - 1);
      return { content: lines.slice(0, limit ?? undefined).join('\n') };
    },
    writeTextFile: async ({ path, content }) => writeFileSync(path, content) ?? {},
  }),
  { readable, writable },
);
await agent.initialize({
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
});
const { sessionId } = await agent.newSession({ cwd: folder, mcpServers: [] });
await agent.prompt({ sessionId, prompt: [{ type: 'text', text: 'hello' }] });
socket.close();
