import type { ServeWebSocketOptions } from '../../../jsonrpc/serve-ws.js';
import type { keepAlive } from '../../../wire/keep-alive.js';

/** What an agent is made of that its connections do not share with others. */
export interface AgentParts {
  /** How it listens over WebSocket, made of how the page has it; `keys` let their owners in. */
  serving(options: ServeWebSocketOptions, keys: readonly string[]): ServeWebSocketOptions;
  /** What keeps an agent on stdio running when its input has ended, until it is told to end. Default: nothing. */
  outliving?: () => ReturnType<typeof keepAlive>;
}
