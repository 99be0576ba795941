import { BoundedMap } from '../../../bounded/bounded-map.js';
import { isObject } from '../../../json/json.js';
import type { WireRecord } from '../../../wire/record.js';
import { HEADERS } from '../revision.js';

/** Sessions and exchanges that are remembered at least. */
const REMEMBERED = 10_000;

/**
 * Tells the sessions of one conversation over Streamable HTTP apart: an exchange belongs to the session that its request
 * names, and ids count within a session (MCP 2025-11-25, Base protocol, Requests; Transports, Session Management). The
 * function takes the records in order and returns the number of each one's session. An initialize opens one, whose
 * id its response tells. What else names none goes with the first session, and so does everything on other transports.
 */
export function sessionsApart(): (record: WireRecord) => number {
  const numbers = new BoundedMap<string, number>(REMEMBERED);
  const exchanges = new BoundedMap<string, number>(REMEMBERED);
  let named = false;
  let opened = 0;
  let last = 1;
  const numberOf = (id: string | undefined, record: WireRecord): number => {
    if (isObject(record.message) && record.message.method === 'initialize') {
      opened += 1;
      return opened === 1 ? 1 : ++last;
    }
    if (id === undefined) return 1;
    return numbers.get(id) ?? (named ? ++last : 1);
  };
  return (record) => {
    const { http, channel } = record;
    const id = http?.headers[HEADERS.sessionId];
    // Whichever side is the client: its requests have a method, and what answers them has not.
    const number = http?.method === undefined ? (exchanges.get(channel) ?? 1) : numberOf(id, record);
    if (id !== undefined && numbers.get(id) === undefined) numbers.set(id, number);
    named ||= id !== undefined;
    if (http?.method !== undefined) exchanges.set(channel, number);
    return number;
  };
}
