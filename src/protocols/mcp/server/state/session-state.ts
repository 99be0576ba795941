import type {
  CallToolResult,
  ClientCapabilities,
  ServerCapabilities,
} from '../../../../generated/types/mcp-2025-11-25.js';
import type { Json } from '../../../../json/json.js';
import type { RequestOptions } from '../../../../jsonrpc/connection.js';
import type { Related } from '../../../../jsonrpc/link.js';
import type { LogLevel } from '../../revision.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { Pager } from '../pagination.js';
import type { Offers, ServerParts } from '../parts.js';
import type { Refusals } from '../refusals.js';
import type { Call } from './call.js';
import type { Script } from './script.js';
import type { ChangingList, Tool, ToolSession } from './tool.js';

/** What one session knows, shared by the subjects that serve it. */
export interface SessionState extends ToolSession {
  readonly script: Script;
  readonly offers: Offers;
  readonly parts: ServerParts;
  readonly refusals: Refusals;
  readonly pager: Pager;
  capabilities: ClientCapabilities;
  /** What the server says that it offers: a session keeps to that, whatever becomes of the script. */
  declared: ServerCapabilities;
  phase: 'new' | 'open' | 'ready';
  /** The least severe log level that the client wants. */
  level: LogLevel;
  /** URIs that the client subscribed to. */
  readonly subscriptions: Set<string>;
  /** Lists that hold their extra entry at the moment. */
  readonly extras: Set<ChangingList>;
  /** Answers a call with a task in the way of a revision that leaves this to the server; undefined where the call is answered with its result. */
  readonly taskFor?: (
    tool: Tool,
    call: Call,
    run: (call: Call) => CallToolResult | Promise<CallToolResult>,
  ) => object | Promise<object> | undefined;
  /** The calls that run as tasks. */
  readonly tasks: Tasks<CallToolResult>;
  readonly peer: Peer;
}

/** The client, for what goes on after the request was answered in whose course it is sent. */
interface Peer {
  notify(method: string, params: Json | undefined, about: Related): void;
  /** Rejects as `Connection.request` does. */
  request(method: string, params: Json | undefined, options: RequestOptions): Promise<Json>;
  /** Whether something could be sent now in the course of this request, and would not wait for a stream. */
  hears(about: Related): boolean;
}
