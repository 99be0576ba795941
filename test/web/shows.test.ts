import { expect, it } from 'vitest';
import { serve } from './testing/browser.js';
import { converse } from './testing/conversation.js';
import { FakeSession } from './testing/fake-session.js';
import { describeInBrowser, live, rows, shown, tab } from './testing/inspector.js';
import { another, atEnd } from './testing/page.js';

describeInBrowser('shows', () => {
  it('what it waits for before anything has come', async () => {
    const { page } = await shown(new FakeSession());
    expect(await page.locator('.top').innerText()).toContain('waiting for the agent');
    expect(await page.locator('.nothing').innerText()).toContain('Proctor plays the client and has started my-agent.');
  });

  it('messages as they come, with pairs, times and findings', async () => {
    const { page, session, complaints } = await live();
    const texts = await rows(page);
    expect(texts).toHaveLength(16);
    expect(texts[0]).toMatch(/0\.094\s+→\s*to agent\s+initialize\s*proctor-reference-client · protocol 1\s+853 ms/);
    expect(texts[10]).toContain('ACP-T-08');
    expect(texts[13]).toContain('+1');
    expect(
      await page
        .locator('.row')
        .nth(11)
        .locator('.rail i')
        .evaluateAll((all) => all.map((one) => one.className)),
    ).toEqual(['m', 's', '']);
    session.say('kit', { jsonrpc: '2.0', id: 9, method: 'session/prompt' }, { summary: '“more”' });
    await page.locator('.row', { hasText: '“more”' }).locator('.open').waitFor();
    session.say('target', { jsonrpc: '2.0', id: 9, result: {} }, { after: 1200 });
    await page.locator('.row', { hasText: '“more”' }).getByText('1.2 s').waitFor();
    expect(await page.title()).toBe('✗ 1 requirement · mock acp/client -- my-agent');
    expect(complaints).toEqual([]);
  });

  it('the requirement, what was expected and got, and the broken member in its place', async () => {
    const { page } = await live();
    await page.locator('.row', { hasText: 'ACP-T-08' }).first().click();
    const card = await page.locator('.finding').innerText();
    expect(card).toContain('Every message fits the definition');
    expect(card).toMatch(
      /at\s+\/params\/update\/status\s+expected\s+"pending", "in_progress", "completed" or "failed"\s+got\s+"cancelled"/,
    );
    expect(await page.locator('.json mark').innerText()).toBe('"cancelled"');
    expect(await page.locator('.json .why').innerText()).toContain('expected "pending"');
    expect(await page.locator('.cmd').first().innerText()).toContain(
      "npx proctor run --role acp/agent 'acp.agent#ACP-T-08' -- my-agent",
    );
  });

  it('bytes as sent where they differ, and both forms of what a fault changed', async () => {
    const { page, session } = await live();
    await page.locator('.row').nth(15).click();
    await page.getByRole('button', { name: 'Bytes as sent' }).click();
    expect(await page.locator('.json').innerText()).toMatch(/0038 {2}22 7d 20 7d/);
    session.say('kit', { jsonrpc: '2.0', method: 'b' }, { before: { jsonrpc: '2.0', method: 'a' } });
    await page.locator('.row', { hasText: 'fault' }).click();
    await page.getByRole('button', { name: 'Before it', exact: true }).click();
    expect(await page.locator('.json').innerText()).toContain('"a"');
  });

  it('that the other side ended, with what it left and its last lines', async () => {
    const { page, session } = await live();
    session.change({
      state: 'ended',
      can: [],
      ended: {
        text: 'the agent ended with exit code 1',
        early: true,
        time: 384,
        unanswered: ['initialize (id 1)'],
        stderr: ['Error: no\u001b[31m module'],
      },
    });
    await page.locator('.banner.dead').waitFor();
    expect(await page.locator('.banner.dead').innerText()).toContain(
      'The agent ended with exit code 1 after 384 ms, while initialize (id 1) waited for a reply.',
    );
    expect(await page.locator('.pane').innerText()).toContain('Error: no␛[31m module');
    expect(await page.locator('#said').innerText()).toBe('the agent ended with exit code 1');
    await tab(page, 'Send');
    expect(await page.locator('.refusal').innerText()).toContain('The agent has ended');
    expect(await page.getByRole('button', { name: 'Send Ctrl ↵' }).isDisabled()).toBe(true);
  });

  it('every row that is seen, however far is scrolled at once, and those beyond once the list rests', async () => {
    const session = new FakeSession();
    for (let at = 0; at < 2000; at++) session.say('kit', { jsonrpc: '2.0', method: `m${at}` });
    const { page, complaints } = await shown(session);
    await page.locator('.row', { hasText: 'm1999' }).waitFor();
    const view = page.locator('.view');
    /** Numbers of the rows that are drawn, and those that must be, in each frame after the list was scrolled to `top`. */
    const frames = (top: number) =>
      view.evaluate(async (list, to) => {
        const found: { drawn: number[]; seen: number[] }[] = [];
        list.scrollTop = to;
        for (let frame = 0; frame < 40; frame++) {
          await new Promise((drawn) => requestAnimationFrame(drawn));
          const drawn = [...list.querySelectorAll<HTMLElement>('.row')].map((row) => Number(row.dataset.index));
          const count = Math.floor((list.clientHeight - 24) / 28);
          const seen = Array.from({ length: count }, (_, at) => Math.floor(list.scrollTop / 28) + at);
          found.push({ drawn: drawn.sort((a, b) => a - b), seen });
        }
        return found;
      }, top);
    for (const top of [20_000, 3_000, 41_000, 0]) {
      const drawn = await frames(top);
      // The frame in which it was scrolled may show what was there before.
      for (const { drawn: rows, seen } of drawn.slice(1)) expect(rows).toEqual(expect.arrayContaining(seen));
      const { drawn: last, seen } = drawn.at(-1)!;
      expect(last.length).toBeGreaterThanOrEqual(seen.length + 8);
    }
    expect(complaints).toEqual([]);
  });

  it('how many messages were dropped, at their place', async () => {
    const { page, session } = await live();
    session.line({ type: 'dropped', count: 1200, time: 1500 });
    session.change({ dropped: 1200 });
    await page.locator('.row', { hasText: '1,200 messages dropped here' }).waitFor();
    expect(await page.locator('.top').innerText()).toContain('1,200 messages dropped');
  });

  it('all that it had received without a connection, and goes on when there is one again', async () => {
    const session = new FakeSession();
    converse(session);
    const { page, server } = await shown(session);
    await page.locator('.row').first().waitFor();
    await server.close();
    await page.locator('.banner.gone').waitFor();
    expect(await page.locator('.banner.gone').innerText()).toContain('until 1.414 s');
    expect(await rows(page)).toHaveLength(16);
    session.say('target', { jsonrpc: '2.0', method: 'later' });
    const again = await serve(session, Number(new URL(server.url).port));
    atEnd(() => again.close());
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.locator('.row', { hasText: 'later' }).waitFor();
    expect(await rows(page)).toHaveLength(17);
  });

  it('why it can not connect with another token', async () => {
    const session = new FakeSession();
    const server = await serve(session);
    const page = await another(server.url.replace('secret', 'wrong'));
    atEnd(() => server.close());
    await page.getByText('the token in the address is that of another start').waitFor();
    expect(session.asked).toEqual([]);
  });

  it('markup of a peer as text, and what would hide or reorder text as symbols', async () => {
    const { page, session, complaints } = await live();
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202eabc\u001b[31m';
    session.say(
      'target',
      { jsonrpc: '2.0', id: evil, method: evil, params: { [evil]: evil } },
      {
        summary: evil,
        record: { channel: evil, problem: evil },
        findings: [
          {
            rule: 'x',
            requirement: 'X-1',
            level: 'must',
            blame: 'target',
            label: 'invalid',
            message: evil,
            path: `/params/${evil}`,
            expected: evil,
            actual: evil,
          },
        ],
      },
    );
    session.change({ title: evil, state: 'ended', ended: { text: evil, unanswered: [evil], stderr: [evil] } });
    session.ask({
      id: 'p',
      index: 16,
      method: evil,
      since: 0,
      question: evil,
      answers: [{ title: evil, usual: true, reply: {}, script: evil }],
    });
    await page.locator('.row', { hasText: '<img' }).click();
    for (const name of ['Message', 'Answer', 'Send', 'Faults']) await tab(page, name);
    await tab(page, 'Message');
    expect(await page.locator('#app img, #app script').count()).toBe(0);
    expect(await page.locator('#app').innerText()).toContain('⟨U+202E⟩abc␛[31m');
    expect(await page.locator('#app').innerText()).not.toContain('\u202e');
    expect(await page.title()).not.toMatch(/^[12]$/);
    expect(complaints).toEqual([]);
  });
});
