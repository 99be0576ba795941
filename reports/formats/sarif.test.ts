import { describe, expect, it } from 'vitest';
import type { CaseFinished, PlannedInfo } from '../../runner/events.js';
import { events, greenEvents } from '../testing/fixture.js';
import { report } from '../testing/memory.js';
import { pointsOf } from '../testing/tap-points.js';

describe('sarif', () => {
  const runOf = async (context = {}) => JSON.parse(await report('sarif', events, context)).runs[0];

  it('has a rule for each requirement that was judged, and each result names its own', async () => {
    const { tool, results } = await runOf();
    const { rules } = tool.driver;
    const checks = events.flatMap((event) => (event.type === 'case.finished' ? event.result.checks : []));
    const judged = new Set(
      checks.filter(({ status }) => status !== 'not-reached').map(({ requirement }) => requirement),
    );
    const ids = rules.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of judged) expect(ids).toContain(id);
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex].id).toBe(ruleId);
    expect(rules.find(({ id }: { id: string }) => id === 'DEMO-TOOL-06').helpUri).toMatch(/^https:/);
  });

  it('has what makes the run red as errors, warnings as warnings, and nothing that is known', async () => {
    const { results } = await runOf();
    const of = (name: string) =>
      results.filter((one: { properties: { case: string } }) => one.properties.case === name);
    const finished = events.filter((event): event is CaseFinished => event.type === 'case.finished');
    for (const { result, red } of finished) {
      const levels = of(result.name).map(({ level }: { level: string }) => level);
      expect(levels.includes('error'), result.name).toBe(red);
      expect(levels.includes('warning'), result.name).toBe(!red && result.warned);
    }
    expect(of('demo.server.tools.known')).toEqual([]);
  });

  it('stands where the file of the user speaks of the case, with the step beside it', async () => {
    const placeOf = () => ({ file: 'a folder/pröctor#1.yaml', line: 3, col: 5 });
    const [{ locations, relatedLocations }] = (await runOf({ placeOf })).results;
    const { artifactLocation, region } = locations[0].physicalLocation;
    expect([artifactLocation.uri, region]).toEqual([
      'a%20folder/pr%C3%B6ctor%231.yaml',
      { startLine: 3, startColumn: 5 },
    ]);
    expect(relatedLocations[0].physicalLocation.artifactLocation.uri).toMatch(/^cases\//);
    expect((await runOf()).results[0].relatedLocations).toBeUndefined();
  });

  it('keeps the fingerprint of a result when its words change', async () => {
    const changed = events.map((event) =>
      event.type === 'case.finished'
        ? {
            ...event,
            result: { ...event.result, checks: event.result.checks.map((one) => ({ ...one, message: 'other' })) },
          }
        : event,
    );
    const prints = (text: string) =>
      JSON.parse(text).runs[0].results.map((one: { partialFingerprints: object }) => one.partialFingerprints);
    expect(prints(await report('sarif', changed))).toEqual(prints(await report('sarif', events)));
    const all = prints(await report('sarif', events)).map((one: object) => JSON.stringify(one));
    const repeated = all.length - new Set(all).size;
    // Two places of one wire rule are one alert.
    expect(repeated).toBe(1);
  });

  it('has no result of a green run, and says how the run ended', async () => {
    const { results, invocations } = JSON.parse(await report('sarif', greenEvents)).runs[0];
    expect([results, invocations[0].executionSuccessful, invocations[0].exitCode]).toEqual([[], true, 0]);
  });
});

describe('tap', () => {
  it('has a point for each planned case and each problem, and fails those that make the run red', async () => {
    const points = pointsOf(await report('tap', events));
    const started = events.find((event) => event.type === 'run.started') as { planned: PlannedInfo[] };
    const problems = events.filter((event) => event.type === 'problem' && !event.warning);
    expect(points).toHaveLength(started.planned.length + problems.length);
    for (const event of events) {
      if (event.type !== 'case.finished') continue;
      const point = points.find(({ name }) => name === event.result.name)!;
      const counts = !point.ok && point.directive !== 'TODO';
      expect(counts, event.result.name).toBe(event.red);
      if (event.red) expect(point.block.message, event.result.name).toBeTruthy();
    }
  });

  it('says of a case that is known to fail what is to be done, and of a skipped one why', async () => {
    const points = pointsOf(await report('tap', events));
    const of = (name: string) => points.find((one) => one.name === name);
    expect(of('demo.server.tools.known')).toMatchObject({ ok: false, directive: 'TODO' });
    expect(of('demo.server.tasks.get')).toMatchObject({ ok: true, directive: 'SKIP' });
    expect(of('demo.server.tools.unknown')!.block).toMatchObject({
      requirements: [{ requirement: 'DEMO-TOOL-06', level: 'must' }],
    });
  });

  it('has no plan in a run that was cut off, so that nobody takes it for whole', async () => {
    const text = await report('tap', events.slice(0, -1));
    expect(text).not.toMatch(/^1\.\./m);
    expect(() => pointsOf(text)).toThrow('the plan is undefined');
  });
});
