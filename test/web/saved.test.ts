import { expect, it } from 'vitest';
import type { CaseState } from '../../src/generated/types/control-v1.js';
import { NARROW, WIDE } from './testing/browser.js';
import { ask, converse } from './testing/conversation.js';
import { FakeSession } from './testing/fake-session.js';
import { filter, rows } from './testing/inspector.js';
import { describePage, flaws } from './testing/page.js';
import { saved } from './testing/saved.js';

const conversation = () => {
  const session = new FakeSession();
  converse(session);
  return session;
};

describePage('the page that is saved as a file', () => {
  it('shows rows and a finding with the text of its requirement, and loads nothing', async () => {
    const { page, complaints, requests, url } = await saved(conversation());
    const texts = await rows(page);
    expect(texts).toHaveLength(16);
    expect(texts[0]).toMatch(/0\.094\s+→\s*to agent\s+initialize\s*proctor-reference-client · protocol 1\s+853 ms/);
    await page.locator('.row', { hasText: 'ACP-T-08' }).first().click();
    const card = await page.locator('.finding').innerText();
    expect(card).toContain('Every message fits the definition');
    expect(card).toMatch(/got\s+"cancelled"/);
    expect(await page.locator('.json mark').innerText()).toBe('"cancelled"');
    expect(await page.locator('.top').innerText()).toMatch(/saved \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(await page.title()).toBe('✗ 1 requirement · mock acp/client -- my-agent');
    expect(requests.filter((one) => !one.startsWith('data:'))).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it('filters, shows the sequence, and opens at the view in its address', async () => {
    const { page, url, complaints } = await saved(conversation());
    await filter(page).fill('verdict:fail');
    await page.getByText('showing 2 of 16').waitFor();
    await page.locator('.row').first().click();
    await page.keyboard.press('v');
    await page.locator('.finding').waitFor();
    await expect.poll(() => page.evaluate('location.hash')).toBe('#filter=verdict:fail&view=sequence&message=10');
    expect(page.url()).toBe(`${url}#filter=verdict:fail&view=sequence&message=10`);
    await page.reload();
    await page.getByText('showing 2 of 16').waitFor();
    expect(await page.getByRole('button', { name: 'Sequence' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.finding').first().innerText()).toContain('ACP-T-08');
    expect(complaints).toEqual([]);
  });

  it('has nothing that answers, sends, or changes faults', async () => {
    const session = conversation();
    ask(session);
    const { page } = await saved(session, { hash: '#tab=send' });
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Message']);
    expect(await page.locator('.banner').count()).toBe(0);
    expect(await page.locator('.top button').allInnerTexts()).toEqual(['?', '◐']);
    await page.locator('.row').first().click();
    for (const key of ['p', 'a', 'x', 's', ' ']) await page.keyboard.press(key);
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Message']);
    expect(await page.locator('.top').innerText()).not.toContain('paused');
    await page.keyboard.press('?');
    const help = await page.getByRole('dialog').innerText();
    expect(help).toContain('next, previous finding');
    expect(help).not.toContain('pause');
  });

  it('has only the chosen rows, each reply with its request', async () => {
    const { page, text } = await saved(conversation(), { lines: [2, 3, 10, 15] });
    expect(await rows(page)).toHaveLength(4);
    expect(text).not.toContain('proctor-reference-client');
    await page.locator('.row').nth(1).click();
    await page.getByRole('button', { name: 'Its request' }).click();
    expect(await page.locator('.row.sel').innerText()).toContain('session/new');
    await page.locator('.row').nth(3).click();
    expect(await page.getByRole('button', { name: 'Its request' }).count()).toBe(0);
    expect(await page.locator('.left').innerText()).toMatch(/session_1\s+4/);
  });

  it('shows the cases of a run', async () => {
    const cases: CaseState[] = [
      { id: 'acp.agent.first', title: 'It works', verdict: 'fail', problem: 'the check failed' },
    ];
    const session = conversation();
    session.change({ by: 'run', state: 'ended', ended: { text: 'the run ended with exit code 1' } });
    const { page } = await saved(session, { cases });
    expect(await page.locator('.left').innerText()).toContain('1 case over, 1 failed');
  });

  it('switches its theme', async () => {
    const { page } = await saved(conversation());
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await ground();
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    expect(await ground()).not.toBe(before);
  });

  it('keeps markup of a peer as text, whatever it would end', async () => {
    const evil =
      '</script><!--<script>document.title=1</script><img src=http://127.0.0.1:9/x onerror="document.title=2">\u202e\u2028]]>\ud800 ##[error]x';
    const session = conversation();
    session.say(
      'target',
      { jsonrpc: '2.0', id: evil, method: evil, params: { [evil]: evil } },
      {
        summary: evil,
        record: { channel: evil, problem: evil },
        findings: [
          {
            ...{ rule: 'x', requirement: 'X-1', level: 'must', blame: 'target', label: 'invalid', message: evil },
            ...{ path: `/params/${evil}`, expected: evil, actual: evil },
          },
        ],
      },
    );
    session.change({ title: evil, state: 'ended', ended: { text: evil, unanswered: [evil], stderr: [evil] } });
    const { page, complaints, requests, url, text } = await saved(session);
    expect(text.match(/<\/?script/g)).toHaveLength(4);
    expect(text).not.toMatch(/<!--|##\[/);
    await page.locator('.row', { hasText: '<img' }).click();
    expect(await page.locator('.finding').innerText()).toContain('</script><!--');
    expect(await page.locator('#app img, #app script, body > img').count()).toBe(0);
    expect(await page.title()).not.toMatch(/^[12]$/);
    expect(requests.filter((one) => !one.startsWith('data:'))).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it('runs no script but its own, and none that a text would become', async () => {
    const { page, complaints } = await saved(conversation());
    await page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.textContent = 'document.title = "mine"';
        document.body.append(script);
      } catch {
        // Trusted types refuse it already.
      }
    });
    expect(await page.title()).not.toBe('mine');
    expect(complaints.join('\n')).toMatch(/TrustedScript|Content Security Policy/);
  });

  it.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
  ] as const)('works with assistive technology: axe finds nothing (%s, %o)', async (theme, size) => {
    const { page } = await saved(conversation(), { theme, size });
    await page.locator('.row', { hasText: 'ACP-T-08' }).first().click();
    for (const name of ['Sessions', 'Transcript', 'Details']) {
      if (size === NARROW) await page.getByRole('button', { name, exact: true }).click();
      expect(await flaws(page), name).toEqual([]);
    }
    await page.getByRole('button', { name: 'Help: keys and filter' }).click();
    expect(await flaws(page), 'help').toEqual([]);
  });
});
