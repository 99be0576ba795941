import { describe, expect, it } from 'vitest';
import type { Carried } from '../../wire/carried.js';
import { UsualRequest } from './usual-request.js';

const head = (status: number): Carried => ({ kind: 'http', http: { status, headers: {} } });
const message: Carried = { kind: 'message', message: { error: { code: 404 } } };
const closed: Carried = { kind: 'closed', closed: { how: 'end' } };

/** What is delivered of a response, piece by piece. */
function heard(pieces: Carried[], isMissing: boolean) {
  const bodies: unknown[] = [];
  const usual = new UsualRequest({
    request: { method: 'GET', url: 'http://127.0.0.1/other', headers: {} },
    isMissing: (status, body) => {
      bodies.push([status, body]);
      return isMissing;
    },
  });
  return { delivered: pieces.map((piece) => usual.hear(piece)), bodies };
}

describe('a request with another form', () => {
  it('has what goes well at once', () => {
    expect(heard([head(200), message, closed], true)).toEqual({
      delivered: [[head(200)], [message], [closed]],
      bodies: [],
    });
  });

  it('keeps a failure until it is complete, and delivers it if it is an answer', () => {
    const { delivered, bodies } = heard([head(404), message, closed], false);
    expect(delivered).toEqual([[], [], [head(404), message, closed]]);
    expect(bodies).toEqual([[404, { error: { code: 404 } }]]);
  });

  it('gives back the head of a failure that shows that the server lacks this form', () => {
    expect(heard([head(405), closed], true).delivered).toEqual([[], { missing: head(405).http }]);
  });
});
