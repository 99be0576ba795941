import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { events, greenEvents } from '../../reports/testing/fixture.js';
import type { RunEvent } from '../events.js';
import type { KnownEntry } from '../types.js';
import { compare } from './compare.js';
import { eventsOf, nameOf } from './events.js';
import { differs, sideBySide } from './matrix.js';
import { merge } from './merge.js';
import { ReportError } from './report-error.js';
import { named, partsOf, reportOf, type SmallCase, smallReport } from './testing.js';

const STANDS = ['pass', 'fail', 'warn', 'skipped', 'untestable', 'error', 'expected', 'flaky', 'notRun'] as const;

/** Cases in the order of a plan, wire cases last. */
const plans = fc
  .array(fc.constantFrom(...STANDS), { minLength: 1, maxLength: 30 })
  .map((stands) => stands.map((one, index): SmallCase => ({ id: `demo.server.a.c${index}`, stands: one })));

describe('the events of a report', () => {
  it.each([
    ['every verdict', events],
    ['a green run', greenEvents],
  ])('write the same report again: %s', async (_what, list) => {
    const report = await reportOf(list);
    expect(await reportOf(eventsOf(report))).toEqual(report);
  });

  it('name the suite of a case that did not run, by cases beside it or by its id', () => {
    const report = smallReport([
      { id: 'demo.server.a.c1' },
      { id: 'demo.server.a.c2', stands: 'notRun' },
      { id: 'demo.server.late.c1', stands: 'notRun' },
    ]);
    const [started] = [...eventsOf(report)] as [Extract<RunEvent, { type: 'run.started' }>];
    expect(started.planned.map(({ group, role }) => [group, role])).toEqual([
      ['A', 'demo/server'],
      ['A', 'demo/server'],
      ['late', 'demo/server'],
    ]);
  });

  it('write the same report again, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const report = smallReport(plan);
        const again = await reportOf(eventsOf(report));
        expect(again.cases.map(({ rerun: _, ...one }) => one)).toEqual(report.cases);
        // The reporter works the causes out of the cases.
        const { causes: __, ...rest } = again;
        expect({ ...rest, cases: [] }).toEqual({ ...report, cases: [] });
      }),
    );
  });
});

