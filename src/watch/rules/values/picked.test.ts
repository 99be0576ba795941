import { describe, expect, it } from 'vitest';
import { Feed, failure, reply, request } from '../../testing.js';

const feed = () =>
  new Feed([{ rule: 'picked', with: { methods: 'ask', at: '/result/pick', of: '/params/options/*/id' } }]);
const options = [{ id: 'yes' }, { id: 'no' }];

describe('picked', () => {
  it('takes what was offered', () => {
    const one = feed();
    one.target(request(1, 'ask', { options }));
    expect(one.kit(reply(1, { pick: 'no' }))).toEqual([]);
  });

  it('finds what was not, also under the id of a request of the other side', () => {
    const one = feed();
    one.kit(request(1, 'ask', { options: [{ id: 'other' }] }));
    one.target(request(1, 'ask', { options }));
    expect(one.kit(reply(1, { pick: 'other' }))).toMatchObject([
      { blame: 'kit', path: '/result/pick', actual: 'other' },
    ]);
  });

  it('leaves free what picks nothing, and what was asked without options', () => {
    const one = feed();
    one.target(request(1, 'ask', { options }));
    one.target(request(2, 'ask', {}));
    one.target(request(3, 'ask', { options }));
    const answers = [reply(1, {}), reply(2, { pick: 'maybe' }), failure(3, 1)];
    expect(answers.flatMap((answer) => one.kit(answer))).toEqual([]);
    expect(one.kit(reply(4, { pick: 'maybe' })), 'nobody asked').toEqual([]);
  });
});
