import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { parseJson } from '../../json/json.js';
import type { Carried, Listener } from '../../wire/carried.js';
import { SteppedClock } from '../../wire/clock/stepped-clock.js';
import type { Pipes } from '../../wire/process/stdio.js';
import { SharedLine } from './shared-line.js';

const SHARES = {
  once: ['open', 'opened'],
  undo: { watch: 'unwatch' },
  lasts: ['quiet'],
  renews: ['level'],
  keeps: ['roots'],
};

/** A line over pipes in memory, and what was written to them. */
function line(shares = SHARES) {
  let listener: Listener = () => undefined;
  const written: JsonObject[] = [];
  const clock = new SteppedClock(0);
  const pipes: Pipes = {
    write: (bytes) => void written.push(parseJson(Buffer.from(bytes).toString()) as JsonObject),
    end: () => undefined,
    reset: () => undefined,
    listen: (one) => {
      listener = one;
    },
    traffic: () => ({ sent: 0, received: 0 }),
  };
  const shared = new SharedLine(pipes, shares, clock);
  const comes = (message: Json) => listener({ kind: 'message', message });
  /** The next case: what it hears, and how it sends. */
  const begin = (name: string) => {
    const mine = shared.begin(name);
    const heard: Carried[] = [];
    mine.listen((carried) => void heard.push(carried));
    const say = (message: JsonObject) => {
      const isSaid = mine.says!(message);
      if (!isSaid) mine.write(Buffer.from(JSON.stringify(message)));
      return isSaid;
    };
    return { mine, say, heard, messages: () => heard.map(({ message }) => message) };
  };
  return { shared, begin, comes, written, clock, closes: () => listener({ kind: 'closed', closed: { how: 'end' } }) };
}

const request = (id: Json, method: string, params?: Json): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
const reply = (id: Json, result: Json = {}): JsonObject => ({ jsonrpc: '2.0', id, result });
const notify = (method: string): JsonObject => ({ jsonrpc: '2.0', method });
const turn = () => new Promise(setImmediate);

/** A line that a first case has opened and left. */
async function opened() {
  const all = line();
  const first = all.begin('first');
  first.say(request(1, 'open', { a: 1 }));
  all.comes(reply(1, { name: 'it' }));
  first.say(notify('opened'));
  await all.shared.settle();
  return { ...all, first };
}

