import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from './testing/conversation.js';
import { FakeSession } from './testing/fake-session.js';
import { describeInBrowser, edited, live, rows, selected, shown, tab } from './testing/inspector.js';

/** Chooses a method of the form, once the page has read which session the other side named: it reads a little in each frame. */
const choose = (page: Page, method: string) =>
  expect
    .poll(async () => {
      await page.getByLabel('method').selectOption(method);
      return page.getByLabel('sessionId').inputValue();
    })
    .toBe('session_1');

describeInBrowser('steers', () => {
  it('the answer to a question, by its buttons and by an edited reply', async () => {
    const { page, session } = await live();
    ask(session);
    await page.getByText('1 request waits for your answer').waitFor();
    expect(await page.locator('#said').innerText()).toContain('A request waits for your answer');
    expect(await page.title()).toContain('(1)');
    await page.getByRole('button', { name: /^Show it/ }).click();
    expect(await page.locator('.opts').first().locator('button').allInnerTexts()).toEqual([
      'Allow\na',
      'Always allow\nA',
      'Reject\nd',
      'Always reject\nD',
    ]);
    expect(await page.locator('.cmd').innerText()).toContain('tool: "Write *"');
    await page.locator('.opts').getByRole('button', { name: 'Always reject' }).click();
    await page.locator('.banner.wait').waitFor({ state: 'detached' });
    expect(session.last('pending/answer')).toEqual({
      id: 'p1',
      reply: { result: { outcome: { outcome: 'selected', optionId: 'reject-always' } } },
    });
    ask(session);
    await page.getByRole('button', { name: 'Edit the reply…' }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('{"result": {"outcome": 7}}');
    await page.getByRole('button', { name: 'Answer with this' }).click();
    await page.locator('.banner.wait').waitFor({ state: 'detached' });
    expect(session.last('pending/answer')).toEqual({ id: 'p1', reply: { result: { outcome: 7 } } });
  });

  it('which requests wait for a person', async () => {
    const { page, session } = await live();
    await tab(page, 'Answer');
    await page.getByLabel('elicitation/create').click();
    await page.getByText('elicitation/create wait for you from now on').waitFor();
    expect(session.last('pending/hold')).toEqual({ methods: ['session/request_permission', 'elicitation/create'] });
    expect(await page.getByLabel('elicitation/create').isChecked()).toBe(true);
  });

  it('a message from a form, with values that the other side listed', async () => {
    const { page, session } = await live();
    await tab(page, 'Send');
    await choose(page, 'session/set_mode');
    expect(
      await page
        .locator('datalist')
        .nth(1)
        .locator('option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).toEqual(['code', 'ask']);
    await page.getByLabel('modeId').fill('code');
    await page.locator('p.hint', { hasText: 'Changes files and runs commands without asking.' }).waitFor();
    await expect.poll(() => edited(page)).toContain('"modeId": "code"');
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.locator('.pane').getByRole('button', { name: 'message 17' }).waitFor();
    expect(session.last('message/send')).toEqual({
      message: { jsonrpc: '2.0', method: 'session/set_mode', params: { sessionId: 'session_1', modeId: 'code' } },
      request: true,
    });
    await page.locator('.row', { hasText: 'mine' }).waitFor();
  });

  it('lists, alternatives, choices and booleans of a form, and the JSON beside it', async () => {
    const { page } = await live();
    await tab(page, 'Send');
    await choose(page, 'session/prompt');
    await page.getByRole('button', { name: 'Add to prompt' }).click();
    await page.getByLabel('text', { exact: false }).last().fill('hello');
    await page.getByRole('button', { name: 'Add to prompt' }).click();
    await page.getByLabel('kind of prompt 2').selectOption('type: resource_link');
    await page.getByText('2 optional members').click();
    await page.getByLabel('loud').selectOption('true');
    await page.getByLabel('level').selectOption('high');
    await expect
      .poll(async () => JSON.parse((await edited(page)).replaceAll('\u00a0', ' ')))
      .toEqual({
        jsonrpc: '2.0',
        method: 'session/prompt',
        params: {
          sessionId: 'session_1',
          prompt: [
            { type: 'text', text: 'hello' },
            { type: 'resource_link', uri: '' },
          ],
          loud: true,
          level: 'high',
        },
      });
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('{"method": "session/prompt", "params": {"sessionId": "s_9"}}');
    await expect.poll(() => page.getByLabel('sessionId').inputValue()).toBe('s_9');
  });

  it('a message that breaks its schema, after a confirmation', async () => {
    const { page, session } = await live();
    session.problems = [{ path: '/modeId', message: 'must be a string' }];
    await tab(page, 'Send');
    await page.getByLabel('method').selectOption('session/set_mode');
    await page.getByRole('button', { name: /^Send Ctrl/ }).click();
    expect(await page.locator('[role=alert]').innerText()).toMatch(/It was not sent.*\/modeId\s+must be a string/s);
    expect(session.lines).toHaveLength(16);
    await page.getByRole('button', { name: 'Send it anyway' }).click();
    await page.locator('.row', { hasText: 'mine' }).waitFor();
    expect(session.last('message/send')).toMatchObject({ invalid: true });
  });

  it('faults and permissive variants', async () => {
    const { page, session } = await live();
    await page.getByRole('button', { name: '1 fault on' }).click();
    await page.getByLabel('The next reply of the mock never comes').click();
    await page.getByRole('button', { name: '2 faults on' }).waitFor();
    await page.getByLabel('Ends a turn with an update').click();
    await expect.poll(() => session.last('permissive/set')).toEqual({ name: 'closing-update', on: true });
    await page.locator('.pane').getByRole('button', { name: 'message 9' }).click();
    expect(await selected(page)).toContain('write out.txt hello');
    await tab(page, 'Faults');
    await page.getByText('Add a fault').click();
    await page.getByLabel('name').fill('mine');
    await page.getByLabel('rule YAML').fill('sends: {}');
    await page.getByRole('button', { name: 'Add and switch on' }).click();
    await page.locator('.pane').getByText('1:1 a rule needs do').waitFor();
    await page.getByLabel('rule YAML').fill('sends: { any: true }\ndo: drop\n');
    await page.getByRole('button', { name: 'Add and switch on' }).click();
    await page.getByLabel('The rule mine').waitFor();
    expect(session.last('fault/set')).toEqual({ id: 'mine', on: true, rule: 'sends: { any: true }\ndo: drop\n' });
  });

  it('the time of a stepped clock', async () => {
    const session = new FakeSession({ clock: 'stepped', now: 500, can: ['clock'] });
    const { page } = await shown(session);
    await tab(page, 'Faults');
    await page.getByRole('button', { name: '+1 s' }).click();
    await page.getByText('1.500 s', { exact: true }).waitFor();
    expect(session.last('clock/advance')).toEqual({ ms: 1000 });
  });

  it('exports, and cases of selected rows', async () => {
    const { page, session } = await live();
    const saved = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()]);
      return download.suggestedFilename();
    };
    await page.getByRole('button', { name: /^Export/ }).click();
    expect(await saved(() => page.getByRole('button', { name: 'HAR file' }).click())).toBe('session.har');
    expect(await page.locator('.banner').innerText()).toContain('stdio is not in a HAR file');
    await page.locator('.row').nth(2).click();
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    expect(await saved(() => page.keyboard.press('s'))).toBe('session.yaml');
    expect(session.last('recording/save')).toEqual({ format: 'case', lines: [2, 3] });
    await page.getByRole('button', { name: /^Export/ }).click();
    expect(await saved(() => page.getByRole('button', { name: 'Page of 2 selected rows' }).click())).toBe(
      'session.html',
    );
    expect(session.last('recording/save')).toEqual({ format: 'html', lines: [2, 3] });
    await page.getByRole('button', { name: /^Export/ }).click();
    expect(await saved(() => page.getByRole('button', { name: 'Page (HTML)' }).click())).toBe('session.html');
    expect(session.last('recording/save')).toEqual({ format: 'html' });
  });

  it('pausing: the list stands still, the traffic does not', async () => {
    const { page, session } = await live();
    await page.keyboard.press('Space');
    session.burst([
      ['kit', { method: 'a' }],
      ['kit', { method: 'b' }],
    ]);
    await page.getByText('paused, 2 new').waitFor();
    expect(await rows(page)).toHaveLength(16);
    await page.keyboard.press('Space');
    await page.locator('.row').nth(17).waitFor();
  });
});
