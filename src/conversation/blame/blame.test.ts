import { describe, expect, it, test } from 'vitest';
import type { WireRecord } from '../../wire/record.js';
import { type Because, type BlameFacts, blame, endsCase, type SentFact } from './blame.js';
import type { Outcome } from './outcome.js';

/** In these tests: `ALIVE` is the liveness check, `ANSWERED` that every request is answered, `MEMBERS` that members are there. */
const ROLE = { alive: 'ALIVE', died: 'ANSWERED', members: 'MEMBERS' };

const facts = (more: Partial<BlameFacts> = {}): BlameFacts => ({
  role: ROLE,
  checks: [],
  later: [],
  sent: [],
  judged: [],
  stray: false,
  nameless: false,
  weaker: new Set(['SHOULD', 'WEAK']),
  unjudged: new Set(),
  ...more,
});

const record: WireRecord = { seq: 1, time: 0, from: 'target', channel: 'main', kind: 'message' };
const DIFFERS: Outcome = { kind: 'differs', differences: [], record };
const MISSING: Outcome = { kind: 'member-missing', record };
const NO_REPLY: Outcome = { kind: 'no-reply' };
const NOTHING: Outcome = { kind: 'nothing-came' };
const HUNG_UP: Outcome = { kind: 'ended', how: 'its output was closed', unanswered: true };
const REFUSED: Outcome = { kind: 'ended', how: 'HTTP 400', unanswered: false };
const DIED: Outcome = { kind: 'died', how: 'the target exited with code 1' };

/** What was sent, `judged` requirements into the case. */
const legal: SentFact = { legal: true, answered: false, judged: 0 };
const answered: SentFact = { ...legal, answered: true };
const forbidden: SentFact = { ...legal, legal: false };
const forbiddenAndAnswered: SentFact = { ...forbidden, answered: true };
const held = (requirement: string) => ({ requirement, held: true });
const broken = (requirement: string) => ({ requirement, held: false });

type Row = [string, Outcome, Partial<BlameFacts>, { [requirement: string]: Because }];

/** Each row: what the facts are, the outcome, the facts, and what the target breaks. */
const table = (title: string, rows: Row[]) =>
  describe(title, () => {
    test.each(rows)('%s', (_, outcome, more, expected) => {
      const found = blame(outcome, facts(more)).map(({ requirement, because }) => [requirement, because]);
      expect(found).toEqual(Object.entries(expected));
    });
  });

table('what came differs from what the step wants: it breaks', [
  ['what the step checks', DIFFERS, { checks: ['A', 'B'] }, { A: 'checked', B: 'checked' }],
  ['nothing if the step checks nothing', DIFFERS, {}, {}],
  ['nothing that the version of the target does not have', DIFFERS, { checks: ['A'], unjudged: new Set(['A']) }, {}],
]);

table('a message lacks a member that the step needs: it breaks', [
  ['the rule about members, whatever the step checks', MISSING, { checks: ['A'] }, { MEMBERS: 'no-member' }],
  ['that rule also if the step checks nothing', MISSING, {}, { MEMBERS: 'no-member' }],
  ['what the step checks if the role has no such rule', MISSING, { role: {}, checks: ['A'] }, { A: 'checked' }],
]);

table('a request gets no reply, in time or at all: it breaks', [
  ['what the step checks of the reply', NO_REPLY, { checks: ['A'] }, { A: 'checked' }],
  [
    'only that requests are answered, if the step checks that too',
    NO_REPLY,
    { checks: ['ANSWERED', 'A'] },
    { ANSWERED: 'no-reply' },
  ],
  [
    'everything that the step checks if a reply came under another id',
    NO_REPLY,
    { checks: ['ANSWERED', 'A'], stray: true },
    { ANSWERED: 'checked', A: 'checked' },
  ],
  [
    'that requests are answered as well, if the step checks no must',
    NO_REPLY,
    { checks: ['SHOULD'], sent: [legal] },
    { SHOULD: 'checked', ANSWERED: 'no-reply' },
  ],
  [
    'only the should if the request was forbidden',
    NO_REPLY,
    { checks: ['SHOULD'], sent: [forbidden] },
    { SHOULD: 'checked' },
  ],
  [
    'only the should if an earlier message was forbidden and nothing was answered since',
    NO_REPLY,
    { checks: ['SHOULD'], sent: [forbidden, legal] },
    { SHOULD: 'checked' },
  ],
  [
    'only that requests are answered, if the step checks no must and an error came without an id',
    NO_REPLY,
    { checks: ['SHOULD'], sent: [legal], nameless: true },
    { ANSWERED: 'no-reply' },
  ],
  [
    'the same if the request was forbidden',
    NO_REPLY,
    { checks: ['SHOULD'], sent: [forbidden], nameless: true },
    { ANSWERED: 'no-reply' },
  ],
  ['nothing if the step checks nothing', NO_REPLY, {}, {}],
  [
    'nothing more if the target is not judged by the should',
    NO_REPLY,
    { checks: ['SHOULD'], unjudged: new Set(['SHOULD']) },
    {},
  ],
]);

