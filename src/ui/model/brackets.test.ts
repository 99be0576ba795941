import { describe, expect, it } from 'vitest';
import { Brackets } from './brackets.js';

/** The brackets of rows, each `[opens, request that it answers]`. */
function drawn(rows: [boolean, number?][]): string[] {
  const brackets = new Brackets();
  return rows.map(([opens, request], index) => brackets.next(index, opens, request));
}

describe('brackets', () => {
  it('join a request and its reply, and what is between them', () => {
    expect(drawn([[true], [false], [false, 0], [false]])).toEqual(['s--', 'm--', 'e--', '---']);
  });

  it('nest, and use a lane again when its bracket has ended', () => {
    expect(drawn([[true], [true], [false, 1], [true], [false, 3], [false, 0]])).toEqual([
      's--',
      'ms-',
      'me-',
      'ms-',
      'me-',
      'e--',
    ]);
  });

  it('cross if the first request is answered first', () => {
    expect(drawn([[true], [true], [false, 0], [false, 1]])).toEqual(['s--', 'ms-', 'em-', '-e-']);
  });

  it('are left out for more requests at once than there are lanes', () => {
    expect(drawn([[true], [true], [true], [true], [false, 3], [false, 0]])).toEqual([
      's--',
      'ms-',
      'mms',
      'mmm',
      'mmm',
      'emm',
    ]);
  });

  it('end with a request that is forgotten', () => {
    const brackets = new Brackets();
    brackets.next(0, true, undefined);
    brackets.forget(1);
    expect(brackets.next(1, false, undefined)).toBe('---');
  });
});
