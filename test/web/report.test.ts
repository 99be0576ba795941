import { expect, it } from 'vitest';
import { events, greenEvents } from '../../reports/testing/fixture.js';
import { hostileTexts } from '../../reports/testing/hostile-texts.js';
import { judged } from '../../reports/testing/judged.js';
import type { CaseResult, RunEvent } from '../../runner/events.js';
import { NARROW, WIDE } from './testing/browser.js';
import { describePage, flaws } from './testing/page.js';
import { reported } from './testing/report.js';

/** A finished run whose cases all have this text wherever a target can say one. */
function hostile(text: string): RunEvent[] {
  const [start] = events as [Extract<RunEvent, { type: 'run.started' }>];
  const failed = events.flatMap((event) =>
    event.type === 'case.finished' && event.result.id === 'demo.server.tools.unknown' ? [event.result] : [],
  )[0] as CaseResult;
  const record = { ...failed.transcript!.at(-1)!, message: { jsonrpc: '2.0', id: 1, result: { [text]: text } } };
  const difference = {
    path: `/result/${text}`,
    expected: text,
    actual: text,
    message: text,
    seq: 6,
    pointer: `/message/result`,
  };
  const result: CaseResult = {
    ...failed,
    ...{ reason: text, stderr: text, transcript: [record], title: text },
    checks: [{ ...failed.checks[0]!, message: text, expected: text, actual: text, differences: [difference] }],
  };
  return judged([
    { ...start, target: { ...start.target, name: text, calls: text } },
    { type: 'case.finished', result },
    { type: 'problem', message: text, detail: text, exit: 1 },
    events.at(-1)! as Extract<RunEvent, { type: 'run.finished' }>,
  ]);
}

