import { describe, expect, it } from 'vitest';
import type { Carried, HttpHead } from '../../wire/carried.js';
import { Opening, Openings } from './openings.js';

const head = (status: number, headers: Record<string, string> = {}): HttpHead => ({ status, headers });
const message = (id: number, more: { result: object } | { error: object }): Carried =>
  ({ kind: 'message', message: { jsonrpc: '2.0', id, ...more } }) as Carried;
const closed: Carried = { kind: 'closed', closed: { how: 'end' } };
const accepted = { result: { protocolVersion: '1' } };
const full = { error: { code: -32603, message: 'full' } };

/** A session that a conversation has opened. */
function opened(openings: Openings, asked = 'all', headers = {}) {
  const opening = new Opening(openings, asked, 1);
  expect(opening.hear(message(1, accepted), head(200, headers))).toHaveLength(1);
  return opening.session!;
}

describe('what opens a session', () => {
  it('is heard as it came where nobody has a session for it', () => {
    const opening = new Opening(new Openings(), 'all', 2);
    const came = [{ kind: 'http', http: head(503) } as Carried, message(2, full), closed];
    expect(came.flatMap((one) => opening.hear(one, head(503)))).toEqual(came);
    expect(opening.session).toBeUndefined();
  });

  it('goes on in a session without a name where one more is refused, by an error or by a status', () => {
    const openings = new Openings();
    openings.share(opened(openings));
    const byError = new Opening(openings, 'all', 2);
    expect(byError.hear(message(2, full), head(200))).toEqual([{ ...message(2, accepted), http: head(200) }]);
    const byStatus = new Opening(openings, 'all', 3);
    const refused: Carried[] = [{ kind: 'http', http: head(429) }, message(3, full), closed];
    expect(refused.flatMap((one) => byStatus.hear(one, head(429)))).toEqual([
      { kind: 'http', http: head(200) },
      { ...message(3, accepted), http: head(200) },
      closed,
    ]);
    expect(byStatus.isEarlier).toBe(true);
    expect([openings.opened, openings.continued, openings.refusal]).toEqual([1, 2, '"full"']);
  });

  it('is refused where it asks for something else', () => {
    const openings = new Openings();
    openings.share(opened(openings));
    const other = new Opening(openings, 'something else', 2);
    expect(other.hear(message(2, full), head(200))).toEqual([message(2, full)]);
  });

  it('has a session with a name to itself', () => {
    const openings = new Openings();
    openings.leave(opened(openings, 'all', { 'mcp-session-id': 'a' }));
    expect(openings.areLeft).toBe(true);
    expect(new Opening(openings, 'all', 2).hear(message(2, full), head(200))[0]).toMatchObject({
      http: { headers: { 'mcp-session-id': 'a' } },
    });
    expect(new Opening(openings, 'all', 3).hear(message(3, full), head(200))).toEqual([message(3, full)]);
  });

  it('asks for no more sessions without a name than twenty', () => {
    const openings = new Openings();
    for (let count = 0; count < 20; count++) {
      expect(new Opening(openings, 'all', 1).skipped()).toBeUndefined();
      openings.share(opened(openings));
    }
    expect(new Opening(openings, 'something else', 1).skipped()).toBeUndefined();
    expect(new Opening(openings, 'all', 7).skipped()).toEqual([
      { kind: 'http', http: head(200) },
      { ...message(7, accepted), http: head(200) },
      closed,
    ]);
  });
});
