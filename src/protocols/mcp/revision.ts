import { versions } from '../../generated/versions/mcp.js';

/** The revisions that are spoken here, oldest first. */
export const REVISIONS: readonly string[] = Object.keys(versions);

/** A revision and all later ones. */
export const since = (revision: string): string[] => REVISIONS.slice(REVISIONS.indexOf(revision));

/** The newest revision with sessions (MCP 2025-11-25, Lifecycle, Version Negotiation). */
export const REVISION: string = Object.values(versions).findLast(
  ({ family }) => family === 'sessions',
)!.protocolVersion;

/** Error codes of JSON-RPC 2.0 (section 5.1) and of MCP 2025-11-25. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  urlElicitationRequired: -32042,
} as const;

/** The eight severities of RFC 5424, least severe first (MCP 2025-11-25, Logging, Log Levels). */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Whether a value is one of the eight levels. */
export const isLogLevel = (value: unknown): value is LogLevel => LOG_LEVELS.some((level) => level === value);

/** Header names of Streamable HTTP in lower case (MCP 2025-11-25, Transports). */
export const HEADERS = {
  sessionId: 'mcp-session-id',
  protocolVersion: 'mcp-protocol-version',
  lastEventId: 'last-event-id',
} as const;
