import { describe, expect, it } from 'vitest';
import { Feed, failure, notify, reply, request } from '../../testing.js';

const settings = {
  ask: 'ask',
  scope: '/params/session',
  call: '/params/call',
  grants: { at: '/result/pick', among: '/params/options', id: '/id', kind: '/kind', in: ['allow'] },
  progress: { notify: 'status', call: '/params/call', status: '/params/state', over: ['done'] },
  names: ['/params/path'],
  acts: { write: '/params/path' },
  resetBy: 'prompt',
};
const options = [
  { id: 'y', kind: 'allow' },
  { id: 'n', kind: 'reject' },
];

/** A session in which the target asks for a call, and the kit answers. */
function answered(answer: (id: number) => ReturnType<typeof reply>, path?: string) {
  const one = new Feed([{ rule: 'refused', with: settings }]);
  one.target(request(1, 'ask', { session: 's', call: 'c', options, ...(path === undefined ? {} : { path }) }));
  one.kit(answer(1));
  return one;
}
const no = (id: number) => reply(id, { pick: 'n' });
const yes = (id: number) => reply(id, { pick: 'y' });
const write = (path: string, session = 's') => request(`w ${path}`, 'write', { session, path });

describe('refused', () => {
  it('finds what is done although it was rejected, or could not be asked', () => {
    for (const answer of [no, (id: number) => reply(id, {}), (id: number) => failure(id, 1)]) {
      expect(answered(answer, '/a').target(write('/a'))).toMatchObject([{ blame: 'target', actual: '/a' }]);
      expect(answered(answer).target(write('/a')), 'no other call').toMatchObject([{ path: '/params/path' }]);
    }
  });

  it('takes what was granted, and what is about something else', () => {
    expect(answered(yes, '/a').target(write('/a'))).toEqual([]);
    expect(answered(no, '/a').target(write('/b'))).toEqual([]);
    expect(answered(no, '/a').target(write('/a', 'other'))).toEqual([]);
    expect(answered((id) => reply(id, { pick: 'unknown' }), '/a').target(write('/a'))).toEqual([]);
  });

  it('takes what may belong to another call, until that is over', () => {
    const one = answered(no, '/a');
    one.target(notify('status', { session: 's', call: 'd', state: 'begun', path: '/a' }));
    expect(one.target(write('/a'))).toEqual([]);
    one.target(notify('status', { session: 's', call: 'd', state: 'done' }));
    expect(one.target(request(9, 'write', { session: 's', path: '/a' }))).toHaveLength(1);
  });

  it('is reset by the next turn, and when it asks again', () => {
    const turn = answered(no, '/a');
    turn.kit(request(7, 'prompt', { session: 's' }));
    expect(turn.target(write('/a'))).toEqual([]);
    const again = answered(no, '/a');
    again.target(request(2, 'ask', { session: 's', call: 'c', options, path: '/a' }));
    again.kit(yes(2));
    expect(again.target(write('/a'))).toEqual([]);
  });
});
