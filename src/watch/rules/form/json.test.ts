import { describe, expect, it } from 'vitest';
import { Feed, notify, request } from '../../testing.js';

describe('json', () => {
  const feed = () => new Feed([{ rule: 'json' }]);

  it('finds what is not JSON', () => {
    const [finding] = feed().bytes('{"jsonrpc": "2.0", ');
    expect(finding).toMatchObject({ rule: 'json', blame: 'target', message: expect.stringContaining('not JSON') });
  });

  it('tells bytes that are no UTF-8 from a text that is not JSON, where entries say which they judge', () => {
    const one = new Feed([
      { rule: 'json', id: 'encoding', with: { aspects: ['encoding'] } },
      { rule: 'json', id: 'text', with: { aspects: ['text'] } },
    ]);
    const found = (bytes: Uint8Array | string) => one.bytes(bytes).map(({ rule }) => rule);
    expect(found('{"jsonrpc": "2.0", ')).toEqual(['text']);
    expect(found(Buffer.from([0x7b, 0x22, 0xf6, 0x22, 0x7d]))).toEqual(['encoding']);
  });

  it('leaves a proper message alone and counts it', () => {
    const one = feed();
    expect(one.target(notify('status'))).toEqual([]);
    expect(one.watch.judged()).toEqual({ json: 1 });
  });

  it('leaves a banner on stdio to the rule stdout, and finds it on every other transport', () => {
    expect(feed().bytes('Server started')).toEqual([]);
    expect(new Feed([{ rule: 'json' }], { transport: 'http' }).bytes('Server started')).toHaveLength(1);
  });

  it('leaves the body of an HTTP refusal alone, and the one of a response to no message', () => {
    const one = new Feed([{ rule: 'json' }], { transport: 'http' });
    const http = (status: number) => ({ channel: 'x', http: { status, headers: {} } });
    one.kit(request(1, 'ask'), { channel: 'x', http: { method: 'POST', headers: {} } });
    expect(one.bytes('Not Found', http(404))).toEqual([]);
    expect(one.bytes('Not Found', http(200))).toHaveLength(1);
    expect(one.bytes('Bye', { ...http(200), channel: 'delete' })).toEqual([]);
  });

  it('blames the kit for broken bytes of ours, unless they were meant', () => {
    expect(feed().bytes('{', { from: 'kit' })).toMatchObject([{ blame: 'kit' }]);
    expect(feed().bytes('{', { from: 'kit', deliberate: true })).toEqual([]);
  });
});
