import type { RunningMock } from '../../../conversation/role-entry.js';
import { type ServeWebSocketOptions, serveWebSocket } from '../../../jsonrpc/serve-ws.js';
import type { HttpHead } from '../../../wire/carried.js';
import type { Refusal } from '../../../wire/http/admission.js';
import { bearerKey, isKey } from '../../../wire/http/keys.js';
import { mockLimits } from '../../../wire/limits.js';
import type { AgentParts } from './parts.js';
import { type AgentOptions, type AgentServer, serveAgent } from './server.js';

/**
 * Serves ACP over WebSocket in the way of Harn's direct endpoint (ACP over WebSocket): each connection is an agent of its own. Where the
 * script has keys, who brings none may sign in later, and who brings a wrong one is not let in. Rejects with PortError where the port
 * can't be had.
 *
 * @param agents has those that serve a connection
 */
export async function startOverWebSocket(
  serve: AgentOptions,
  { warn, serving, agents }: { warn(text: string): void; serving: AgentParts['serving']; agents: Set<AgentServer> },
  transport: Pick<ServeWebSocketOptions, 'border' | 'clock' | 'port' | 'token'>,
): Promise<RunningMock> {
  const { keys, origins, hosts, maxMessageBytes } = serve.script.webSocket;
  const judge = (head: HttpHead): Refusal | undefined => {
    const wrong = keys.length > 0 && keyOf(head) !== undefined && !isKey(keyOf(head), keys);
    return wrong ? { status: 401, headers: { 'www-authenticate': 'Bearer' } } : undefined;
  };
  const options: ServeWebSocketOptions = {
    ...transport,
    ...(maxMessageBytes !== undefined && { limits: { ...mockLimits, message: maxMessageBytes } }),
    // Harn's guard lets those in that are listed, and nobody else (ACP over WebSocket, Authentication).
    admission: { origins, hosts, listedOnly: true },
    // If nobody needs a key or is listed there is nothing to judge.
    ...(keys.length + origins.length > 0 && { judge }),
    warn,
    onLink: (link, head) => {
      const agent = serveAgent(link, { ...serve, signedIn: isKey(keyOf(head), keys) });
      agents.add(agent);
      void agent.closed.then(async () => {
        agents.delete(agent);
        if (link.lost !== undefined) warn('connection_liveness_timeout: a ping was not answered\n');
        await agent.close();
      });
    },
  };
  const listener = await serveWebSocket(serving(options, keys));
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    url: listener.url,
    traffic: listener.traffic,
    done,
    close: async () => {
      await Promise.all([...agents].map((agent) => agent.close()));
      await listener.close();
      finish();
    },
  };
}

/** The key that comes with an upgrade, in either header. */
const keyOf = (head: HttpHead): string | undefined => bearerKey(head) ?? head.headers['x-api-key'];
