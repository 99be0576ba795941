import type { SubscriptionFilter } from '../../generated/types/mcp-2026-07-28.js';
import { versions } from '../../generated/versions/mcp.js';

/** The revision without sessions, in which each request says all that the server must know (MCP 2026-07-28). */
export const REVISION_2026_07_28 = '2026-07-28';

/** Keys of `_meta` that the protocol itself fills (MCP 2026-07-28, Overview, Metadata). */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** What became REVISION_2026_07_28, under the name that it had as a draft. */
export const DRAFT = 'DRAFT-2026-v1';

/** Header names of HTTP in lower case (MCP 2026-07-28, Transports). Those of arguments go on behind `param`. */
export const PER_REQUEST_HEADERS = {
  protocolVersion: 'mcp-protocol-version',
  method: 'mcp-method',
  name: 'mcp-name',
  param: 'mcp-param-',
} as const;

/** The identifier of the extension of tasks (Tasks extension, Extension Identifier). */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** What a client wants to be told, with the member that the extension of tasks gives it (Tasks extension, Task Status Notifications). */
export type TaskFilter = SubscriptionFilter & { taskIds?: string[] };

/** The member of params that `Mcp-Name` repeats, by method (MCP 2026-07-28, Transports). */
export const NAMED_BY: { readonly [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  // Tasks extension, Streamable HTTP: Routing Headers.
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** What differs between the revisions without sessions. */
export interface PerRequestRevision {
  name: string;
  /** Codes of its own errors. */
  codes: { readonly [error in 'headerMismatch' | 'missingCapability' | 'unsupportedVersion']: number };
  /** Where a server says who it is: in the metadata of each result, or in that of server/discover alone. */
  serverInfo: 'metadata' | 'discovery';
  /** The member of a result that says for how many ms it stays fresh. */
  lifetime: string;
  /** Whether a question that shows a page has a name. */
  namesPages: boolean;
  /** Whether it has the extension of tasks. */
  hasTasks: boolean;
}

/** The revisions without sessions that are spoken here, by name. */
const PER_REQUEST_REVISIONS: ReadonlyMap<unknown, PerRequestRevision> = new Map(
  Object.entries(versions).flatMap(([name, revision]): [string, PerRequestRevision][] =>
    revision.family === 'per-request' ? [[name, { name, codes: revision.codes, ...revision.reference }]] : [],
  ),
);

/** The revision without sessions that has this name; undefined where none has. */
export const perRequestRevision = (name: unknown): PerRequestRevision | undefined => PER_REQUEST_REVISIONS.get(name);
