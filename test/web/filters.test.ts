import { expect, it } from 'vitest';
import { converse } from './testing/conversation.js';
import { FakeSession } from './testing/fake-session.js';
import { describeInBrowser, filter, live, rows, selected, shown } from './testing/inspector.js';
import { another } from './testing/page.js';

describeInBrowser('is filtered, and has room for many messages', () => {
  it('by words, with the count, and greyed halves of pairs', async () => {
    const { page } = await live();
    await filter(page).fill('method:fs/* dir:in');
    await page.getByText('showing 1 of 16').waitFor();
    expect(await rows(page)).toHaveLength(2);
    expect(await page.locator('.row.beside').innerText()).toContain('fs/write_text_file');
    expect(page.url()).toContain('filter=method:fs/');
    await filter(page).fill('methd:x');
    await page.getByText('unknown word methd: did you mean method:?').waitFor();
    expect(await rows(page)).toHaveLength(2);
  });

  it('by what is on the left, and by an address that somebody sent', async () => {
    const { page, server } = await live();
    await page
      .locator('.left')
      .getByRole('button', { name: /ACP-T-08/ })
      .click();
    await page.getByText('showing 2 of 16').waitFor();
    expect(await filter(page).inputValue()).toBe('req:ACP-T-08');
    await page.keyboard.press('v');
    await page.waitForURL(/view=sequence/);
    const sent = await another(page.url());
    await sent.getByText('showing 2 of 16').waitFor();
    expect(await sent.getByRole('button', { name: 'Sequence' }).getAttribute('aria-pressed')).toBe('true');
    expect(await sent.locator('.lane.gap').first().innerText()).toContain('10 messages left out by the filter');
    expect(server.url).toContain('#token=');
    await page
      .locator('.left')
      .getByRole('button', { name: /ACP-T-08/ })
      .click();
    await page.locator('.row').nth(15).waitFor();
  });

  it('10,000 messages: only those that are seen are in the document', async () => {
    const session = new FakeSession();
    converse(session);
    const { page } = await shown(session);
    session.burst(
      Array.from({ length: 5000 }, (_, at) => at).flatMap((at): Parameters<FakeSession['burst']>[0] => [
        [
          'kit',
          { jsonrpc: '2.0', id: 100 + at, method: 'tools/call', params: { name: at % 50 === 0 ? 'rare' : 'echo' } },
        ],
        ['target', { jsonrpc: '2.0', id: 100 + at, result: { text: `line ${at}` } }],
      ]),
    );
    await page.getByText(/to 10,016 of 10,016/).waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(80);
    await filter(page).fill('tool:rare kind:request');
    await page.getByText('showing 100 of 10,016').waitFor();
    await filter(page).fill('');
    await page.getByText(/of 10,016/).waitFor();
    // Somebody who reads is not moved, and learns what has come.
    await page.locator('.view').evaluate((view) => view.scrollTo(0, 140_000));
    await page.getByText(/5,00\d to/).waitFor();
    session.say('kit', { method: 'last' });
    await page.getByRole('button', { name: /1 newer message/ }).waitFor();
    expect(await page.locator('.view').evaluate((view) => view.scrollTop)).toBe(140_000);
    await page.getByRole('button', { name: /1 newer message/ }).click();
    await page.locator('.row', { hasText: 'last' }).waitFor();
    await page.keyboard.press('Home');
    await page.getByText(/^1 to/).waitFor();
    await page.keyboard.press('n');
    expect(await selected(page)).toContain('1.021');
  });
});
