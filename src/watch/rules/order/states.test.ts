import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import type { Machine } from '../../../language/machine.js';
import { Feed, notify, reply, request } from '../../testing.js';

const machines: { [name: string]: Machine } = {
  'demo/job': {
    initial: ['working'],
    moves: { working: ['waiting', 'done'], waiting: ['working', 'done'] },
    final: ['done'],
  },
};
const settings = {
  machine: 'demo/job',
  at: ['/params/state', '/result/jobs/*/state'],
  key: ['/params/id', '/result/jobs/*/id'],
};

describe('states', () => {
  const feed = (more: JsonObject = {}) => new Feed([{ rule: 'states', with: { ...settings, ...more } }], { machines });
  const status = (id: string, state: string) => notify('status', { id, state });

  it('accepts the moves of the table, and a state that is told twice', () => {
    const one = feed();
    for (const state of ['working', 'working', 'waiting', 'working', 'done', 'done'])
      expect(one.target(status('a', state))).toEqual([]);
    expect(one.watch.judged()).toEqual({ states: 6 });
  });

  it('finds a wrong beginning and a move out of a final state', () => {
    const one = feed();
    expect(one.target(status('a', 'waiting'))).toMatchObject([{ path: '/params/state', actual: 'waiting' }]);
    one.target(status('b', 'working'));
    one.target(status('b', 'done'));
    expect(one.target(status('b', 'working'))).toMatchObject([{ message: expect.stringContaining('"b"') }]);
  });

  it('follows each walker by its key, wherever its state is told', () => {
    const one = feed();
    one.target(status('a', 'working'));
    one.kit(request(1, 'greet', { name: '' }));
    const jobs = [
      { id: 'b', state: 'working' },
      { id: 'a', state: 'done' },
    ];
    expect(one.target(reply(1, { jobs }))).toEqual([]);
    expect(one.target(status('a', 'working'))).toHaveLength(1);
    expect(one.target(status('b', 'waiting'))).toEqual([]);
  });

  it('leaves states that the machine lacks, and messages without states, alone', () => {
    const one = feed();
    expect(one.target(status('a', 'sleeping'))).toEqual([]);
    expect(one.target(notify('status', {}))).toEqual([]);
    expect(one.watch.judged()).toEqual({ states: 0 });
  });

  it('keeps to the methods that it is told', () => {
    const one = feed({ methods: ['other'] });
    expect(one.target(status('a', 'waiting'))).toEqual([]);
  });

  it('resets walkers and separates scopes if its settings say so', () => {
    const one = feed({
      at: '/params/state',
      key: '/params/id',
      scope: '/params/s',
      resetBy: { at: '/params/new', in: [true] },
    });
    const told = (s: string, state: string, more: JsonObject = {}) =>
      one.target(notify('status', { id: 'a', s, state, ...more }));
    expect([told('x', 'working'), told('x', 'done')].flat()).toEqual([]);
    expect([told('y', 'working'), told('x', 'working', { new: true })].flat()).toEqual([]);
    expect(told('x', 'done')).toEqual([]);
    expect(told('x', 'waiting')).toHaveLength(1);
    one.target(notify('status', { id: 'a', s: 'x', new: true }));
    expect(told('x', 'working')).toEqual([]);
    expect(() => feed({ resetBy: { at: '/x' } })).toThrow(/`resetBy` must be/);
  });

  it('refuses a machine that does not exist', () => {
    expect(() => feed({ machine: 'demo/none' })).toThrow(/no machine/);
    expect(() => feed({ key: '/params/id' })).toThrow(/one pointer for each/);
  });
});
