import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent } from '../../runner/events.js';
import { events, results } from '../testing/fixture.js';
import { judged } from '../testing/judged.js';
import { report } from '../testing/memory.js';

const started = events[0] as Extract<RunEvent, { type: 'run.started' }>;
const finished = events.at(-1) as Extract<RunEvent, { type: 'run.finished' }>;
const [passed, failed] = results as [CaseResult, CaseResult];
const breach = {
  case: 'demo.server.wire.envelope',
  requirement: 'DEMO-BASE-03',
  level: 'must',
  message: 'no id',
  seq: 6,
} as const;
const named = (stem: string, number: number, more: Partial<CaseResult>): CaseResult[] =>
  Array.from({ length: number }, (_, index) => {
    const id = `demo.server.${stem}.n${index}`;
    return { ...failed, id, name: id, ...more };
  });

/** Twelve cases with one cause, two that follow from a wire rule, one that could not start, ten known for one reason, nine that never ran. */
const alike = named('alike', 12, {});
const following = named('follow', 2, { breaches: [breach] });
const unstarted = named('unstarted', 1, { verdict: 'error', reason: 'no port', checks: [] });
const known = named('known', 10, { standing: 'expected-fail', reason: 'known: rewritten in 2.0' });
const open = named('open', 9, {
  verdict: 'untestable',
  standing: 'explored',
  reason: 'needs a target file',
  checks: [],
});
const never = named('never', 9, {});
const wire: CaseResult = { ...results.find(({ id }) => id === breach.case)! };
const ran = [passed, ...alike, ...following, ...unstarted, ...known, ...open, wire];
const run = judged([
  { ...started, planned: [...ran, ...never] },
  ...ran.map((result) => ({ type: 'case.finished' as const, result })),
  { type: 'problem', message: 'the target could not be started: no port', exit: 1 },
  finished,
]);

describe('markdown groups as the terminal does', () => {
  /** The lines of a report that name cases, as `[first id, how many more]`, in order. */
  const named = (text: string) =>
    text
      .split('\n')
      .filter((line) => !line.includes('again:') && !line.includes('in the conversations'))
      .flatMap((line) => [...line.matchAll(/demo\.server\.(alike|follow|unstarted|known|open|never|wire)\.\w+/g)])
      .map(([id]) => id);
  const inOrder = (text: string) => [...new Set(named(text))];

  it('and names the same cases, whole lists nowhere', async () => {
    const [terminal, page] = [await report('pretty', run), await report('markdown', run)];
    expect(new Set(inOrder(page))).toEqual(new Set(inOrder(terminal)));
    for (const text of [terminal, page]) {
      expect(text).toContain('and 4 more');
      expect(text).not.toContain('demo.server.alike.n8');
      expect(text).not.toMatch(/demo\.server\.unstarted/);
    }
  });

  it('with one cause in one block, and what follows from it there', async () => {
    const page = await report('markdown', run);
    const blocks = page.split('<details>').slice(1);
    expect(blocks.map((block) => /<code>(\S+)<\/code>/.exec(block)![1])).toEqual([breach.case, 'demo.server.alike.n0']);
    expect(blocks[0]).toContain('2 cases follow from this\n    demo.server.follow.n0, .n1 · ');
    expect(blocks[1]).toContain('and 11 other cases that ended alike');
  });

  it('with one line for each reason of what is excused', async () => {
    const page = await report('markdown', run);
    expect(page).toMatch(
      /### Could not be tested\n\n- \? `demo\.server\.open\.n0, \.n1, [^`]* and 1 more`: `needs a target file`\n\n/,
    );
    expect(page).toMatch(
      /### Known and expected\n\n- ○ `demo\.server\.known\.n0, \.n1, [^`]* and 2 more`: `known: rewritten in 2\.0`\n\n/,
    );
    expect(page).toMatch(/### Not run\n\n(- `demo\.server\.never\.n\d`\n){8}- and 1 more\n/);
  });
});
