import { open } from 'lmdb';
import type { Audience, EventLog, KeptSession, Kind } from './event-log.js';

/** Behind every event id that there will be. */
const BEHIND = Number.MAX_SAFE_INTEGER;

/**
 * A log in an LMDB environment: keys are `[topic, eventId]`, values who may have the frame, what it is, and its text. Each append is a transaction that is written before it
 * returns and left to the machine to flush (`noSync`), so it outlives this process, not a loss of power: docs/hub.md.
 *
 * @param path the folder of the environment; made where it is missing
 */
export function openLmdbLog(path: string): EventLog {
  const root = open({ path, noSync: true });
  const events = root.openDB<[Audience, Kind, string], [string, number]>({ name: 'events' });
  const sessions = root.openDB<string, string>({ name: 'sessions', encoding: 'string' });
  const counter = root.openDB<number, string>({ name: 'counter' });
  let lastEventId = counter.get('last') ?? 0;
  return {
    get lastEventId() {
      return lastEventId;
    },
    append(topic, { eventId, audience, kind, text }) {
      lastEventId = eventId;
      root.transactionSync(() => {
        events.put([topic, eventId], [audience, kind, text]);
        counter.put('last', eventId);
      });
    },
    *frames(topic, after) {
      for (const { key, value } of events.getRange({ start: [topic, after + 1], end: [topic, BEHIND] })) {
        const [audience, kind, text] = value;
        yield { eventId: key[1], audience, kind, text };
      }
    },
    last(topic) {
      for (const key of events.getKeys({ start: [topic, BEHIND], end: [topic, 0], reverse: true, limit: 1 }))
        return key[1];
      return 0;
    },
    putSession(session) {
      sessions.putSync(session.sessionId, JSON.stringify(session));
    },
    *sessions() {
      for (const { value } of sessions.getRange({})) yield JSON.parse(value) as KeptSession;
    },
    close: () => root.close(),
  };
}
