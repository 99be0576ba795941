import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import { createLiveFaults } from './faults.js';
import { StillClock } from './faults.test-support.js';

describe('faults that are switched while they are at work', () => {
  const reply = (id: number): Carried => ({ kind: 'message', message: { jsonrpc: '2.0', id, result: {} } });
  const request = (id: number): Carried => ({
    kind: 'message',
    message: { jsonrpc: '2.0', id, method: 'tools/list' },
  });

  function live() {
    const faults = createLiveFaults([], { clock: new StillClock() });
    const border = faults.border();
    const ids: Json[] = [];
    const answer = (id: number) => {
      border.hears(request(id), () => undefined);
      border.sends(reply(id), ({ message }) => ids.push((message as JsonObject).id!));
    };
    return { faults, ids, answer };
  }

  it('act only while they are on', () => {
    const { faults, ids, answer } = live();
    faults.add({ id: 'lost', sends: { reply: 'tools/list' }, do: 'drop' });
    answer(1);
    expect(faults.switch('lost', true)).toBe(true);
    answer(2);
    faults.switch('lost', false);
    answer(3);
    expect(ids).toEqual([1, 3]);
    expect(faults.applied().get('lost')).toBe(1);
    expect([...faults.switched()]).toEqual([['lost', false]]);
  });

  it('count from where they were switched on', () => {
    const { faults, ids, answer } = live();
    faults.add({ id: 'next', sends: { reply: '*' }, nth: 1, do: 'drop' });
    answer(1);
    faults.switch('next', true);
    answer(2);
    answer(3);
    faults.switch('next', true);
    answer(4);
    expect(ids).toEqual([1, 3]);
  });

  it('know the requests of before', () => {
    const { faults, ids } = live();
    const border = faults.border();
    border.hears(request(1), () => undefined);
    faults.add({ id: 'lost', sends: { reply: 'tools/list' }, do: 'drop' });
    faults.switch('lost', true);
    border.sends(reply(1), ({ message }) => ids.push((message as JsonObject).id!));
    expect(ids).toEqual([]);
  });

  it('refuse a name that is taken, a rule that is none, and a switch of nothing', () => {
    const { faults } = live();
    faults.add({ id: 'lost', sends: { reply: '*' }, do: 'drop' });
    expect(() => faults.add({ id: 'lost', sends: { reply: '*' }, do: 'drop' })).toThrow(
      'there is one of this name already',
    );
    expect(() => faults.add({ id: 'odd', sends: { nothing: 1 } as never, do: 'drop' })).toThrow('fault odd');
    expect(faults.switch('absent', true)).toBe(false);
  });
});
