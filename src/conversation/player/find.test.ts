import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { parseSelector, selects } from '../../language/selector.js';
import { Channel, Transcript } from '../channel.js';
import { type Finder, Search, take } from './find.js';

/** A channel to which a test adds messages of the target, and how often a selector was asked. */
function scene(passable: readonly string[] = []) {
  const channel = new Channel('main');
  const transcript = new Transcript(
    () => 0,
    () => undefined,
  );
  const asked = { selects: 0, mayPass: 0 };
  const finder: Finder = {
    transcript,
    selects: (selector, record) => {
      asked.selects++;
      return selects(selector, record);
    },
    retypedId: () => undefined,
    mayPass: (record) => {
      asked.mayPass++;
      return passable.includes(String((record.message as JsonObject).method));
    },
  };
  const say = (message: Json) => transcript.add('target', [channel], { kind: 'message', message });
  const search = (selector: JsonObject) => new Search(finder, channel, parseSelector(selector));
  return { channel, finder, asked, say, search };
}

const note = (method: string) => ({ jsonrpc: '2.0', method });

describe('a search', () => {
  it('finds what comes later, and finds it again until it is taken', () => {
    const { say, search, finder, channel } = scene(['log']);
    const waiting = search({ notify: 'wanted' });
    say(note('log'));
    expect(waiting.look()).toEqual({ kind: 'none' });
    const record = say(note('wanted'));
    expect(waiting.look()).toEqual({ kind: 'found', record });
    expect(waiting.look()).toEqual({ kind: 'found', record });
    take(finder, channel, parseSelector({ notify: 'wanted' }), record);
    expect(search({ notify: 'wanted' }).look()).toEqual({ kind: 'none' });
  });

  it('is blocked by what may not come before', () => {
    const { say, search } = scene(['log']);
    const waiting = search({ notify: 'wanted' });
    say(note('log'));
    expect(waiting.look().kind).toBe('none');
    const record = say(note('other'));
    say(note('wanted'));
    expect(waiting.look()).toEqual({ kind: 'blocked', record });
  });

  it('of an end looks everywhere, also before the cursor, and is blocked only by what lies behind it', () => {
    const { say, search, channel, finder } = scene(['log']);
    const end = finder.transcript.add('target', [channel], { kind: 'closed', closed: { how: 'end' } });
    const first = say(note('a'));
    take(finder, channel, parseSelector({ notify: 'a' }), first);
    expect(search({ closed: true }).look()).toEqual({ kind: 'found', record: end });
    const other = say(note('other'));
    expect(search({ exit: true }).look()).toEqual({ kind: 'blocked', record: other });
  });

  it.each<[string, JsonObject]>([
    ['messages in order', { notify: 'wanted' }],
    ['an end', { closed: true }],
    ['an exit', { exit: true }],
  ])('for %s asks about each record of a flood once', (_, selector) => {
    const { say, search, asked } = scene(['log']);
    const waiting = search(selector);
    for (let count = 0; count < 1000; count++) {
      say(note('log'));
      expect(waiting.look().kind).toBe('none');
    }
    expect(asked.selects).toBeLessThanOrEqual(2000);
    expect(asked.mayPass).toBeLessThanOrEqual(2000);
  });
});
