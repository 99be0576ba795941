import { type OpenStoreOptions, openStore } from '../../../workspace/store/open-store.js';
import { StoreError } from '../../../workspace/store/store-error.js';
import { storeKey } from '../../../workspace/store/store-key.js';
import type { Audience, EventLog, KeptSession, Kind } from './event-log.js';

/** Behind every event id that there will be. */
const BEHIND = Number.MAX_SAFE_INTEGER;

/**
 * A log in an LMDB environment: keys are `[topic, eventId]`, values who may have the frame, what it is, and its text. Each append is a
 * transaction that is written before it returns and, without `sync`, left to the machine to flush, so it outlives this process, not a
 * loss of power: docs/roles/hub.md. Rejects with StoreError if the folder can't be used.
 *
 * @param path the folder of the environment; made if it is missing
 */
export async function openLmdbLog(path: string, options: OpenStoreOptions = {}): Promise<EventLog> {
  const { root, close, keep } = await openStore(path, options);
  const events = root.openDB<[Audience, Kind, string], [string, number]>({ name: 'events' });
  const sessions = root.openDB<string, string>({ name: 'sessions', encoding: 'string' });
  const counter = root.openDB<number, string>({ name: 'counter' });
  let lastEventId: number;
  try {
    lastEventId = counter.get('last') ?? 0;
    for (const { value } of sessions.getRange({})) JSON.parse(value);
  } catch {
    await close();
    throw new StoreError(`${path} holds something else than the log of a hub: name another folder`);
  }
  return {
    get lastEventId() {
      return lastEventId;
    },
    append(topic, { eventId, audience, kind, text }) {
      keep(text.length, () =>
        root.transactionSync(() => {
          events.put([storeKey(topic), eventId], [audience, kind, text]);
          counter.put('last', eventId);
        }),
      );
      lastEventId = eventId;
    },
    *frames(topic, after) {
      const key = storeKey(topic);
      for (const { key: found, value } of events.getRange({ start: [key, after + 1], end: [key, BEHIND] })) {
        const [audience, kind, text] = value;
        yield { eventId: found[1], audience, kind, text };
      }
    },
    last(topic) {
      const key = storeKey(topic);
      for (const found of events.getKeys({ start: [key, BEHIND], end: [key, 0], reverse: true, limit: 1 }))
        return found[1];
      return 0;
    },
    putSession(session) {
      const text = JSON.stringify(session);
      keep(text.length, () => sessions.putSync(storeKey(session.sessionId), text));
    },
    *sessions() {
      for (const { value } of sessions.getRange({})) yield JSON.parse(value) as KeptSession;
    },
    close,
  };
}
