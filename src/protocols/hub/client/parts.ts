import type { ConnectWebSocketOptions } from '../../../jsonrpc/connect-ws.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { Journal } from './journal.js';
import type { Progress } from './progress.js';
import type { ClientRules } from './rules.js';

/** What a client of a hub is made of. */
export interface ClientParts {
  rules: ClientRules;
  journal: Journal;
  /** What it has come to, by its journal. */
  progress(journal: Journal): Progress;
  /** The id of the next request, over all connections. */
  nextId(): Id;
  /** How it reaches its hub. */
  server: ConnectWebSocketOptions;
  /** A connection as the client sees it. */
  link(link: Link): Link;
}