describe('a line that cases have one after another', () => {
  it('is opened once: a later case gets the first answer with its own id, and what it says does not leave', async () => {
    const { shared, begin, written } = await opened();
    expect(shared.isFree).toBe(true);
    const second = begin('second');
    expect(second.say(request(7, 'open', { a: 1 }))).toBe(true);
    expect(second.messages()).toEqual([]);
    await turn();
    expect(second.messages()).toEqual([reply(7, { name: 'it' })]);
    expect(second.mine.isRepeated!(second.heard[0]!)).toBe(true);
    expect(second.say(notify('opened'))).toBe(true);
    expect(written.map(({ method }) => method)).toEqual(['open', 'opened']);
  });

  it('is not shared before it is open, or if it was refused', async () => {
    const refused = line();
    const case_ = refused.begin('first');
    case_.say(request(1, 'open'));
    refused.comes({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } });
    case_.say(notify('opened'));
    await refused.shared.settle();
    expect(refused.shared.isFree).toBe(false);
    const early = line();
    early.begin('first');
    await early.shared.settle();
    expect(early.shared.isSpent).toBe(true);
  });

  it('gives each case ids that no other has had', async () => {
    const { shared, begin, comes } = await opened();
    expect([shared.nextId, shared.used(1), shared.used('1')]).toEqual([2, true, false]);
    const second = begin('second');
    second.say(request(9, 'list'));
    second.say(request(2 ** 53, 'list'));
    comes(reply(9));
    comes(reply(2 ** 53));
    await shared.settle();
    expect([shared.nextId, shared.isFree]).toEqual([10, true]);
  });

  it('gives a late answer to the case that asked, and news to the one that is there', async () => {
    const { shared, begin, comes, first } = await opened();
    const second = begin('second');
    comes(reply(1, 'again'));
    comes(notify('news'));
    expect(first.messages().at(-1)).toEqual(reply(1, 'again'));
    expect(second.messages()).toEqual([notify('news')]);
    await shared.settle();
    comes(notify('late'));
    expect(second.messages()).toEqual([notify('news'), notify('late')]);
    expect(shared.isFree).toBe(true);
  });

  it('is spent once something is left open on either side', async () => {
    const asked = await opened();
    asked.begin('second').say(request(2, 'list'));
    await asked.shared.settle();
    expect(asked.shared.isSpent).toBe(true);
    const owed = await opened();
    owed.begin('second');
    owed.comes(request('s', 'ask'));
    await owed.shared.settle();
    expect(owed.shared.isSpent).toBe(true);
    const between = await opened();
    between.comes(request('s', 'ask'));
    expect(between.shared.isSpent).toBe(true);
    expect(between.first.messages().at(-1)).toEqual(request('s', 'ask'));
  });

  it('keeps a question about the connection that comes between two cases for the next one, until that has opened the line', async () => {
    const { shared, begin, comes, first } = await opened();
    comes(request('s', 'roots'));
    const second = begin('second');
    second.say(request(7, 'open', { a: 1 }));
    await turn();
    expect(second.messages()).toEqual([reply(7, { name: 'it' })]);
    second.say(notify('opened'));
    await turn();
    expect(second.messages().at(-1)).toEqual(request('s', 'roots'));
    second.say(reply('s'));
    await shared.settle();
    expect([shared.isFree, first.messages().length]).toEqual([true, 1]);
  });

  it('gives it to the next case at once where a line has no opening', async () => {
    const { shared, begin, comes } = line({ ...SHARES, once: [] });
    begin('first');
    await shared.settle();
    comes(request('s', 'roots'));
    const second = begin('second');
    await turn();
    expect(second.messages()).toEqual([request('s', 'roots')]);
  });

  it('fits only cases that begin with the change that one has left', async () => {
    const { shared, begin, comes } = await opened();
    expect([shared.fits(undefined), shared.fits('list')]).toEqual([true, true]);
    begin('second').say(request(2, 'level', 1));
    comes(reply(2));
    await shared.settle();
    expect([shared.isFree, shared.fits(undefined), shared.fits('list'), shared.fits('level')]).toEqual([
      ...[true, false, false, true],
    ]);
  });

  it('goes on after a question of the target that was answered', async () => {
    const { shared, begin, comes } = await opened();
    const second = begin('second');
    comes(request('s', 'ask'));
    second.say(reply('s'));
    await shared.settle();
    expect(shared.isFree).toBe(true);
  });

  it('takes back what a case changed and left, and shows nobody the answer', async () => {
    const { shared, begin, comes, written } = await opened();
    const second = begin('second');
    second.say(request(2, 'watch', { at: 'a' }));
    comes(reply(2));
    second.say(request(3, 'watch', { at: 'b' }));
    comes(reply(3));
    second.say(request(4, 'unwatch', { at: 'b' }));
    comes(reply(4));
    const settled = shared.settle();
    expect(written.at(-1)).toEqual(request(5, 'unwatch', { at: 'a' }));
    comes(reply(5));
    await settled;
    expect([shared.isFree, second.messages().length]).toEqual([true, 3]);
  });

  it('takes nothing back for a method that is named like a member of every object', async () => {
    const { shared, begin, comes, written } = await opened();
    begin('second').say(request(2, 'toString'));
    comes(reply(2));
    await shared.settle();
    expect([shared.isFree, written.at(-1)]).toEqual([true, request(2, 'toString')]);
  });

  it('is spent if what takes a change back is not answered in time', async () => {
    const { shared, begin, comes, clock } = await opened();
    begin('second').say(request(2, 'watch', { at: 'a' }));
    comes(reply(2));
    const settled = shared.settle();
    await clock.advance(2_000);
    await settled;
    expect(shared.isSpent).toBe(true);
  });

  it('is spent after a case whose change nothing takes back, after an end, and after fifty cases', async () => {
    const lasting = await opened();
    lasting.begin('second').say(request(2, 'quiet'));
    lasting.comes(reply(2));
    await lasting.shared.settle();
    expect(lasting.shared.isSpent).toBe(true);
    const ended = await opened();
    ended.closes();
    expect(ended.shared.isSpent).toBe(true);
    const often = await opened();
    for (let count = 2; count <= 50; count++) {
      expect(often.shared.isFree).toBe(true);
      often.begin(`case ${count}`);
      await often.shared.settle();
    }
    expect([often.shared.isFree, often.shared.served.length]).toEqual([false, 50]);
  });

  it('takes exact bytes for what they are', async () => {
    const { begin, comes, first, shared } = await opened();
    const second = begin('second');
    expect(second.mine.says!(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"odd"}\nno json\n'))).toBe(false);
    comes(reply(1, 'for the second'));
    expect([first.messages().length, second.messages()]).toEqual([1, [reply(1, 'for the second')]]);
    await shared.settle();
    expect(shared.isFree).toBe(true);
  });
});
