import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import type { UndeclaredExtension } from '../../../language/undeclared-extension.js';
import { Feed, notify, reply, request } from '../../testing.js';

/** Calls everything that begins with `odd` made up. */
const undeclared = (message: JsonObject, method: string | undefined): UndeclaredExtension[] => [
  ...(method?.startsWith('odd') ? [{ what: 'method' as const, name: method, path: '/method' }] : []),
  ...Object.keys((message.params ?? message.result ?? {}) as JsonObject)
    .filter((name) => name.startsWith('odd'))
    .map((name) => ({ what: 'member' as const, name, path: `/params/${name}`, definition: 'Params' })),
  ...(message.result === 'odd' ? [{ what: 'variant' as const, name: 'odd', path: '/result' }] : []),
];

describe('undeclared', () => {
  const plain = { method: () => undefined, misfits: () => [] };
  const feed = (what: string[]) =>
    new Feed([{ rule: 'undeclared', with: { what } }], { definitions: { ...plain, undeclared } });

  it('finds what it looks for and nothing else', () => {
    const one = feed(['member']);
    expect(one.target(notify('status', { oddity: 1 }))).toMatchObject([
      { label: 'invalid', path: '/params/oddity', message: 'status: /params/oddity: Params has no member "oddity"' },
    ]);
    expect(one.target(notify('odd/method', { state: 1 }))).toEqual([]);
    expect(feed(['method']).target(notify('odd/method', { oddity: 1 }))).toMatchObject([
      {
        path: '/method',
        message: 'the method "odd/method" is none of the protocol, and its name has no underscore in front',
      },
    ]);
    expect(one.watch.judged()).toEqual({ undeclared: 2 });
  });

  it('knows a response by its request, and calls a variant an extension', () => {
    const one = feed(['variant']);
    one.kit(request(1, 'greet', { name: 'x' }));
    expect(one.target(reply(1, 'odd'))).toMatchObject([
      { label: 'undeclared extension', message: 'greet: /result: the protocol has no variant "odd"' },
    ]);
  });

  it('leaves the kit alone, and what nobody keeps account of', () => {
    expect(feed(['member']).kit(notify('status', { oddity: 1 }))).toEqual([]);
    const one = new Feed([{ rule: 'undeclared', with: { what: 'member' } }], { definitions: plain });
    expect(one.target(notify('status', { oddity: 1 }))).toEqual([]);
    expect(one.watch.judged()).toEqual({ undeclared: 0 });
  });

  it('names what another version of the protocol has, and does not judge it', () => {
    const later = () => [{ what: 'member' as const, name: 'later', path: '/params/later', elsewhere: true as const }];
    const one = new Feed([{ rule: 'undeclared', with: { what: 'member' } }], {
      definitions: { ...plain, undeclared: later },
    });
    expect(one.target(notify('status', { later: 1 }))).toEqual([]);
    expect(one.watch.unjudged()).toEqual(['member "later" of status']);
  });

  it('refuses settings that it can not use', () => {
    expect(() => feed([])).toThrow(/`what` must be/);
    expect(() => feed(['colour'])).toThrow(/`colour` is nothing to look for/);
  });
});
