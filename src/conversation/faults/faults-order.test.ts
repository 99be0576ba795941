import { describe, expect, it, test } from 'vitest';
import type { Carried } from '../../wire/carried.js';
import { createBorder, type FaultRule } from './faults.js';
import { bench, closed, notify, reply, request, StillClock } from './faults.test-support.js';

describe('time and order', () => {
  it('goes on with the rest of a rule when a delay or hold is over', () => {
    const { sends, hears, out, clock } = bench([
      {
        sends: { request: 'a' },
        do: [
          { delay: '1s' },
          { set: { '/id': 9 } },
          { hold: { until: { hears: { notify: 'go' } } } },
          { close: 'end' },
        ],
      },
    ]);
    sends(request(1, 'a'));
    hears(notify('go'));
    clock.advance(1000);
    expect(out).toStrictEqual([notify('go')]);
    hears(notify('go'));
    expect(out).toStrictEqual([notify('go'), notify('go'), request(9, 'a'), closed()]);
  });

  it('lets nothing leave before its head, and the end of a stream last', () => {
    const head: Carried = { kind: 'http', http: { status: 200, headers: {} }, stream: 's' };
    const { sends, out, clock } = bench([
      { sends: { http: {} }, do: [{ delay: '1s' }] },
      { sends: { notify: 'late' }, do: [{ delay: '2s' }] },
    ]);
    sends(head);
    sends(notify('x', {}, { stream: 's' }));
    sends(notify('late', {}, { stream: 's' }));
    sends(notify('y', {}, { stream: 'other' }));
    sends(closed({ stream: 's' }));
    expect(out).toStrictEqual([notify('y', {}, { stream: 'other' })]);
    clock.advance(1000);
    expect(out.slice(1)).toStrictEqual([head, notify('x', {}, { stream: 's' })]);
    clock.advance(1000);
    expect(out.slice(3)).toStrictEqual([notify('late', {}, { stream: 's' }), closed({ stream: 's' })]);
  });

  it('does not make the end of what is heard wait', () => {
    const { hears, out, clock } = bench([{ hears: { notify: 'late' }, do: [{ delay: '1s' }] }]);
    hears(notify('late'));
    hears(closed());
    expect(out).toStrictEqual([closed()]);
    clock.advance(1000);
    expect(out).toStrictEqual([closed(), notify('late')]);
  });

  it('releases what is held by something later than itself, in order', () => {
    const { sends, out } = bench([{ sends: { notify: 'x' }, do: [{ hold: { until: { sends: { notify: '*' } } } }] }]);
    sends(notify('x', { n: 1 }));
    expect(out).toStrictEqual([]);
    sends(notify('x', { n: 2 }));
    expect(out).toStrictEqual([notify('x', { n: 1 })]);
    sends(notify('y'));
    expect(out).toStrictEqual([notify('x', { n: 1 }), notify('y'), notify('x', { n: 2 })]);
  });

  it('arms a rule by what is heard, also where the reference answers at once', () => {
    const { faults } = bench([]);
    expect(faults.applied().size).toBe(0);
    const clock = new StillClock();
    const border = createBorder(
      [{ id: 'a', sends: { reply: 'go' }, after: { hears: { request: 'go' } }, do: ['drop'] }],
      { clock },
    );
    const out: Carried[] = [];
    border.hears(request(1, 'go'), () => border.sends(reply(1), (one) => out.push(one)));
    expect(out).toStrictEqual([]);
    expect(border.applied()).toStrictEqual(new Map([['a', 1]]));
    expect(border.problems()).toStrictEqual([]);
  });

  it('is in force only after its moment', () => {
    const { sends, out } = bench([{ sends: { notify: 'x' }, after: { sends: { notify: 'x' } }, do: ['drop'] }]);
    sends(notify('x', { n: 1 }));
    sends(notify('x', { n: 2 }));
    expect(out).toStrictEqual([notify('x', { n: 1 })]);
  });
});

