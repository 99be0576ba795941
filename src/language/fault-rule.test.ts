import { describe, expect, it, test } from 'vitest';
import { createFaults, FaultError, type FaultRule } from '../conversation/faults/faults.js';
import { bench, notify, StillClock } from '../conversation/faults/faults.test-support.js';
import type { Json } from '../json/json.js';

describe('rules', () => {
  it('see what the rules before them made of a message', () => {
    const { sends, out, counts } = bench([
      { sends: { notify: 'a' }, do: ['duplicate', { set: { '/method': 'b' } }] },
      { sends: { notify: 'b' }, nth: 2, do: ['drop'] },
    ]);
    sends(notify('a'));
    expect(out).toStrictEqual([notify('b')]);
    expect(counts()).toStrictEqual([1, 1]);
  });

  const bad: [Record<string, Json>, string][] = [
    [{ do: ['drop'] }, 'it names either what the reference sends or what it hears'],
    [{ sends: { any: true }, hears: { any: true }, do: ['drop'] }, 'it names either'],
    [{ sends: { requst: 'a' }, do: ['drop'] }, 'a selector has no member requst; did you mean request?'],
    [{ sends: { any: true, where: { a: { $anny: 1 } } }, do: ['drop'] }, 'no matcher is called $anny'],
    [{ sends: { any: true, where: '${x}' }, do: ['drop'] }, 'nothing is called ${x}'],
    [{ sends: { any: true }, do: [] }, 'it does nothing'],
    [{ sends: { any: true }, nth: 0, do: ['drop'] }, 'nth is 1 or more, or negative, not 0'],
    [{ sends: { any: true }, do: ['dorp'] }, '"dorp" is not an action'],
    [{ sends: { any: true }, do: [{ sett: {} }] }, 'nothing is done by sett; did you mean set?'],
    [{ sends: { any: true }, do: [{ set: {}, remove: [] }] }, 'is not an action'],
    [{ sends: { any: true }, do: [{ set: { id: 1 } }] }, '"id" is not a JSON Pointer'],
    [{ sends: { any: true }, do: [{ set: 5 }] }, 'set takes an object from JSON Pointers, not 5'],
    [{ sends: { any: true }, do: [{ remove: ['x'] }] }, '"x" is not a JSON Pointer'],
    [{ sends: { any: true }, do: [{ rename: { '/a': 5 } }] }, 'rename takes text, not 5'],
    [{ sends: { any: true }, do: [{ delay: '5' }] }, '"5" is not a duration'],
    [{ sends: { any: true }, do: [{ hold: {} }] }, 'hold takes { until: { sends | hears } }'],
    [{ sends: { any: true }, do: [{ insert: { text: 'x' } }] }, 'insert takes one of message, bytes, sse, frame'],
    [
      { sends: { any: true }, do: [{ insert: { message: 1, wen: 'after' } }] },
      'insert has no member wen; did you mean when?',
    ],
    [
      { sends: { any: true }, do: [{ insert: { message: 1, when: 'now' } }] },
      'insert happens before or after, not "now"',
    ],
    [{ sends: { any: true }, do: [{ bytes: { a: 1 } }] }, '{"a":1} is neither text nor { $base64 }'],
    [{ sends: { any: true }, do: [{ bytes: { $base64: '?' } }] }, '$base64 takes base64 text'],
    [{ sends: { any: true }, do: [{ set: { '/id': ['${a.${b}}', '${message}'] } }] }, '${a.${b} is not a reference'],
    [
      { sends: { any: true }, do: [{ set: { '/id': '${sessionId}' } }] },
      '${sessionId} is not known here; there are ${message} and ${text}',
    ],
    [{ sends: { any: true }, do: [{ close: 'now' }] }, 'close takes end, reset or a close code, not "now"'],
    [{ sends: { any: true }, do: [{ exit: 'now' }] }, 'exit takes an exit code or a signal such as SIGKILL, not "now"'],
    [{ sends: { any: true }, after: {}, do: ['drop'] }, 'it names either'],
    [
      { sends: { any: true }, after: { hears: { notify: 'x#y' } }, do: ['drop'] },
      'x has no variants, so there is no x#y',
    ],
  ];
  test.each(bad.map(([rule, words]) => ({ rule, words })))('$words', ({ rule, words }) => {
    const make = () => createFaults([{ id: 'bad.one', ...rule } as FaultRule], { clock: new StillClock() });
    expect(make).toThrow(FaultError);
    expect(make).toThrow(`fault bad.one: `);
    expect(make).toThrow(words);
  });
});
