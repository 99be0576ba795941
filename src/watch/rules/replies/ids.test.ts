import { describe, expect, it } from 'vitest';
import { Feed, reply, request } from '../../testing.js';

describe('ids', () => {
  const feed = () => new Feed([{ rule: 'ids' }]);

  it('finds an id that its sender used before', () => {
    const one = feed();
    expect(one.target(request(1, 'ask'))).toEqual([]);
    expect(one.target(request(2, 'ask'))).toEqual([]);
    expect(one.target(request(1, 'ask'))).toMatchObject([{ blame: 'target', path: '/id', actual: 1 }]);
  });

  it('tells 1 from "1", and the two sides apart', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    expect(one.target(request(1, 'ask'))).toEqual([]);
    expect(one.target(request('1', 'ask'))).toEqual([]);
  });

  it('finds it although the earlier request was answered', () => {
    const one = feed();
    one.target(request(1, 'ask'));
    one.kit(reply(1, {}));
    expect(one.target(request(1, 'ask'))).toHaveLength(1);
  });

  it('begins anew with each session', () => {
    const one = feed();
    one.target(request(1, 'ask'));
    const record = {
      seq: 0,
      time: 0,
      channel: 'main',
      from: 'target',
      kind: 'message',
      message: request(1, 'ask'),
    } as const;
    expect(one.watch.observe('another', record)).toEqual([]);
    one.watch.end('case');
    expect(one.target(request(1, 'ask'))).toEqual([]);
  });

  it('does not mind an event that is delivered again on another stream', () => {
    const one = feed();
    one.target(request(1, 'ask'), { stream: 'a', sse: { id: 'e1' } });
    expect(one.target(request(1, 'ask'), { stream: 'b', sse: { id: 'e1' } })).toEqual([]);
    expect(one.target(request(1, 'ask'), { stream: 'b', sse: { id: 'e2' } })).toHaveLength(1);
  });

  it('blames the kit for an id of ours, unless it was meant', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    expect(one.kit(request(1, 'greet'), { deliberate: true })).toEqual([]);
    expect(one.kit(request(1, 'greet'))).toMatchObject([{ blame: 'kit' }]);
  });

  it('judges nothing where no request came', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    one.target(reply(1, {}));
    expect(one.watch.judged()).toEqual({ ids: 0 });
  });
});
