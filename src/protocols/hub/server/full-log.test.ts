import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { StoreError } from '../../../workspace/store/store-error.js';
import { type KeptFrame, type KeptSession, MemoryLog } from './event-log.js';
import type { Hub } from './hub.js';
import { testHub } from './testing/test-hub.js';
import { TestLink } from './testing/test-link.js';

/** A log that keeps no more frames than its test allows. */
class FullLog extends MemoryLog {
  room = Number.POSITIVE_INFINITY;

  override append(topic: string, frame: KeptFrame): void {
    if (this.room <= 0) throw new StoreError('no space is left on the device');
    this.room -= 1;
    super.append(topic, frame);
  }

  override putSession(session: KeptSession): void {
    if (this.room <= 0) throw new StoreError('no space is left on the device');
    super.putSession(session);
  }
}

let log: FullLog;
let hub: Hub;
let warned: string[];
beforeEach(() => {
  log = new FullLog();
  warned = [];
  const warn = (text: string) => void warned.push(text);
  hub = testHub({ log, warn });
});
afterEach(() => hub.close());

const NOT_KEPT = { code: -32603, message: 'The hub could not keep this in its event log' };

function joined(): TestLink {
  const link = new TestLink();
  hub.accept(link);
  return link;
}

const replyTo = (link: TestLink, id: number) => link.heard.find((one) => one.id === id && one.method === undefined);

async function asked(link: TestLink, id: number, method: string, params: JsonObject): Promise<JsonObject> {
  link.says({ id, method, params });
  await expect.poll(() => replyTo(link, id)).toBeDefined();
  return replyTo(link, id)!;
}

async function sessionOf(link: TestLink): Promise<JsonObject> {
  const { result } = await asked(link, 1, 'session/new', {});
  return { sessionId: (result as JsonObject).sessionId! };
}

const prompt = (session: JsonObject, text: string) => ({ ...session, prompt: [{ type: 'text', text }] });

describe('a hub whose log is full', () => {
  it('answers the client whose frames can not be kept with an error, and goes on for others when there is room', async () => {
    const [first, second] = [joined(), joined()];
    const session = await sessionOf(first);
    log.room = 0;
    expect((await asked(first, 2, 'session/prompt', prompt(session, 'pour 3'))).error).toEqual(NOT_KEPT);
    expect((await asked(second, 2, 'session/new', {})).error).toEqual(NOT_KEPT);
    expect(warned).toEqual(['the event log: no space is left on the device; clients are answered with an error\n']);
    log.room = Number.POSITIVE_INFINITY;
    expect((await asked(second, 3, 'session/new', {})).result).toBeDefined();
    expect((await asked(first, 3, 'session/prompt', prompt(session, 'pour 3'))).result).toBeDefined();
  });

  it('sends nobody a frame that a replay would lack', async () => {
    const owner = joined();
    const session = await sessionOf(owner);
    log.room = 2;
    const { error } = await asked(owner, 2, 'session/prompt', prompt(session, 'pour 5'));
    expect(error).toEqual(NOT_KEPT);
    const updates = owner.heard.filter(({ method }) => method === 'session/update');
    const kept = [...log.frames(`acp.session.${session.sessionId}`, 0)].filter(({ kind }) => kind === 'notification');
    expect(updates.length).toBe(kept.length);
    expect(updates.length).toBeLessThan(5);
  });

  it('tells a client that its turn has a gap, even if there is room again when the turn ends', async () => {
    const owner = joined();
    const session = await sessionOf(owner);
    log.room = 1;
    const answer = asked(owner, 2, 'session/prompt', prompt(session, 'pour 40'));
    await expect.poll(() => warned.length).toBe(1);
    log.room = Number.POSITIVE_INFINITY;
    expect((await answer).error).toEqual(NOT_KEPT);
    expect((await asked(owner, 3, 'session/prompt', prompt(session, 'pour 1'))).result).toBeDefined();
  });

  it('refuses the agent a request to its owner that can not be kept', async () => {
    const owner = joined();
    const session = await sessionOf(owner);
    // The tool call is kept, the request to permit it is not: the agent goes on as if it had been refused.
    log.room = 1;
    expect((await asked(owner, 2, 'session/prompt', prompt(session, 'edit a.txt'))).error).toEqual(NOT_KEPT);
    const methods = owner.heard.flatMap(({ method }) => (typeof method === 'string' ? [method] : []));
    expect(methods).toEqual(['session/update']);
  });

  it('lets clients come and go', async () => {
    const [owner, other] = [joined(), joined()];
    const session = await sessionOf(owner);
    log.room = 0;
    expect((await asked(other, 1, 'session/load', { ...session, _harn: { role: 'observer' } })).result).toBeDefined();
    other.leave();
    log.room = Number.POSITIVE_INFINITY;
    expect((await asked(owner, 2, 'session/prompt', prompt(session, 'pour 1'))).result).toBeDefined();
  });
});
