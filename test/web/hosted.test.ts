import { expect, it } from 'vitest';
import { serve } from './testing/browser.js';
import { FakeSession } from './testing/fake-session.js';
import { describeHosted, inStep, ready, shownHosted, standing } from './testing/hosted.js';
import { CALL, ENTRIES, HostedSession } from './testing/hosted-session.js';
import { atEnd, opened } from './testing/page.js';

describeHosted('shows', () => {
  it('what to do before a client has come, and what to check', async () => {
    const { page, complaints } = await shownHosted();
    expect(await page.locator('header').innerText()).toMatch(
      /Hosted run 7f3a91\s+mcp\/client · MCP 2025-11-25 · HTTP\s+○\s+waiting for a client/,
    );
    const step = page.locator('.do');
    expect(await step.innerText()).toMatch(/Step 1 of 5\s+Connect your client/);
    expect(await step.innerText()).not.toContain('round');
    expect(await step.innerText()).toMatch(/Nothing has come yet\. Waiting, 0:\d\d\. Take your time/);
    expect(await page.getByText('The log of the client has no error').isVisible()).toBe(false);
    await page.getByText('What to check if nothing comes').click();
    expect(await page.getByText('The log of the client has no error').isVisible()).toBe(true);
    expect(await page.locator('.config').innerText()).toContain(
      'The address holds the key of the run: do not share it',
    );
    expect(await page.title()).toBe('○ waiting for a client · Hosted run 7f3a91');
    expect(complaints).toEqual([]);
  });

  it('the step, with what is done, what Proctor sees, and how far the run is', async () => {
    const { page, complaints } = await inStep();
    await standing(page, 'Example Desktop 1.4.2 is connected');
    const step = await page.locator('.do').innerText();
    expect(step).toMatch(/Step 3 of 5 · round 2 of 5\s+Call a tool/);
    expect(step).toMatch(/Waiting, \d:\d\d\. Take your time: nothing fails while you read\./);
    expect(await page.locator('.do .what > li').allInnerTexts()).toEqual([
      expect.stringMatching(/^done:\s+Reload the servers of your client, or restart it\.\s+2 of 2 connected$/),
      expect.stringMatching(/^now:\s+Ask your client/),
      expect.stringMatching(/^later:\s+Leave the client alone/),
    ]);
    expect(await page.locator('.seen li').allInnerTexts()).toEqual([
      expect.stringMatching(/0\.728\s+←\s+from the client\s+initialize\s+Example Desktop 1\.4\.2.*\s+2 ms/),
      expect.stringMatching(/0\.730\s+→\s+to the client\s+↩ initialize/),
      expect.stringMatching(/notifications\/initialized/),
      expect.stringMatching(/tools\/call\s+echo \{"message":"hi"\}\s+open/),
    ]);
    expect(await page.locator('.big').innerText()).toBe('14 of 31 cases');
    expect(await page.locator('.counts').innerText()).toMatch(/12 pass\s*⚠ 1 warning\s*✗ 1 fail/);
    expect(await page.locator('.bar').getAttribute('aria-label')).toBe('14 of 31 cases done');
    expect(await page.locator('.bar rect').evaluateAll((all) => all.map((one) => one.getAttribute('class')))).toEqual([
      ...['pass', 'warn', 'fail'],
    ]);
    expect(await page.locator('.kinds li').nth(2).innerText()).toMatch(/▶\s+Call a tool\s+, current\s+10/);
    expect(await page.title()).toBe('▶ Call a tool · Hosted run 7f3a91');
    expect(complaints).toEqual([]);
  });

  it('no more than the last messages, and none of the pieces of HTTP', async () => {
    const { page, session } = await inStep();
    for (let id = 10; id < 30; id++) session.say('target', { jsonrpc: '2.0', id, method: 'ping' });
    session.line({
      type: 'message',
      session: 'session_1',
      findings: [],
      record: {
        seq: 99,
        time: 9000,
        from: 'target',
        channel: 'main',
        kind: 'http',
        http: { method: 'POST', path: '/' },
      },
    });
    session.say('target', { jsonrpc: '2.0', id: 30, method: 'the/last' });
    await page.locator('.seen li', { hasText: 'the/last' }).waitFor();
    const methods = await page.locator('.seen .m').allInnerTexts();
    expect(methods.map((one) => one.trim())).toEqual([...Array(7).fill('ping'), 'the/last']);
  });

  it('to which server a message came, and what is wrong with it', async () => {
    const { page, session } = await inStep();
    session.line({
      type: 'message',
      session: 'mcp.client.calls.results.image',
      record: { seq: 9, time: 9000, from: 'target', channel: 'main', kind: 'message', message: { jsonrpc: '1.0' } },
      findings: [
        { rule: 'x', requirement: 'MCP-BASE-01', level: 'must', blame: 'target', label: 'invalid', message: 'no' },
      ],
    });
    const row = page.locator('.seen li', { hasText: 'MCP-BASE-01' });
    await row.waitFor();
    expect(await row.innerText()).toContain('proctor-2');
  });

  it('that the client is gone, and that nothing is lost', async () => {
    const { page, session } = await inStep();
    session.step({ id: 4, gone: true, answers: ['again', 'crashed'] });
    await standing(page, 'the client is gone');
    const step = await page.locator('.do').innerText();
    expect(step).toContain('⚠ The client is gone');
    expect(step).toContain(
      'Nothing is lost: 14 results are kept. Start it again, then choose “Try this again”. If it crashed, choose',
    );
    expect(await page.locator('#said').innerText()).toContain('The client is gone.');
    expect(await page.locator('.waits button').allInnerTexts()).toEqual(['Try this again', 'The client crashed']);
  });

  it('that nobody has to do anything while Proctor works', async () => {
    const { page, session } = await inStep();
    session.work();
    await page.locator('#step', { hasText: 'Nothing to do now' }).waitFor();
    expect(await page.locator('.do').innerText()).toContain('Nobody has to do anything');
    expect(await page.locator('.do').innerText()).not.toContain('Waiting');
    expect(await page.locator('.waits button').count()).toBe(0);
    expect(await page.locator('#said').innerText()).toBe('Nothing to do now.');
    // What the person has done so far stays there.
    expect(await page.locator('.do .what > li').count()).toBe(3);
    expect(await page.locator('.entries li').first().innerText()).toMatch(
      /proctor-1\s+A client takes a result that is a text\s+working$/,
    );
  });

  it('what is next in a step, also to a screen reader', async () => {
    const { page, session } = await inStep();
    const said = page.locator('#said');
    const parts = CALL.parts.map((part, index) => ({
      ...part,
      state: index < 2 ? ('done' as const) : ('now' as const),
    }));
    session.step({ parts });
    await said.getByText('Next: Leave the client alone after that.').waitFor();
    session.work();
    await said.getByText('Nothing to do now.').waitFor();
    session.step();
    await said.getByText('Your turn: Ask your client to call').waitFor();
    session.stand({ notice: 'proctor-2 connected twice.' });
    await said.getByText('proctor-2 connected twice.').waitFor();
    expect(await said.innerText()).toBe('proctor-2 connected twice.');
  });

  it('servers that have a case, and how many have none', async () => {
    const { page, session } = await inStep();
    const free = [3, 4, 5].map((one) => ({ name: `proctor-${one}`, state: 'free' as const }));
    session.step({}, { entries: [...ENTRIES, ...free] });
    await page.getByText('3 more servers without a case now.').waitFor();
    expect(await page.locator('.entries li').count()).toBe(2);
  });

  it('the result first when the run has ended', async () => {
    const { page, session } = await inStep();
    session.finish();
    await standing(page, 'ended: 1 case fails');
    const result = page.locator('.result');
    expect(await result.locator('h2').innerText()).toMatch(/✗\s+1 of 31 cases fails/);
    await result.getByText('begins a new session with an initialize without a session id').waitFor();
    expect(await result.locator('.failed').innerText()).toMatch(
      /After its session is gone[\s\S]*mcp\.client\.http\.session-gone[\s\S]*expected initialize within 5 s, got nothing[\s\S]*MCP-HTTP-23\s+must/,
    );
    expect(await result.locator('.reasons summary').allInnerTexts()).toEqual([
      expect.stringMatching(/you said that your client has no such thing\s+5 cases/),
      expect.stringMatching(/you said that it did not appear\s+1 case$/),
      expect.stringMatching(/The run ended before them/),
      expect.stringMatching(/the client has no tasks\s+1 case/),
    ]);
    await result.locator('.reasons summary').first().click();
    expect(await result.locator('.names li').first().innerText()).toContain('mcp.client.elicitation.form.text');
    expect(await result.innerText()).toContain('/srv/demo/proctor-report.html');
    expect(await result.innerText()).toContain('exit code 1');
    expect(await page.locator('#said').innerText()).toBe('The run has ended: 1 case fails.');
    expect(await page.getByRole('button', { name: 'End the run' }).count()).toBe(0);
    expect(await page.locator('.config').count()).toBe(0);
    expect(await page.locator('button.cell', { hasText: 'not run' }).count()).toBe(9);
    expect(await page.title()).toBe('✗ ended: 1 case fails · Hosted run 7f3a91');
  });

  it('that every case passed, and goes by verdicts that come after the end', async () => {
    const { page, session } = await inStep();
    session.finish();
    await standing(page, 'ended: 1 case fails');
    session.judge(...session.cases.map(({ id }) => ({ id, verdict: 'pass' as const })));
    await standing(page, 'ended: every case passed');
    expect(await page.locator('.result h2').innerText()).toMatch(/✓\s+Every case passed/);
    expect(await page.locator('#said').innerText()).toBe('The run has ended: every case passed.');
  });

  it('what it had received without a connection, takes no answer meanwhile, and goes on when there is one', async () => {
    const { page, session, server } = await inStep();
    await server.close();
    await page.locator('.banner.gone').waitFor();
    expect(await page.locator('.banner.gone').innerText()).toContain('The page lost its connection to Proctor.');
    await standing(page, 'page disconnected');
    expect(await page.locator('.seen li').count()).toBe(4);
    expect(await page.locator('.waits button').first().isDisabled()).toBe(true);
    expect(await page.locator('.asks button').first().isDisabled()).toBe(true);
    expect(await page.locator('.waits').innerText()).toContain('it can’t take an answer now');
    session.step({ id: 5, title: 'Cancel a call' });
    const again = await serve(session, Number(new URL(server.url).port), 'hosted');
    atEnd(() => again.close());
    await page.getByRole('button', { name: 'Try now' }).click();
    await ready(page, 'Cancel a call');
    expect(await page.locator('.banner').count()).toBe(0);
    expect(await page.locator('.waits button').first().isEnabled()).toBe(true);
  });

  it('the result although Proctor has ended', async () => {
    const { page, session, server } = await inStep();
    session.finish();
    await standing(page, 'ended: 1 case fails');
    await server.close();
    await page.getByText('Proctor has ended. This page stays as it is').waitFor();
    await standing(page, 'ended: 1 case fails');
  });

  it('another run at the same address without anything of the last one', async () => {
    const { page, server } = await inStep();
    await server.close();
    await page.locator('.banner.gone').waitFor();
    const other = new HostedSession({ id: '0b1c2d', kinds: [] });
    other.cases = other.cases.slice(0, 2);
    other.state = { ...other.state, startedAt: '2030-01-01T00:00:00.000Z' };
    const again = await serve(other, Number(new URL(server.url).port), 'hosted');
    atEnd(() => again.close());
    await page.getByRole('button', { name: 'Try now' }).click();
    await standing(page, 'waiting for a client');
    expect(await page.locator('h1').innerText()).toBe('Hosted run 0b1c2d');
    expect(await page.locator('.big').innerText()).toBe('0 of 2 cases');
    other.step({}, { kinds: [] });
    await page.getByText('No message has come yet.').waitFor();
  });

  it('where to look if no hosted run is at this address', async () => {
    const session = new FakeSession();
    session.refuse('hosted/read', 'this mock is no hosted run');
    const { page } = await opened('hosted', session);
    await page.getByText('this mock is no hosted run').waitFor();
    await page.getByRole('link', { name: 'Open the inspector' }).click();
    await page.getByRole('heading', { name: 'Proctor inspector' }).waitFor();
  });

  it('the inspector of the same run, or of one case', async () => {
    const { page } = await inStep();
    await page.locator('button.cell.fail').click();
    expect(await page.getByRole('link', { name: 'its messages' }).getAttribute('href')).toBe(
      '/inspector#token=secret&filter=session:mcp.client.http.session-gone',
    );
    await page.getByRole('link', { name: 'Inspector', exact: true }).click();
    await page.locator('.row', { hasText: 'tools/call' }).waitFor();
  });

  it('markup of a client, of a case and of a message as text', async () => {
    const { page, session, complaints } = await inStep();
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202eabc\u001b[31m';
    session.say('target', { jsonrpc: '2.0', id: 8, method: evil, params: { [evil]: evil } }, { summary: evil });
    const id = `mcp.client.${evil}.x`;
    session.cases.push({ id });
    session.judge({ id, title: evil, verdict: 'fail', problem: evil, requirements: [evil] });
    const entries = [1, 2].map((one) => ({
      ...{ name: `${evil}${one}`, state: 'waiting' as const, case: id, title: evil, waits: evil, connected: true },
    }));
    session.step(
      { id: 6, title: evil, parts: [{ text: evil, copy: evil, progress: evil, state: 'now' }] },
      {
        ...{ id: evil, role: evil, versions: [evil], client: evil, notice: evil, entries },
        configurations: [{ title: evil, text: evil, hint: evil }],
        kinds: [{ title: evil, state: 'now', cases: [id] }],
      },
    );
    await standing(page, '<img');
    await page.locator('button.cell.fail').first().click();
    await page.locator('.about').waitFor();
    const clean = async () => {
      expect(await page.locator('#app img, #app script').count()).toBe(0);
      const text = await page.locator('#app').innerText();
      expect(text).toContain('⟨U+202E⟩abc␛[31m');
      expect(text).not.toContain('\u202e');
      expect(await page.locator('#app').innerHTML()).not.toContain('\u202e');
      expect(await page.title()).not.toMatch(/^[12]$/);
    };
    await clean();
    expect(await page.locator('#said').innerText()).toContain('New step: <img');
    session.stand({ state: 'ended', report: evil });
    await page.locator('.result').waitFor();
    await clean();
    expect(complaints).toEqual([]);
  });
});
