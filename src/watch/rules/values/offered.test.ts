import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { Feed, reply, request } from '../../testing.js';

const settings = { in: 'greet', methods: { ask: '/params/can/ask', ping: '/result/can/ping' } };
const feed = (more: JsonObject = {}) => new Feed([{ rule: 'offered', with: { ...settings, ...more } }]);

describe('offered', () => {
  it('takes what was advertised, by true or by an object', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: '', can: { ask: true } }));
    one.target(reply(1, { text: '', can: { ping: {} } }));
    expect(one.target(request(7, 'ask'))).toEqual([]);
    expect(one.kit(request(2, 'ping'))).toEqual([]);
    expect(one.watch.judged()).toEqual({ offered: 1 });
  });

  it('finds what was left out, denied or null', () => {
    for (const can of [null, { ask: false }, { ask: null }]) {
      const one = feed();
      one.kit(request(1, 'greet', { name: '', can }));
      one.target(reply(1, { text: '' }));
      expect(one.target(request(7, 'ask'))).toMatchObject([{ path: '/method', actual: 'ask', blame: 'target' }]);
    }
  });

  it('finds kinds of members that were not offered, wherever they stand', () => {
    const kinds = {
      methods: ['say'],
      at: '/params/parts/*/type',
      of: { image: '/result/can/image', sound: '/result/can/sound' },
    };
    const one = new Feed([{ rule: 'offered', with: { in: 'greet', kinds } }]);
    one.kit(request(1, 'greet', { name: '' }));
    one.target(reply(1, { text: '', can: { image: true } }));
    const parts = [{ type: 'text' }, { type: 'image' }];
    expect(one.kit(request(2, 'say', { parts }))).toEqual([]);
    expect(one.kit(request(3, 'say', { parts: [...parts, { type: 'sound' }] }))).toMatchObject([
      { path: '/params/parts/2/type', actual: 'sound' },
    ]);
    expect(one.kit(request(4, 'other', { parts: [{ type: 'sound' }] }))).toEqual([]);
  });

  it('says nothing before both have come, and nothing of what is broken on purpose', () => {
    const one = feed();
    expect(one.target(request(7, 'ask'))).toEqual([]);
    one.kit(request(1, 'greet', { name: '' }));
    expect(one.target(request(8, 'ask'))).toEqual([]);
    one.target(reply(1, { text: '' }));
    expect(one.target(request(9, 'ask'), { deliberate: true })).toEqual([]);
    expect(one.watch.judged()).toEqual({ offered: 0 });
  });

  it('refuses settings that it cannot use', () => {
    expect(() => feed({ methods: ['ask'] })).toThrow(/`methods`/);
    expect(() => feed({ methods: { ask: 1 } })).toThrow(/`ask`/);
  });
});
