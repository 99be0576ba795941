import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../json/json.js';
import { Feed, notify, request } from '../../testing.js';

const HEADERS: Json[] = [
  { header: 'method', at: '/method' },
  { header: 'name', at: '/params/name', methods: ['ask'] },
];
const feed = (more: JsonObject = {}) => new Feed([{ rule: 'repeated', with: { headers: HEADERS, ...more } }]);
const http = (headers: Record<string, string>) => ({ http: { headers } });

describe('repeated', () => {
  it('takes headers that say the same, as they are or encoded', () => {
    const one = feed();
    expect(one.target(request(1, 'ask', { name: 'a' }), http({ method: 'ask', name: 'a' }))).toEqual([]);
    const encoded = http({ method: 'ask', name: '=?base64?Z3LDtsOfZQ==?=' });
    expect(one.target(request(2, 'ask', { name: 'größe' }), encoded)).toEqual([]);
    expect(one.watch.judged()).toEqual({ repeated: 2 });
  });

  it('takes a text that should have been encoded, and is the same', () => {
    const one = feed();
    const raw = http({ method: 'ask', name: Buffer.from('größe').toString('latin1') });
    expect(one.target(request(1, 'ask', { name: 'größe' }), raw)).toEqual([]);
    expect(one.target(request(2, 'ask', { name: ' a ' }), http({ method: 'ask', name: 'a' }))).toEqual([]);
    expect(one.target(request(3, 'ask', { name: 'a' }), http({ method: 'ask', name: ' a' }))).toHaveLength(1);
  });

  it('finds a header that is missing, and one that says something else', () => {
    const one = feed();
    const given = one.target(request(1, 'ask', { name: 'a' }), http({ name: 'b' }));
    expect(given).toMatchObject([
      { path: '/http/headers/method', expected: 'ask' },
      { path: '/http/headers/name', expected: 'a', actual: 'b' },
    ]);
  });

  it('passes over other methods, values that are not there, other messages and other transports', () => {
    const one = feed({ until: 'open' });
    expect(one.target(request(1, 'ping', { name: 'a' }), http({ method: 'ping' }))).toEqual([]);
    expect(one.target(request(2, 'ask', {}), http({ method: 'ask' }))).toEqual([]);
    expect(one.target(notify('status', {}), http({}))).toEqual([]);
    expect(one.kit(request(3, 'greet', {}), http({}))).toEqual([]);
    expect(one.target(request(3, 'ask', { name: 'a' }))).toEqual([]);
    one.target(request(4, 'open', {}), http({}));
    expect(one.target(request(5, 'ask', { name: 'a' }), http({}))).toEqual([]);
    expect(one.watch.judged()).toEqual({ repeated: 2 });
  });

  it('refuses settings that it cannot use', () => {
    expect(() => feed({ headers: [] })).toThrow(/`headers`/);
    expect(() => feed({ headers: [{ header: 'Method', at: '/method' }] })).toThrow(/lower case/);
    expect(() => feed({ headers: [{ header: 'method', at: 'method' }] })).toThrow(/pointer/i);
  });
});
