import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idKey, RequestLedger, retyped } from './ledger.js';

const ledgerOf = (...ids: (string | number | bigint)[]) => {
  const ledger = new RequestLedger<'client' | 'server', number>(100);
  for (const [index, id] of ids.entries()) ledger.asked('client', id, `m${index}`, index);
  return ledger;
};

describe('idKey', () => {
  it('is short for a long id, and differs if ids differ', () => {
    expect(idKey('x'.repeat(1_000_000)).length).toBeLessThan(60);
    const ids = [1, '1', 'n:1', 1.5, null, undefined, 'x'.repeat(101), 'x'.repeat(102), 2n ** 60n, 2n ** 53n + 1n];
    expect(new Set(ids.map(idKey)).size).toBe(ids.length);
  });

  it('is the same for one integer, however it was read', () => {
    expect(idKey(5n)).toBe(idKey(5));
  });

  it('keeps the digits of an integer beyond 2^53', () => {
    expect(idKey(2n ** 53n + 1n)).toBe('n:9007199254740993');
  });
});

describe('retyped', () => {
  it('is the text of an integer and the integer of a text', () => {
    expect([7, -7n, '7', '-7', '9007199254740993'].map(retyped)).toEqual(['7', '-7', 7, -7, 9007199254740993n]);
  });

  it('is undefined for an id that has no other type', () => {
    for (const id of ['a', '', '1.5', 1.5, null, undefined, true, {}, '1'.repeat(41)])
      expect(retyped(id), String(id)).toBeUndefined();
  });
});

describe('RequestLedger', () => {
  it('pairs a reply with the request of the other side, and counts replies', () => {
    const ledger = ledgerOf(1, '1');
    expect(ledger.replied('server', 1)).toMatchObject({ to: { id: 1, method: 'm0', about: 0 }, answersBefore: 0 });
    expect(ledger.replied('server', 1)).toMatchObject({ meant: { id: '1' }, answersBefore: 0 });
    expect(ledger.replied('server', 1)).toMatchObject({ to: { id: 1 }, answersBefore: 1 });
    expect(ledger.replied('client', 1), 'nobody asked the client').toEqual({ answersBefore: 0 });
    expect(ledger.replied('server', 2)).toEqual({ answersBefore: 0 });
  });

  it('says which request was meant if only the type of the id differs', () => {
    const ledger = ledgerOf(1, '2');
    expect(ledger.pairing('server', '1')).toMatchObject({ meant: { id: 1, answers: 0 } });
    expect(ledger.replied('server', '1').to).toBeUndefined();
    expect(ledger.replied('server', 2)).toMatchObject({ meant: { id: '2' } });
    expect(ledger.waits('client')).toBe(false);
  });

  it('gives replies to requests with one id in the order of these', () => {
    const ledger = ledgerOf(1, 1);
    expect([1, 1, 1].map((id) => ledger.replied('server', id).to?.about)).toEqual([0, 1, 1]);
  });

  it('gives a reply to the request that is preferred, even to an answered one', () => {
    const ledger = ledgerOf(1, 1);
    const second = (about: number) => about === 1;
    expect(ledger.replied('server', 1, second).to?.about).toBe(1);
    expect(ledger.replied('server', 1, second)).toMatchObject({ to: { about: 1 }, answersBefore: 1 });
    expect(ledger.replied('server', 1, (about) => about === 5).to?.about).toBe(0);
  });

  it('lists the open requests of a side, oldest first', () => {
    const ledger = ledgerOf('a', 'b', 'c');
    ledger.replied('server', 'b');
    expect(ledger.open('client').map(({ id }) => id)).toEqual(['a', 'c']);
    expect(ledger.open('server')).toEqual([]);
  });

  it('knows an integer beyond 2^53 by what a double makes of it', () => {
    const ledger = ledgerOf(2n ** 53n + 1n);
    expect(ledger.replied('server', 2 ** 53)).toMatchObject({ to: { about: 0 } });
    const wrapped = ledgerOf(2n ** 64n - 1n);
    expect(wrapped.replied('server', 0)).toMatchObject({ to: { about: 0 } });
  });

  it('knows the latest request with an id, one that waits before one that is answered', () => {
    const ledger = ledgerOf(1, 1, 1);
    ledger.replied('server', 1, (about) => about === 2);
    expect(ledger.latest('client', 1)?.about).toBe(1);
    expect(ledger.latest('client', 1, (about) => about === 2)?.about).toBe(2);
    expect(ledger.latest('client', '1')).toBeUndefined();
  });

  it('forgets the request that was answered first, and an open one only if there is no other', () => {
    const ledger = new RequestLedger<'client' | 'server', undefined>(2);
    const asks = (id: number) => ledger.asked('client', id, 'm', undefined);
    asks(1);
    asks(2);
    ledger.replied('server', 2);
    expect(ledger.forgot('client')).toBe(false);
    asks(3);
    expect([1, 2, 3].map((id) => ledger.latest('client', id)?.id)).toEqual([1, undefined, 3]);
    expect([ledger.forgot('client'), ledger.forgot('server')]).toEqual([true, false]);
    asks(4);
    expect(ledger.open('client').map(({ id }) => id)).toEqual([3, 4]);
  });

  it('pairs as a plain list of requests would, whatever order they are asked and answered in', () => {
    const id = fc.constantFrom(1, '1', 2, '2', 2n ** 53n + 1n, 'a');
    const act = fc.record({ asks: fc.boolean(), id });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const ledger = new RequestLedger<'client' | 'server', number>(100);
        const list: { id: string; answers: number; answered: number; about: number }[] = [];
        const pick = (key: string) => {
          const same = list.filter((one) => one.id === key);
          return same.find(({ answers }) => answers === 0) ?? same.sort((a, b) => a.answered - b.answered).at(-1);
        };
        for (const [at, { asks, id }] of acts.entries()) {
          if (asks) {
            ledger.asked('client', id, 'm', at);
            list.push({ id: idKey(id), answers: 0, answered: -1, about: at });
            continue;
          }
          const exact = pick(idKey(id));
          const other = retyped(id);
          const meant = other === undefined ? undefined : pick(idKey(other));
          const isMeant = meant && (!exact || (exact.answers > 0 && meant.answers === 0));
          const expected = isMeant ? meant : exact;
          const got = ledger.replied('server', id);
          expect((isMeant ? got.meant : got.to)?.about).toBe(expected?.about);
          expect(got.answersBefore).toBe(expected?.answers ?? 0);
          if (expected && expected.answers++ === 0) expected.answered = at;
        }
        const open = list.filter(({ answers }) => answers === 0);
        expect(ledger.open('client').map(({ about }) => about)).toEqual(open.map(({ about }) => about));
        expect(ledger.waits('client')).toBe(open.length > 0);
      }),
    );
  });
});
