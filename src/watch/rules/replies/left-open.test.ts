import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import type { Ending } from '../../rule.js';
import { Feed, failure, notify, reply, request } from '../../testing.js';

const feed = (more: JsonObject = {}, side: 'client' | 'server' = 'server') =>
  new Feed([{ rule: 'left-open', with: more }], { side });
const left = (one: Feed, ending: Ending) => one.watch.close('case', ending).map(({ blame, actual }) => [blame, actual]);

describe('left-open', () => {
  it('finds what a server leaves open that ends, and nothing where all is answered', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    one.kit(request(2, 'greet'));
    one.target(reply(2, {}));
    expect(left(one, 'target')).toEqual([['target', 1]]);
    const whole = feed();
    whole.kit(request(1, 'greet'));
    whole.target(reply(1, {}));
    expect(left(whole, 'target')).toEqual([]);
    expect(whole.watch.judged()).toEqual({ 'left-open': 1 });
  });

  it('owes nothing to who left, or where the conversation may go on', () => {
    for (const ending of ['kit', 'cut'] as const) {
      const one = feed();
      one.kit(request(1, 'greet'));
      expect(left(one, ending)).toEqual([]);
    }
  });

  it('lets a client leave in the middle of a question, but not ignore it', () => {
    const leaves = feed({}, 'client');
    leaves.kit(request(1, 'ask'));
    expect(left(leaves, 'target')).toEqual([]);
    const ignores = feed({}, 'client');
    ignores.kit(request(1, 'ask'));
    ignores.target(request(1, 'greet'));
    ignores.kit(reply(1, {}));
    expect(left(ignores, 'target')).toEqual([['target', 1]]);
  });

  it('blames the side that the other waits for', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    one.target(request(1, 'ask'));
    expect(left(one, 'unknown')).toEqual([['kit', 1]]);
  });

  it('says nothing of a side that was not recorded', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    expect(left(one, 'unknown')).toEqual([]);
  });

  it('takes an answer under a wrong id, in the other type or without one for what it is meant to be', () => {
    for (const answer of [reply(7, {}), reply('1', {}), failure(undefined, -32700)]) {
      const one = feed();
      one.kit(request(1, 'greet'));
      one.target(answer);
      expect(left(one, 'target'), JSON.stringify(answer)).toEqual([]);
    }
  });

  it('leaves out what was taken back, what waits to the end, what is broken and what HTTP has refused', () => {
    const one = feed({ except: 'listen', cancelled: { notify: 'cancel', at: '/params/id' } });
    one.kit(request(1, 'greet'));
    one.kit(notify('cancel', { id: 1 }));
    one.kit(request(2, 'listen'));
    one.kit(request(3, 'greet'), { deliberate: true });
    one.kit({ id: 4, method: 'greet' });
    one.kit(request(5, 'greet'), { stream: 'x', http: { method: 'POST', path: '/', headers: {} } });
    one.record({ from: 'target', kind: 'http', stream: 'x', http: { status: 401, headers: {} } });
    expect(left(one, 'target')).toEqual([]);
  });

  it('finds an exchange that ends without its answer, however the conversation ends', () => {
    const one = feed();
    one.kit(request(1, 'greet'), { stream: 'x', http: { method: 'POST', path: '/', headers: {} } });
    one.record({ from: 'target', kind: 'http', stream: 'x', http: { status: 200, headers: {} } });
    one.record({ from: 'target', kind: 'closed', stream: 'x', closed: { how: 'end' } });
    expect(left(one, 'cut')).toEqual([['target', 1]]);
  });
});
