import { describe, expect, it } from 'vitest';
import { type Awaited, PersonWaits } from './person-waits.js';

const FACTS = {
  questions: { 'elicitation/create': { question: () => 'It asks', answers: () => [] } },
  unasked: new Set(['notifications/initialized', 'roots/list']),
  namesFolder: false,
};

/** The budget of a wait of 5 s, and what was said of it. */
function waiting(awaited: string, hasCome = true): { ms: number; said: Awaited } {
  const all: Awaited[] = [];
  const waits = new PersonWaits(
    FACTS,
    (one) => all.push(one),
    () => hasCome,
  );
  const ms = waits.of(awaited, 5_000);
  return { ms, said: all[0]! };
}

describe('the waits of a case whose client a person starts', () => {
  it.each([
    ['reply ping', 'the answer to ping'],
    ['reply roots/list', 'the answer to roots/list'],
    ['notify notifications/initialized', 'notifications/initialized from your client'],
  ])('have their usual time for what the client does itself: %s', (awaited, text) => {
    expect(waiting(awaited)).toEqual({ ms: 5_000, said: { text, person: false, outcome: false } });
  });

  it.each([
    ['request tools/call', 'tools/call from your client'],
    ['notify notifications/cancelled#late', 'notifications/cancelled from your client'],
    ['reply elicitation/create', 'the answer to elicitation/create'],
    ['http', 'the next message of your client'],
    ['request *', 'a message of your client'],
    ['reply ping\nrequest tools/call', 'the answer to ping or tools/call from your client'],
  ])('do not run out for what a person does: %s', (awaited, text) => {
    const { ms, said } = waiting(awaited);
    expect(said).toEqual({ text, person: true, outcome: false });
    expect(ms).toBe(24 * 60 * 60 * 1_000);
  });

  it.each(['outcome', 'exit'])('ask the person how it ended: %s', (awaited) => {
    expect(waiting(awaited).said).toMatchObject({ person: true, outcome: true });
  });

  it('do not run out before the client has come, whatever is waited for', () => {
    expect(waiting('notify notifications/initialized', false).ms).toBeGreaterThan(5_000);
  });
});
