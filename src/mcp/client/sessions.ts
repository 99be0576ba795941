import type { WireRecord } from '../../play/record.js';
import { HEADERS } from '../revision.js';

/**
 * Tells the sessions of one conversation over Streamable HTTP apart: an exchange belongs to the session that its request
 * names, and ids count within a session (MCP 2025-11-25, Base protocol, Requests; Transports, Session Management). The
 * function takes the records in order and returns the number of each one's session. What names none, such as initialize,
 * goes with the first session, and so does everything on other transports.
 */
export function sessionsApart(): (record: WireRecord) => number {
  const numbers = new Map<string, number>();
  const exchanges = new Map<string, number>();
  return ({ http, channel }) => {
    // Whichever side is the client: its requests have a method, and what answers them has not.
    if (http?.method === undefined) return exchanges.get(channel) ?? 1;
    const id = http.headers[HEADERS.sessionId];
    const number = id === undefined ? 1 : (numbers.get(id) ?? numbers.size + 1);
    if (id !== undefined) numbers.set(id, number);
    exchanges.set(channel, number);
    return number;
  };
}
