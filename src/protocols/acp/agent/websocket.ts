import type { RunningMock } from '../../../conversation/role-entry.js';
import { PING_EVERY, type ServeWebSocketOptions, serveWebSocket } from '../../../jsonrpc/serve-ws.js';
import type { HttpHead } from '../../../wire/carried.js';
import type { Refusal } from '../../../wire/http/admission.js';
import { mockLimits } from '../../../wire/limits.js';
import { bearerKey, isKey, mayCome } from '../../../wire/websocket/admission.js';
import { type AgentOptions, type AgentServer, serveAgent } from './server.js';

/**
 * Serves ACP over WebSocket in the way of Harn's direct endpoint (ACP over WebSocket): each connection is an agent of its own. Where the
 * script has keys, who brings none may sign in later, and who brings a wrong one is not let in. Rejects with PortError where the port
 * can't be had.
 */
export async function startOverWebSocket(
  serve: AgentOptions,
  { warn, switches }: { warn(text: string): void; switches: ReadonlySet<string> },
  transport: Pick<ServeWebSocketOptions, 'border' | 'clock' | 'port'>,
): Promise<RunningMock> {
  const { keys, origins, maxMessageBytes } = serve.script.webSocket;
  const agents = new Set<AgentServer>();
  const admit = (head: HttpHead): Refusal | undefined => {
    if (agents.size > 0 && switches.has('one-connection')) return { status: 503 };
    if (!mayCome(head, origins)) return { status: 403 };
    const wrong = keys.length > 0 && keyOf(head) !== undefined && !isKey(keyOf(head), keys);
    return wrong ? { status: 401, headers: { 'www-authenticate': 'Bearer' } } : undefined;
  };
  const listener = await serveWebSocket({
    ...transport,
    ...(maxMessageBytes === undefined || switches.has('reads-all')
      ? {}
      : { limits: { ...mockLimits, message: maxMessageBytes } }),
    // Who lets everybody in has nothing to judge.
    ...((keys.length + origins.length > 0 || switches.has('one-connection')) && { admit }),
    warn,
    ...(switches.has('no-patience') && { pongWithin: 20 * PING_EVERY }),
    onLink: (link, head) => {
      const signedIn = isKey(keyOf(head), keys) || switches.has('open-to-all');
      const agent = serveAgent(link, { ...serve, signedIn });
      agents.add(agent);
      void agent.closed.then(async () => {
        agents.delete(agent);
        if (link.lost !== undefined) warn('connection_liveness_timeout: a ping was not answered\n');
        await agent.close();
      });
    },
  });
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