describePage('the page of a report', () => {
  it('says what the verdict does not cover before the verdict, and each cause once', async () => {
    const { page, complaints, requests, url } = await reported(events);
    const heads = await page.locator('h2').allInnerTexts();
    expect(heads.slice(0, 3)).toEqual([
      'Read this first: what the verdict does not cover',
      'Since the last run 2026-11-19 08:00 UTC, same Proctor, same cases, same target',
      expect.stringMatching(/^Failures\s+5 causes, 5 cases/),
    ]);
    const doubt = await page.locator('.doubt').innerText();
    expect(doubt).toContain('The run was interrupted. 1 case did not run.');
    expect(doubt).toContain('1 must was not tested.');
    expect(doubt).toContain('2 verdicts changed without a reason.');
    expect(await page.locator('.sum').innerText()).toMatch(/must\s+✗ 5 of 9 hold/);
    expect(await page.title()).toBe('✗ demo, interrupted: must 5 of 9 · Proctor report');
    const cause = page.locator('#DEMO-TOOL-06');
    await cause.evaluate((element) => element.setAttribute('open', ''));
    const text = await cause.innerText();
    expect(text).toContain('An unknown tool is an internal error');
    expect(text).toMatch(/at\s+\/message\/error\/code\s+expected\s+-32602\s+got\s+-32603/);
    expect(await cause.locator('.json mark').first().innerText()).toBe('-32603');
    expect(text).toContain('npx proctor run --target demo.yaml demo.server.tools.unknown --trace all');
    expect(requests.filter((one) => !one.startsWith('data:'))).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it('says of an interrupted run which cases did not run: by area, by name, and as a filter', async () => {
    const left = ['demo.server.late.one', 'demo.server.late.two'].map((name, at) => ({
      ...(events[0] as Extract<RunEvent, { type: 'run.started' }>).planned[0]!,
      ...{ id: name, name, title: `Late ${at + 1}`, group: 'Late' },
    }));
    const interrupted = judged(
      greenEvents.map((event) => {
        if (event.type === 'run.started') return { ...event, planned: [...event.planned, ...left] };
        return event.type === 'run.finished' ? { ...event, exit: 130, interrupted: true } : event;
      }),
    );
    const { page, complaints } = await reported(interrupted);
    expect(await page.title()).toMatch(/^\? .+, interrupted: must \d+ of \d+ · Proctor report$/);
    expect(await page.locator('.matrix tr', { hasText: 'Late' }).innerText()).toMatch(/^Late\s+2\s/);
    await page.locator('.doubt').getByRole('link', { name: 'which', exact: true }).click();
    const list = page.locator('#untested li', { hasText: 'Late' });
    expect(await list.innerText()).toMatch(/2\s+Late\s+demo\.server\.late\.one\s+demo\.server\.late\.two/);
    await page.locator('#filter').fill('verdict:notRun');
    await expect.poll(() => page.locator('#found').innerText()).toMatch(/^showing 2 of \d+ cases$/);
    expect(await page.locator('.case:visible').allInnerTexts()).toEqual([
      expect.stringMatching(/not run\s+demo\.server\.late\.one\s+Late 1/),
      expect.stringMatching(/not run\s+demo\.server\.late\.two\s+Late 2/),
    ]);
    expect(complaints).toEqual([]);
  });

  it('reads without script: everything is there, and nothing that only script can do', async () => {
    const { page } = await reported(events, { script: false });
    const cause = page.locator('#DEMO-TOOL-05');
    expect(await cause.locator('.quote').isVisible()).toBe(false);
    await cause.locator('summary').first().click();
    expect(await cause.locator('.quote').isVisible()).toBe(true);
    await page.locator('#all > summary').click();
    await page.locator('.area > summary').first().click();
    expect(await page.locator('.case').first().isVisible()).toBe(true);
    for (const what of ['#filter', '#theme', '.cmd button'])
      expect(await page.locator(what).first().isVisible(), what).toBe(false);
  });

  it('is short if nothing went wrong', async () => {
    const { page } = await reported(greenEvents);
    expect(await page.locator('.doubt').getAttribute('class')).toBe('doubt none');
    expect(await page.locator('#causes').count()).toBe(0);
    expect(await page.title()).toMatch(/^✓ demo: must \d+ of \d+/);
  });

  it('finds cases by words, keeps the filter in its address, and opens what a link leads to', async () => {
    const { page, url } = await reported(events);
    await page.locator('#filter').fill('verdict:fail,flaky');
    await page.getByText('showing 3 of 17 cases').waitFor();
    expect(await page.locator('.case:visible').count()).toBe(3);
    expect(page.url()).toBe(`${url}#filter=verdict%3Afail%2Cflaky`);
    await page.locator('#filter').fill('verdikt:fail');
    await page.getByText('did you mean verdict:?').waitFor();
    await page.locator('#filter').fill('req:DEMO-RES -missing');
    await page.getByText('showing 1 of 17 cases').waitFor();
    await page.locator('#filter').fill('');
    await expect.poll(() => page.locator('.case:visible').count()).toBe(0);
    await page.getByRole('link', { name: 'Resources' }).click();
    await page.locator('.case', { hasText: 'demo.server.resources.read' }).waitFor();
  });

  it('copies a command, and switches its theme', async () => {
    const { page } = await reported(events);
    await page.getByRole('button', { name: 'Copy the command that runs it again' }).first().click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('npx proctor run --target demo.yaml');
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await ground();
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    expect(await ground()).not.toBe(before);
  });

  it.each(Object.entries(hostileTexts))('is not changed by what a target says: %s', async (_, text) => {
    const { page, complaints, requests, url } = await reported(hostile(text));
    expect(await page.locator('main img, main script, main iframe, main style, body > img').count()).toBe(0);
    const links = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links.filter((href) => !href?.startsWith('#') && !href?.startsWith('https://demo.example/'))).toEqual([]);
    expect(await page.locator('main > section').count()).toBeGreaterThan(1);
    expect(requests.filter((one) => !one.startsWith('data:'))).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
  ] as const)('works with assistive technology: axe finds nothing (%s, %o)', async (theme, size) => {
    const { page } = await reported(events, { theme, size });
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    expect(await flaws(page)).toEqual([]);
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(wide).toBe(0);
  });
});
