import { expect, it } from 'vitest';
import { NARROW, WIDE } from './testing/browser.js';
import { ask, converse } from './testing/conversation.js';
import { FakeSession } from './testing/fake-session.js';
import { describeInBrowser, filter, live, selected, shown, tab } from './testing/inspector.js';
import { flaws } from './testing/page.js';

describeInBrowser('is used', () => {
  it('by keyboard alone', async () => {
    const { page, session } = await live();
    await page.keyboard.press('n');
    expect(await selected(page)).toContain('1.021');
    await page.keyboard.press('n');
    expect(await selected(page)).toContain('1.400');
    await page.keyboard.press('Shift+N');
    await page.keyboard.press('j');
    expect(await selected(page)).toContain('fs/write_text_file');
    await page.keyboard.press('m');
    expect(await selected(page)).toContain('↩ fs/write_text_file');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('pane');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('row');
    await page.keyboard.press('Home');
    expect(await selected(page)).toContain('0.094');
    await page.keyboard.press('c');
    await page.getByText('Copied message 1.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"initialize"');
    await page.keyboard.press('/');
    await page.keyboard.type('jkn');
    expect(await filter(page).inputValue()).toBe('jkn');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    expect(await selected(page)).toContain('1.414');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').innerText()).toContain('took:>1s');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // A question that nobody sees is not answered by a key.
    ask(session);
    await page.locator('.banner.wait').waitFor();
    await page.keyboard.press('a');
    expect(session.last('pending/answer')).toBeUndefined();
    await page.keyboard.press('p');
    await page.keyboard.press('a');
    await page.locator('.banner.wait').waitFor({ state: 'detached' });
    expect(session.last('pending/answer')).toMatchObject({ id: 'p1' });
    await page.getByRole('tab', { name: 'Answer' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('tab', { name: 'Send' }).getAttribute('aria-selected')).toBe('true');
  });

  it('by keys that follow each other at once: those after / are for the filter', async () => {
    const { page, session } = await live();
    await page.locator('.row').first().click();
    await page.evaluate(() => {
      for (const key of ['/', 's', ' '])
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter');
    expect(await page.locator('.top').innerText()).not.toContain('paused');
    expect(session.last('recording/save')).toBeUndefined();
  });

  it('in the theme that the reader chose', async () => {
    const { page } = await live({ theme: 'dark' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    expect(await ground()).not.toBe(dark);
    await page.reload();
    await page.locator('.row').first().waitFor();
    expect(await ground()).not.toBe(dark);
  });

  it('in one column on a phone', async () => {
    const { page } = await live({ size: NARROW });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
    await page.locator('.row', { hasText: 'ACP-T-08' }).first().click();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await page.locator('.finding').waitFor();
    expect(await page.locator('.row').first().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Sessions', exact: true }).click();
    await page
      .locator('.left')
      .getByRole('button', { name: /ACP-T-08/ })
      .click();
    await page.getByText('showing 2 of 16').waitFor();
  });

  it.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
    ['dark', NARROW],
  ] as const)('with assistive technology: axe finds nothing (%s, %o)', async (theme, size) => {
    const session = new FakeSession();
    const { page } = await shown(session, { theme, size });
    expect(await flaws(page), 'nothing yet').toEqual([]);
    converse(session);
    session.say('kit', { method: 'x' }, { mine: true, before: {} });
    session.change({});
    ask(session);
    await page.locator('.banner.wait').waitFor();
    await page.locator('.row', { hasText: 'ACP-T-08' }).first().click();
    await page.keyboard.press('x');
    const pane = async (name: string) => {
      if (size === NARROW) await page.getByRole('button', { name, exact: true }).click();
    };
    for (const name of ['Sessions', 'Transcript', 'Details']) {
      await pane(name);
      expect(await flaws(page), name).toEqual([]);
    }
    for (const name of ['Answer', 'Send', 'Faults']) {
      await tab(page, name);
      if (name === 'Send') await page.locator('.cm-content').waitFor();
      if (name === 'Faults') await page.getByText('Add a fault').click();
      expect(await flaws(page), name).toEqual([]);
    }
    await pane('Transcript');
    await filter(page).fill('verdict:fail');
    await page.getByText(/^showing/).waitFor();
    await page.getByRole('button', { name: 'Sequence' }).click();
    expect(await flaws(page), 'sequence').toEqual([]);
    await filter(page).fill('x:y');
    await page.getByRole('button', { name: 'Help: keys and filter' }).click();
    expect(await flaws(page), 'help').toEqual([]);
    await page.keyboard.press('Escape');
    session.change({
      state: 'ended',
      ended: { early: true, text: 'the agent ended with exit code 1', stderr: ['no'] },
    });
    await page.locator('.banner.dead').waitFor();
    expect(await flaws(page), 'ended').toEqual([]);
  });
});