table('the connection, or the exchange, ends without the reply: it breaks', [
  ['what the step checks of the reply', HUNG_UP, { checks: ['A'] }, { A: 'checked' }],
  [
    'only that requests are answered, if the step checks that',
    HUNG_UP,
    { checks: ['ANSWERED', 'A'] },
    { ANSWERED: 'no-reply' },
  ],
  [
    'that requests are answered as well, if the step checks no must',
    HUNG_UP,
    { checks: ['SHOULD'] },
    { SHOULD: 'checked', ANSWERED: 'no-reply' },
  ],
  ['not that, if the request was refused by a status', REFUSED, { checks: ['SHOULD'] }, { SHOULD: 'checked' }],
]);

table('something else than a reply does not come: it breaks', [
  ['what the step checks', NOTHING, { checks: ['A', 'B'] }, { A: 'checked', B: 'checked' }],
  ['nothing beside a should', NOTHING, { checks: ['SHOULD'], sent: [legal] }, { SHOULD: 'checked' }],
]);

table('the liveness check gets no reply: it breaks', [
  ['itself', NO_REPLY, { checks: ['ALIVE'], sent: [legal] }, { ALIVE: 'checked' }],
  [
    'the weaker rule that the case tests by a forbidden message',
    NO_REPLY,
    { checks: ['ALIVE'], sent: [forbidden, legal], judged: [broken('WEAK')] },
    { WEAK: 'provoked' },
  ],
  [
    'itself if the case tests by that a must',
    NO_REPLY,
    { checks: ['ALIVE'], sent: [forbidden, legal], later: ['MUST'] },
    { ALIVE: 'checked' },
  ],
  [
    'itself if the forbidden message was answered',
    NO_REPLY,
    { checks: ['ALIVE'], sent: [forbiddenAndAnswered, legal], later: ['WEAK'] },
    { ALIVE: 'checked' },
  ],
  [
    'itself if the case saw the forbidden message dealt with as it should be',
    NO_REPLY,
    { checks: ['ALIVE'], sent: [forbidden, legal], judged: [held('WEAK')] },
    { ALIVE: 'checked' },
  ],
  [
    'itself if it is not a must',
    NO_REPLY,
    { checks: ['ALIVE'], sent: [forbidden, legal], later: ['WEAK'], weaker: new Set(['ALIVE', 'WEAK']) },
    { ALIVE: 'checked' },
  ],
]);

table('the target dies: it breaks', [
  [
    'that requests are answered, whatever the step checks',
    DIED,
    { checks: ['A'], sent: [legal] },
    { ANSWERED: 'death' },
  ],
  ['the liveness check if the role says no more', DIED, { role: { alive: 'ALIVE' } }, { ALIVE: 'death' }],
  ['nothing if the role says nothing', DIED, { role: {}, checks: ['A'] }, {}],
  ['what the step checks, after a forbidden message', DIED, { checks: ['A'], sent: [forbidden] }, { A: 'death' }],
  [
    'what was checked since the forbidden message, if the step checks nothing',
    DIED,
    { sent: [{ ...forbidden, judged: 1 }], judged: [held('BEFORE'), held('SINCE')], later: ['LATER'] },
    { SINCE: 'death' },
  ],
  [
    'what a later step checks, if nothing was checked since',
    DIED,
    { sent: [{ ...forbidden, judged: 1 }], judged: [held('BEFORE')], later: ['LATER'] },
    { LATER: 'death' },
  ],
  [
    'what was checked before, if nothing else is',
    DIED,
    { sent: [{ ...forbidden, judged: 1 }], judged: [held('BEFORE')] },
    { BEFORE: 'death' },
  ],
  ['never the liveness check for that', DIED, { checks: ['ALIVE'], sent: [forbidden] }, { ANSWERED: 'death' }],
  [
    'what the case tests also if it dies a moment after it answered the forbidden message',
    DIED,
    { checks: ['A'], sent: [forbiddenAndAnswered, legal] },
    { A: 'death' },
  ],
  [
    'that requests are answered if it answered another one since',
    DIED,
    { checks: ['A'], sent: [forbidden, answered, legal] },
    { ANSWERED: 'death' },
  ],
]);

table('an outcome that says nothing about the target breaks nothing', [
  ['every step held', { kind: 'held' }, { checks: ['A'] }, {}],
  ['what the step builds on is not so', { kind: 'unmet' }, { checks: ['A'] }, {}],
  ['the target could not be started', { kind: 'not-started', slow: false }, { checks: ['A'] }, {}],
  ['the case took too long', { kind: 'limit' }, { checks: ['A'] }, {}],
  ['the run was interrupted', { kind: 'interrupted' }, { checks: ['A'] }, {}],
  ['Proctor, or the case, is wrong', { kind: 'defect' }, { checks: ['A'] }, {}],
]);

describe('a case ends', () => {
  it('by a broken must, and by a step that checks nothing', () => {
    expect(endsCase(DIFFERS, facts({ checks: ['SHOULD', 'A'] }))).toBe(true);
    expect(endsCase(DIFFERS, facts())).toBe(true);
  });

  it('by a death and by a missing member, whatever the step checks', () => {
    expect(endsCase(DIED, facts({ checks: ['SHOULD'] }))).toBe(true);
    expect(endsCase(MISSING, facts({ checks: ['SHOULD'] }))).toBe(true);
  });

  it('not by a broken should, and not by what the target is not judged by', () => {
    expect(endsCase(NO_REPLY, facts({ checks: ['SHOULD'] }))).toBe(false);
    expect(endsCase(DIFFERS, facts({ checks: ['A'], unjudged: new Set(['A']) }))).toBe(false);
  });
});
