import { describe, expect, it } from 'vitest';
import { Feed, notify } from '../../testing.js';

describe('stdout', () => {
  const feed = (transport = 'stdio') => new Feed([{ rule: 'stdout' }], { transport });

  it('finds a banner and quotes it', () => {
    expect(feed().bytes('Server listening\n')).toMatchObject([
      { message: expect.stringContaining('"Server listening') },
    ]);
  });

  it('finds JSON that is not an object, as console.log prints it', () => {
    expect(feed().target('ready')).toHaveLength(1);
    expect(feed().target(42)).toHaveLength(1);
    expect(feed().target(null)).toHaveLength(1);
  });

  it('leaves what begins like a message to the other rules', () => {
    expect(feed().bytes('{"jsonrpc":')).toEqual([]);
    expect(feed().target([])).toEqual([]);
    expect(feed().target(notify('status'))).toEqual([]);
  });

  it('does not judge other transports, nor what the kit sends', () => {
    const http = feed('http');
    expect(http.bytes('<html>')).toEqual([]);
    expect(http.watch.judged()).toEqual({});
    expect(feed().bytes('hello', { from: 'kit' })).toEqual([]);
  });
});