describe('merge', () => {
  const wire = (stands: SmallCase['stands']): SmallCase => ({ id: 'demo.server.wire.w0', wire: true, stands });

  it('makes the whole of its parts, in any order of them', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 6 }), fc.infiniteStream(fc.nat()), (plan, count, numbers) => {
        const whole = smallReport(plan);
        const parts = partsOf(plan, count, (one) => one);
        const shuffled = parts
          .map((part) => ({ part, at: numbers.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ part }) => part);
        const merged = merge(shuffled);
        expect(merged).toEqual(merge(parts));
        expect(merged.cases).toEqual(whole.cases);
        expect(merged.summary).toEqual(whole.summary);
        expect(new Set(merged.notRun)).toEqual(new Set(whole.notRun));
        expect(merged.shard).toBeUndefined();
        const passed = plan.some(({ stands }) => stands === 'pass' || stands === 'warn');
        expect(merged.exit).toBe(passed ? whole.exit : 1);
      }),
    );
  });

  it('fails a wire rule that one part saw broken, and names the places of all', () => {
    const plan = [{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1' }, { id: 'demo.server.a.c2' }, wire('pass')];
    const stands = ['pass', 'fail', 'fail'] as const;
    const parts = partsOf(plan, 3, (one, part) => ({ ...one, stands: stands[part] }));
    for (const [index, { report }] of parts.entries()) {
      const last = report.cases.at(-1)!;
      if (stands[index] !== 'fail') continue;
      const message = Array.from({ length: 8 }, (_, line) => `place ${index}.${line}`).join('\n');
      last.checks[0]!.message = `${message}\nand 3 more`;
      last.brokenIn = [`demo.server.a.c${index}`];
    }
    const merged = merge([parts[2]!, parts[0]!, parts[1]!]).cases.at(-1)!;
    expect(merged.verdict).toBe('fail');
    const lines = merged.checks[0]!.message!.split('\n');
    expect(lines).toHaveLength(11);
    expect([lines[0], lines[8], lines[10]]).toEqual(['place 1.0', 'place 2.0', 'and 12 more']);
    expect(merged.brokenIn).toEqual(['demo.server.a.c1', 'demo.server.a.c2']);
  });

  it('passes a wire rule if one part had something to judge', () => {
    const plan = [{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1' }, wire('pass')];
    const part = (...stands: SmallCase['stands'][]) =>
      merge(partsOf(plan, 2, (one, index) => ({ ...one, stands: stands[index] }))).cases.at(-1)!.verdict;
    expect(part('skipped', 'pass')).toBe('pass');
    expect(part('untestable', 'skipped')).toBe('skipped');
    expect(part('untestable', 'untestable')).toBe('untestable');
  });

  const entry = (pattern: string): KnownEntry => ({
    ...{ pattern, reason: 'R', state: 'fails' },
    place: { file: 'known.yaml', line: 2, col: 5 },
  });

  it('finds a known failure that no part can tell to be over', () => {
    const plan = [{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1' }, wire('pass')];
    const parts = partsOf(plan, 2, (one) => one);
    const known = (pattern: string) => merge(parts, { known: { entries: [entry(pattern)] } });
    const several = known('demo.server.a');
    expect(several.exit).toBe(1);
    expect(several.problems?.[0]?.message).toContain('all 2 of its cases pass');
    const single = known('demo.server.wire.w0');
    expect([single.exit, single.cases.at(-1)?.standing]).toEqual([1, 'unexpected-pass']);
    expect(merge(parts).exit).toBe(0);
  });

  it('expects a wire rule to fail that is known to', () => {
    const plan = [{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1' }, wire('pass')];
    const parts = partsOf(plan, 2, (one, part) => ({ ...one, stands: part === 0 ? 'pass' : 'expected' }));
    const merged = merge(parts, { known: { entries: [entry('demo.server.wire.w0')] } });
    expect([merged.exit, merged.cases.at(-1)?.standing]).toEqual([0, 'expected-fail']);
  });

  it('ignores that nothing passed in one part, and adds up musts, problems and times', () => {
    const parts = partsOf([{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1', stands: 'skipped' }], 2, (one) => one);
    Object.assign(parts[0]!.report, { startedAt: '2026-11-20T12:00:05.000Z', durationMs: 3000 });
    Object.assign(parts[1]!.report, { durationMs: 1000, exit: 1 });
    parts[1]!.report.problems = [
      { message: 'no case that was played passed, so this run proves nothing', exit: 1 },
      { message: 'slow', exit: 0, warning: true },
      { message: '1 case is untestable and not listed: x', exit: 0, warning: true },
    ];
    parts[0]!.report.problems = [
      { message: 'slow', exit: 0, warning: true },
      { message: '3 cases are untestable and not listed: x', exit: 0, warning: true },
    ];
    const merged = merge(parts);
    expect(merged).toMatchObject({
      ...{ exit: 0, startedAt: '2026-11-20T12:00:00.000Z', durationMs: 8000, messagesJudged: 2 },
      problems: [{ message: 'slow' }, { message: '4 cases are untestable and not listed: x' }],
    });
  });

  it('counts requirements by the cases of the whole, and a wire case once', () => {
    const plan = [{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1' }, wire('pass')];
    const parts = partsOf(plan, 2, (one, part) => ({ ...one, stands: part === 0 ? 'pass' : 'fail' }));
    const about = { requirement: 'DEMO-01', level: 'must', text: 'It is so.', source: 'Demo 1.0' } as const;
    parts[0]!.report.requirements = [{ ...about, held: 2, broken: 0, known: 0, notTested: 1 }];
    parts[1]!.report.requirements = [{ ...about, held: 1, broken: 1, known: 0, notTested: 2 }];
    const { requirements, levels, musts } = merge(parts);
    expect(requirements).toEqual([{ ...about, held: 2, broken: 1, known: 0, notTested: 3 }]);
    expect(levels!.must).toEqual({ held: 0, broken: 1, known: 0, notTested: 0 });
    expect(musts).toEqual({ tested: 1, of: 1 });
  });

  it.each<[string, (parts: ReturnType<typeof partsOf>) => void, string]>([
    ['a part that is missing', (parts) => parts.splice(1, 1), 'of 3 parts these are missing: 2'],
    [
      'a part that is there twice',
      (parts) => parts.push({ ...parts[1]!, file: 'again.json' }),
      'part-2.json and again.json are both part 2 of 3',
    ],
    [
      'a part of another number of parts',
      (parts) => Object.assign(parts[1]!.report, { shard: { index: 2, count: 4 } }),
      'differ in the number of parts (3, 4)',
    ],
    ['a whole run', (parts) => delete parts[1]!.report.shard, 'part-2.json is not a part of a run'],
    [
      'another target',
      (parts) => Object.assign(parts[1]!.report.target, { name: 'other' }),
      'differ in the target (demo, other)',
    ],
    [
      'another corpus',
      (parts) => Object.assign(parts[1]!.report, { corpus: { digest: `sha256:${'0b'.repeat(32)}` } }),
      'differ in the corpus',
    ],
    [
      'another version of Proctor',
      (parts) => Object.assign(parts[2]!.report, { proctor: '0.2.0' }),
      'differ in the version of Proctor (0.1.0, 0.2.0)',
    ],
    [
      'the same case twice',
      (parts) => parts[1]!.report.cases.push(parts[0]!.report.cases[0]!),
      'has a verdict in part-1.json and in part-2.json',
    ],
    ['nothing', (parts) => parts.splice(0), 'no reports'],
  ])('refuses %s', (_what, change, message) => {
    const plan = Array.from({ length: 6 }, (_, index) => ({ id: `demo.server.a.c${index}` }));
    const parts = partsOf(plan, 3, (one) => one);
    change(parts);
    expect(() => merge(parts)).toThrow(ReportError);
    expect(() => merge(parts)).toThrow(message);
  });
});

describe('compare', () => {
  it('finds no difference between a report and itself', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const report = named(smallReport(plan));
        const { worse, better, added, removed, same } = compare(report, report);
        expect([worse, better, added, removed, same]).toEqual([[], [], [], [], plan.length]);
      }),
    );
  });

  it('calls worse what is better the other way round', () => {
    fc.assert(
      fc.property(plans, plans, (before, after) => {
        const [old, now] = [named(smallReport(before)), named(smallReport(after))];
        const [there, back] = [compare(old, now), compare(now, old)];
        const names = (list: { case: string }[]) => list.map((one) => one.case).sort();
        expect(names(there.worse)).toEqual(names(back.better));
        expect(names(there.added)).toEqual(names(back.removed));
        const { worse, better, same, added } = there;
        expect(worse.length + better.length + same + added.length).toBe(after.length);
      }),
    );
  });

  it('says what a case breaks now that it did not', () => {
    const one = (broken: string[]) => named(smallReport([{ id: 'demo.server.a.c0', stands: 'fail', broken }]));
    const change = compare(one(['DEMO-01', 'DEMO-02']), one(['DEMO-02', 'DEMO-03'])).worse[0];
    expect(change).toMatchObject({ from: 'fail', to: 'fail', broken: ['DEMO-03'], mended: ['DEMO-01'] });
    expect(compare(one(['DEMO-01', 'DEMO-02']), one(['DEMO-02'])).better).toHaveLength(1);
  });

  it('calls a case worse that passed and is not tested any more', () => {
    const before = named(smallReport([{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1' }]));
    const after = named(
      smallReport([
        { id: 'demo.server.a.c0', stands: 'skipped' },
        { id: 'demo.server.a.c1', stands: 'notRun' },
      ]),
    );
    expect(
      compare(before, after)
        .worse.map(({ to }) => to)
        .sort(),
    ).toEqual(['notRun', 'skipped']);
  });

  it('does not call a case worse that the old report does not have', () => {
    const diff = compare(
      named(smallReport([{ id: 'demo.server.a.c0' }])),
      named(smallReport([{ id: 'demo.server.a.c0' }, { id: 'demo.server.a.c1', stands: 'fail' }])),
    );
    expect([diff.worse, diff.added.map(({ red }) => red)]).toEqual([[], [true]]);
  });

  it('refuses reports of two roles, and a part beside a whole run', () => {
    const report = smallReport([{ id: 'demo.server.a.c0' }]);
    const other = { ...report, target: { ...report.target, role: 'demo/client' } };
    expect(() => compare(named(report, 'a'), named(other, 'b'))).toThrow('a is of demo/server and b of demo/client');
    const part = { ...report, shard: { index: 1, count: 2 } };
    expect(() => compare(named(report, 'a'), named(part, 'b'))).toThrow('b is part 1 of 2: merge parts first');
  });
});

describe('implementations side by side', () => {
  const of = (name: string, cases: SmallCase[]) => {
    const report = smallReport(cases);
    return named({ ...report, target: { ...report.target, name } }, `${name}.json`);
  };

  it('have a row for each case, and of several legs the worst', () => {
    const matrix = sideBySide([
      of('a', [{ id: 'x.c0' }, { id: 'x.c1', leg: 'over http' }, { id: 'x.c1', leg: 'over stdio', stands: 'fail' }]),
      of('b', [{ id: 'x.c0' }, { id: 'x.c2', stands: 'notRun' }]),
    ]);
    expect(matrix.cases.map(({ id, cells }) => [id, ...cells.map((cell) => cell?.stands)])).toEqual([
      ['x.c0', 'pass', 'pass'],
      ['x.c1', 'fail', undefined],
      ['x.c2', undefined, 'notRun'],
    ]);
    expect(matrix.cases[1]!.cells[0]!.broken).toEqual(['DEMO-01']);
    expect(matrix.cases.map(differs)).toEqual([false, true, true]);
  });

  it.each<[string, ReturnType<typeof of>[], string]>([
    ['one report', [of('a', [{ id: 'x.c0' }])], 'one report'],
    [
      'two whole runs of one target',
      [of('a', [{ id: 'x.c0' }]), named(of('a', []).report, 'b.json')],
      'proctor report diff a.json b.json',
    ],
    [
      'another corpus',
      [of('a', []), named({ ...of('b', []).report, corpus: { digest: `sha256:${'1'.repeat(64)}` } }, 'b.json')],
      'judged by different cases',
    ],
    [
      'another role',
      [of('a', []), named({ ...of('b', []).report, target: { name: 'b', role: 'r/c', transport: '' } }, 'b.json')],
      'implementations of one role',
    ],
  ])('are refused: %s', (_what, reports, message) => {
    expect(() => sideBySide(reports)).toThrow(message);
  });

  it('tell legs of one case apart by its name', () => {
    expect(nameOf({ id: 'a.b', leg: 'over http' })).toBe('a.b over http');
  });
});
