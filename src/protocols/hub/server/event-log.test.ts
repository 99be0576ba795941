import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type EventLog, MemoryLog, topicOf } from './event-log.js';
import { openLmdbLog } from './lmdb-log.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'proctor-log-'));
  folders.push(made);
  return made;
}

const frame = (eventId: number) => ({
  eventId,
  audience: 'all' as const,
  kind: 'notification' as const,
  text: `{"a":${eventId}}`,
});
const ids = (log: EventLog, topic: string, after: number) =>
  [...log.frames(topic, after)].map(({ eventId }) => eventId);

describe.each<[string, () => EventLog | Promise<EventLog>]>([
  ['in memory', () => new MemoryLog()],
  ['in LMDB', () => openLmdbLog(folder())],
])('a log %s', (_, make) => {
  it('keeps the frames of each topic in their order', async () => {
    const log = await make();
    expect(log.lastEventId).toBe(0);
    for (let id = 1; id <= 12; id++) log.append(topicOf(id % 3 === 0 ? 'b' : 'a'), frame(id));
    expect(ids(log, topicOf('a'), 0)).toEqual([1, 2, 4, 5, 7, 8, 10, 11]);
    expect(ids(log, topicOf('a'), 5)).toEqual([7, 8, 10, 11]);
    expect(ids(log, topicOf('b'), 12)).toEqual([]);
    expect([...log.frames(topicOf('b'), 8)]).toEqual([frame(9), frame(12)]);
    expect([log.last(topicOf('a')), log.last(topicOf('b')), log.last(topicOf('c'))]).toEqual([11, 12, 0]);
    expect(log.lastEventId).toBe(12);
    log.putSession({ sessionId: 'a', cwd: '/x' });
    log.putSession({ sessionId: 'a', cwd: '/y' });
    expect([...log.sessions()]).toEqual([{ sessionId: 'a', cwd: '/y' }]);
    await log.close();
  });
});

describe('a log in LMDB', () => {
  it('has everything that was appended when its process was killed', async () => {
    const path = folder();
    const script = `
      const { open } = require('lmdb');
      const root = open({ path: ${JSON.stringify(path)}, noSync: true });
      const events = root.openDB({ name: 'events' });
      const counter = root.openDB({ name: 'counter' });
      for (let id = 1; id <= 500; id++)
        root.transactionSync(() => {
          events.put(['acp.session.a', id], ['all', 'notification', '{}']);
          counter.put('last', id);
        });
      process.kill(process.pid, 'SIGKILL');
    `;
    expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
    const log = await openLmdbLog(path);
    expect(log.lastEventId).toBe(500);
    expect(ids(log, topicOf('a'), 0)).toHaveLength(500);
    await log.close();
  });
});