describe('counting from the end', () => {
  const last = (nth: number, what: FaultRule['do'] = [{ set: { '/params/marked': true } }]) => ({
    sends: { notify: 'p' },
    nth,
    do: what,
  });
  const p = (n: number, more: Partial<Carried> = {}) => notify('p', { n }, more);
  const marked = (n: number, more: Partial<Carried> = {}) => notify('p', { n, marked: true }, more);

  test.each([
    [-1, [p(1), p(2), marked(3)]],
    [-2, [p(1), marked(2), p(3)]],
    [-3, [marked(1), p(2), p(3)]],
    [-4, [p(1), p(2), p(3)]],
  ])('changes the right message: %d of three', (nth, after) => {
    const { sends, out, clock } = bench([last(nth)]);
    for (const n of [1, 2, 3]) sends(p(n));
    sends(reply(1));
    expect(out).toStrictEqual([...after, reply(1)]);
    expect(clock.waiting).toBe(0);
  });

  it('begins anew after each reply, and on each stream', () => {
    const { sends, out, counts } = bench([last(-1)]);
    const a = { stream: 'a' };
    const b = { stream: 'b' };
    sends(p(1, a));
    sends(p(2, b));
    sends(p(3, a));
    sends(reply(1, {}, b));
    sends(reply(2, {}, a));
    sends(p(4, a));
    sends(reply(3, {}, a));
    expect(out).toStrictEqual([
      p(1, a),
      marked(2, b),
      reply(1, {}, b),
      marked(3, a),
      reply(2, {}, a),
      marked(4, a),
      reply(3, {}, a),
    ]);
    expect(counts()).toStrictEqual([3]);
  });

  it('lets go at a request, at the end of the stream and after a second of silence', () => {
    const { sends, out, clock, counts } = bench([last(-1)]);
    sends(p(1));
    sends(notify('q'));
    sends(request(1, 'ask'));
    expect(out.splice(0)).toStrictEqual([p(1), notify('q'), request(1, 'ask')]);
    sends(p(2));
    clock.advance(999);
    expect(out).toStrictEqual([]);
    clock.advance(1);
    expect(out.splice(0)).toStrictEqual([p(2)]);
    sends(p(3));
    sends(closed());
    expect(out).toStrictEqual([p(3), closed()]);
    expect(counts()).toStrictEqual([0]);
    expect(clock.waiting).toBe(0);
  });

  it('counts back from the reply that it holds for, past others', () => {
    const { hears, sends, out } = bench([last(-1, [{ hold: { until: { sends: { reply: 'turn' } } } }])]);
    hears(request(1, 'turn'));
    hears(request(2, 'ping'));
    sends(p(1));
    sends(reply(2));
    sends(reply(1));
    expect(out.slice(2)).toStrictEqual([reply(2), reply(1), p(1)]);
  });
});

describe('replies', () => {
  it('tells them by their stream first, for ids may be the same', () => {
    const { hears, sends, out } = bench([{ sends: { reply: 'a' }, do: ['drop'] }]);
    hears(request(1, 'a', {}, { stream: 'x' }));
    hears(request(1, 'b', {}, { stream: 'y' }));
    sends(reply(1, {}, { stream: 'y' }));
    sends(reply(1, {}, { stream: 'x' }));
    sends(reply('1', {}, { stream: 'x' }));
    expect(out.slice(2)).toStrictEqual([reply(1, {}, { stream: 'y' }), reply('1', {}, { stream: 'x' })]);
  });

  it('finds them on another stream, in the other direction, and under an id that a rule gave', () => {
    const { hears, sends, out } = bench([
      { hears: { reply: 'roots/list' }, do: [{ set: { '/result/seen': 1 } }] },
      { hears: { request: 'a' }, do: [{ set: { '/id': 70 } }] },
      { sends: { reply: ['x', 'a'] }, do: [{ set: { '/result/seen': 2 } }] },
    ]);
    sends(request(1, 'roots/list'));
    hears(reply(1, {}, { stream: 'r' }));
    hears(request(7, 'a'));
    sends(reply(70));
    sends(reply(7));
    expect(out.slice(1)).toStrictEqual([
      reply(1, { seen: 1 }, { stream: 'r' }),
      request(70, 'a'),
      reply(70, { seen: 2 }),
      reply(7, { seen: 2 }),
    ]);
  });
});
