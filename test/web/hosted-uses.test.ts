import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { NARROW, WIDE } from './testing/browser.js';
import { button, describeHosted, inStep, ready, shownHosted, standing } from './testing/hosted.js';
import { CALL, CONFIGURATIONS, ENTRIES } from './testing/hosted-session.js';
import { flaws } from './testing/page.js';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describeHosted('is used', () => {
  it.each([
    ['again', 'Try this again'],
    ['absent', 'It did not appear'],
    ['lacking', 'My client has no such thing'],
    ['crashed', 'The client crashed'],
    ['worked', 'It worked'],
    ['failed', 'It showed an error'],
  ] as const)('to say "%s" of the step', async (answer, title) => {
    const { page, session } = await shownHosted();
    session.step({ id: 7, answers: [answer] });
    await ready(page, 'Call a tool');
    expect(await page.locator('.waits button').allInnerTexts()).toEqual([title]);
    await button(page, title).click();
    await page.locator('.note', { hasText: `You said: ${title}.` }).waitFor();
    expect(session.all('hosted/answer')).toEqual([{ step: 7, answer }]);
    expect(await page.locator('#said').innerText()).toBe(`You said: ${title}.`);
  });

  it('to say of one server how it went', async () => {
    const { page, session } = await inStep();
    const rows = page.locator('.entries li');
    expect(await rows.nth(0).innerText()).toMatch(/proctor-1[\s\S]*Waiting: a tools\/call from your client/);
    expect(await rows.nth(0).getByRole('button').count()).toBe(0);
    await rows.nth(1).getByRole('button', { name: 'It showed an error in proctor-2' }).click();
    await page.locator('.note', { hasText: 'You said of proctor-2: It showed an error.' }).waitFor();
    await rows.nth(1).getByRole('button', { name: 'It worked in proctor-2' }).click();
    await page.locator('.note', { hasText: 'It worked' }).waitFor();
    expect(session.all('hosted/answer')).toEqual([
      { step: 4, answer: 'failed', entry: 'proctor-2' },
      { step: 4, answer: 'worked', entry: 'proctor-2' },
    ]);
    // What has an end, or is not there, is asked no more.
    session.step({}, { entries: ENTRIES.map((one) => ({ ...one, state: 'done', connected: false })) });
    await page.locator('.entries .done').first().waitFor();
    expect(await page.locator('.asks').count()).toBe(0);
    session.step({}, { entries: [{ ...ENTRIES[0]!, connected: false }, ENTRIES[1]!] });
    await page.getByText('Not connected yet: a tools/call').waitFor();
  });

  it('to say it of all servers at once, if several ask', async () => {
    const { page, session } = await inStep();
    session.step({ answers: ['worked', 'failed'] }, { entries: ENTRIES.map((one) => ({ ...one, asks: true })) });
    await button(page, 'It worked in all').click();
    await page.locator('.note').waitFor();
    expect(session.all('hosted/answer')).toEqual([{ step: 4, answer: 'worked' }]);
  });

  it('with the id of the step that was shown, if another one has begun meanwhile', async () => {
    const { page, session } = await inStep();
    // The page has not heard of it yet.
    session.run = { ...session.run, step: { ...CALL, id: 5, title: 'Cancel a call' } };
    await button(page, 'It did not appear').click();
    await page.locator('.note', { hasText: 'Proctor did not take that: step 4 is over' }).waitFor();
    expect(session.all('hosted/answer')).toEqual([{ step: 4, answer: 'absent' }]);
    session.stand({});
    await ready(page, 'Cancel a call');
    await button(page, 'It did not appear').click();
    await page.locator('.note', { hasText: 'You said' }).waitFor();
    expect(session.all('hosted/answer')).toHaveLength(2);
    expect(session.last('hosted/answer')).toEqual({ step: 5, answer: 'absent' });
  });

  it('without a click for the last step being taken for the next, which nobody can have read', async () => {
    const { page, session } = await inStep();
    await page.evaluate(() => {
      const heading = document.querySelector('#step')!;
      new MutationObserver(() => {
        for (const one of document.querySelectorAll<HTMLElement>('.waits button, .asks button')) one.click();
        document.body.dataset.clicked = 'yes';
      }).observe(heading, { childList: true, characterData: true, subtree: true });
    });
    session.step({ id: 5, title: 'Cancel a call' });
    await page.locator('body[data-clicked="yes"]').waitFor();
    await ready(page, 'Cancel a call');
    expect(session.all('hosted/answer')).toEqual([]);
    await button(page, 'Try this again').click();
    await page.locator('.note', { hasText: 'You said' }).waitFor();
    expect(session.all('hosted/answer')).toEqual([{ step: 5, answer: 'again' }]);
  });

  it('to copy the text of a step and the configuration', async () => {
    const { page } = await inStep();
    await button(page, 'Copy the text for your client').click();
    await page.getByRole('button', { name: 'Copied the text for your client' }).waitFor();
    expect(await clipboard(page)).toBe(CALL.parts[1]!.copy);
    await button(page, 'Copy the configuration').click();
    await page.getByRole('button', { name: 'Copied the configuration' }).waitFor();
    expect(await clipboard(page)).toBe(CONFIGURATIONS[0]!.text);
    await button(page, 'It starts commands').click();
    expect(await page.locator('.config').innerText()).toContain('Settings, Developer, Edit Config.');
    await button(page, 'Copy the configuration').click();
    await page.getByRole('button', { name: 'Copied the configuration' }).waitFor();
    expect(await clipboard(page)).toBe(CONFIGURATIONS[1]!.text);
  });

  it('to end the run, with a second click on another button', async () => {
    const { page, session } = await inStep();
    await button(page, 'End the run').click();
    expect(await page.locator('.banner.wait').innerText()).toContain('17 cases have no verdict yet');
    expect(session.all('hosted/end')).toEqual([]);
    // Whoever presses Enter twice goes on.
    expect(await focused(page)).toBe('Go on with the run');
    await page.keyboard.press('Enter');
    await page.locator('.banner.wait').waitFor({ state: 'detached' });
    await button(page, 'End the run').click();
    await page.keyboard.press('Escape');
    await page.locator('.banner.wait').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('End the run');
    expect(session.all('hosted/end')).toEqual([]);
    await button(page, 'End the run').click();
    await button(page, 'End it now').click();
    await expect.poll(() => session.all('hosted/end')).toEqual([{}]);
  });

  it('to look at a case', async () => {
    const { page } = await inStep();
    const cell = page.getByRole('button', { name: 'After its session is gone, the client begins a new one: fail' });
    expect(await cell.getAttribute('title')).toBe('After its session is gone, the client begins a new one: fail');
    await cell.click();
    await page.locator('.about', { hasText: 'begins a new session with an initialize' }).waitFor();
    expect(await page.locator('.about').innerText()).toMatch(
      /fail\s+After its session is gone[\s\S]*mcp\.client\.http\.session-gone[\s\S]*expected initialize within 5 s[\s\S]*MCP-HTTP-23/,
    );
    expect(await cell.getAttribute('aria-expanded')).toBe('true');
    await cell.click();
    expect(await page.locator('.about').count()).toBe(0);
    await page.getByRole('button', { name: 'pagination.cursor.text', exact: false }).click();
    expect(await page.locator('.about').count()).toBe(1);
  });

  it('by keyboard alone', async () => {
    const { page, session } = await inStep();
    const reach = async (name: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        if ((await focused(page)).startsWith(name)) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await reach('Copy');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied the text for your client' }).waitFor();
    await reach('It did not appear');
    await page.keyboard.press('Enter');
    await page.locator('.note').waitFor();
    expect(session.last('hosted/answer')).toEqual({ step: 4, answer: 'absent' });
    // The button is in the next step no more: the focus is on that step, and not lost.
    session.step({ id: 5, title: 'Cancel a call', answers: ['again'] });
    await ready(page, 'Cancel a call');
    expect(await focused(page)).toBe('Cancel a call');
    expect(await page.locator('#said').innerText()).toContain('New step: Cancel a call. Ask your client to call');
    await reach('It takes a URL');
    await reach('It starts commands');
    await page.keyboard.press('Space');
    await page.getByText('Settings, Developer, Edit Config.').waitFor();
    // All cells are one tab stop.
    await reach('✓');
    expect(await focused(page)).toContain('initialize.first');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toContain('initialize.initialized');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toContain('The client opens a stream with GET');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toContain('initialize.initialized');
    await page.keyboard.press('End');
    expect(await focused(page)).toContain('cancellation.late');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toContain('cancellation.late');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.locator('.about').waitFor();
    await reach('Close');
    await page.keyboard.press('Enter');
    expect(await page.locator('.about').count()).toBe(0);
    expect(await focused(page)).toContain('initialize.first');
    await page.keyboard.press('Tab');
    expect(await page.locator('button.cell:focus').count()).toBe(0);
  });

  it('in the theme that the reader chose', async () => {
    const { page } = await shownHosted({ theme: 'dark' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await button(page, 'Switch between light and dark').click();
    expect(await ground()).not.toBe(dark);
    await page.reload();
    await standing(page, 'waiting for a client');
    expect(await ground()).not.toBe(dark);
  });

  it.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
    ['dark', NARROW],
  ] as const)(
    'with assistive technology: axe finds nothing, and nothing is wider than the page (%s, %o)',
    async (theme, size) => {
      const { page, session, server } = await shownHosted({ theme, size });
      const check = async (state: string) => {
        expect(await flaws(page), state).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(size.width);
      };
      await page.getByText('What to check if nothing comes').click();
      await check('waiting');
      session.begin();
      session.talk();
      session.step({}, { notice: 'proctor-2 connected twice: reload your client once.' });
      await ready(page, 'Call a tool');
      await page.locator('button.cell.fail').click();
      await page.locator('.requirements .source').waitFor();
      await button(page, 'End the run').click();
      await page.locator('.banner.wait').waitFor();
      await check('step');
      await button(page, 'Go on with the run').click();
      session.step({ gone: true });
      await standing(page, 'the client is gone');
      await check('gone');
      session.work();
      await page.locator('#step', { hasText: 'Nothing to do now' }).waitFor();
      await check('working');
      session.finish();
      await standing(page, 'ended');
      for (const one of await page.locator('.result summary').all()) await one.click();
      await check('ended');
      await server.close();
      await page.getByText('Proctor has ended.').waitFor();
      await check('without Proctor');
    },
  );
});
