import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SdkLogin, sdkClient } from '../testing/mcp-login.js';
import { it, PROCTOR, type Running } from '../testing/program.js';
import { addressOf } from '../testing/steering.js';
import { describeInBrowser, filter, rows, tab } from './testing/inspector.js';
import { flaws, openedAt } from './testing/page.js';

const node = process.execPath;

/** The page of a program that listens, and where it listens. */
async function listening(running: Running) {
  const line = running.firstLine();
  const at = await addressOf(running);
  return { ...(await openedAt(at)), url: (await line).replace('listening on ', '') };
}

async function sdk(url: string): Promise<Client> {
  const client = new Client({ name: 'sdk', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** The entries of the list of cases. */
const cases = (page: Page) => page.locator('nav h2', { hasText: 'Cases' }).locator('~ ul').first().locator('button');

describeInBrowser('of a program', () => {
  it('lists the cases of a run as they end, those that failed first, and shows the messages of one', async ({
    sandbox,
  }) => {
    const target = [node, PROCTOR, 'mock', 'mcp/server', '--mutant', 'mcp.server.ping.says-more'];
    const chosen = ['mcp.server.ping.answer', 'mcp.server.ping.often', 'mcp.server.base.unknown-method'];
    const words = ['run', '--inspect', '--role', 'mcp/server', ...chosen];
    const running = sandbox.start([...words, '--', ...target]);
    const { page, complaints } = await openedAt(await addressOf(running));
    await page.locator('.chip', { hasText: 'the run ended' }).waitFor({ timeout: 60_000 });
    const texts = await cases(page).allInnerTexts();
    const failed = texts.filter((text) => text.includes('✗ fail'));
    expect(failed.length).toBeGreaterThan(0);
    expect(texts.slice(0, failed.length)).toEqual(failed);
    expect(texts.filter((text) => text.includes('✓ pass')).length).toBeGreaterThan(0);
    const over = texts.length;
    await page.getByText(`${over} of ${over} cases over, ${failed.length} failed`).waitFor();
    await cases(page).first().click();
    const id = /mcp\.\S+/.exec(failed[0]!)![0];
    await expect.poll(() => filter(page).inputValue()).toBe(`session:${id}`);
    expect(await page.locator('.row', { hasText: 'ping' }).count()).toBeGreaterThan(0);
    await page.locator('.row', { hasText: 'MCP-PING-01' }).first().click();
    await page.locator('.finding', { hasText: 'MCP-PING-01' }).waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
    expect((await running.done).exit).toBe(1);
  });

  it('switches tokens and keys of the authorization server, and a client that has logged in meets them', async ({
    sandbox,
  }) => {
    const running = sandbox.start(['mock', 'mcp/server', '--auth', '--inspect']);
    const { page, url, complaints } = await listening(running);
    const login = new SdkLogin();
    const { client, withLogin } = await sdkClient(url, login);
    const echo = () => client.callTool({ name: 'echo', arguments: { message: 'hello' } });
    await withLogin(echo);
    const first = login.tokens()!.access_token;
    const logins = login.pages.length;
    const press = async (name: string, said: string) => {
      await tab(page, 'Faults');
      await page.getByRole('button', { name }).click();
      await page.getByText(said).first().waitFor();
    };
    await press('Let tokens expire', 'Every token so far is expired.');
    await echo();
    const second = login.tokens()!.access_token;
    expect(second, 'it was refreshed').not.toBe(first);
    expect(login.pages).toHaveLength(logins);
    await press('Sign with new keys', 'The authorization server signs with new keys.');
    await press('Let tokens expire', 'Every token so far is expired.');
    await echo();
    const kid = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
    expect(kid(login.tokens()!.access_token), 'another key').not.toBe(kid(second));
    await press('Revoke tokens', 'Every token so far is revoked.');
    await expect(echo(), 'not even refreshed').rejects.toThrow('The refresh token is not valid any more');
    expect(complaints).toEqual([]);
    const shown = await page.locator('#app').innerText();
    for (const secret of login.secrets) expect(shown).not.toContain(secret);
    await client.close();
    running.signal('SIGTERM');
    await running.done;
  });

  it('shows a message that is too long to keep with its method, its pair and its beginning', async ({ sandbox }) => {
    const running = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--inspect']);
    const { page, url, complaints } = await listening(running);
    const client = await sdk(url);
    await client.callTool({ name: 'echo', arguments: { message: 'y'.repeat(2_000_000) } });
    const row = page.locator('.row', { hasText: 'yyyy' });
    await row.nth(1).waitFor();
    const [request, reply] = await row.allInnerTexts();
    expect(request).toMatch(/tools\/call.*echo/s);
    expect(request).not.toContain('↩');
    expect(reply).toContain('↩ tools/call');
    await row.first().click();
    await page.getByText('long texts and lists are cut here').waitFor();
    expect(await page.locator('.json').innerText()).toContain('"name": "echo"');
    await filter(page).fill('tool:echo size:>1000k');
    await expect.poll(async () => (await rows(page)).length).toBe(2);
    expect(complaints).toEqual([]);
    await client.close();
    running.signal('SIGTERM');
    await running.done;
  });

  it('links to the other pages of this machine, but for one that others may open', async ({ sandbox }) => {
    const words = ['mock', 'mcp/server', '--transport', 'http', '--inspect'];
    const first = sandbox.start(words);
    const { page, complaints } = await listening(first);
    const second = sandbox.start(words);
    const other = await addressOf(second);
    const links = (from: Page) =>
      from.locator('nav a.entry').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    await expect.poll(() => links(page), { timeout: 10_000 }).toContain(other);
    expect(await flaws(page)).toEqual([]);
    await page.locator(`nav a.entry[href="${other}"]`).click();
    await page.waitForURL((url) => url.origin === new URL(other).origin);
    await expect.poll(() => links(page), { timeout: 10_000 }).not.toEqual([]);
    expect(await links(page)).not.toContain(other);

    const shared = sandbox.start([...words, '--host', '127.0.0.2']);
    const elsewhere = await openedAt(await addressOf(shared));
    await elsewhere.page.locator('.chip', { hasText: 'waiting' }).waitFor();
    // As long as the page takes to ask again.
    await elsewhere.page.waitForTimeout(3_500);
    expect(await links(elsewhere.page)).toEqual([]);
    expect([...complaints, ...elsewhere.complaints]).toEqual([]);
    for (const running of [first, second, shared]) running.signal('SIGTERM');
    for (const running of [first, second, shared]) await running.done;
  });

  it('says that a mock or a proxy was stopped, and stays as it is', async ({ sandbox }) => {
    const mock = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--inspect']);
    const { page, url } = await listening(mock);
    const proxy = sandbox.start(['proxy', '--role', 'mcp/server', '--url', url, '--inspect']);
    const between = await listening(proxy);
    const client = await sdk(between.url);
    await between.page.locator('.row', { hasText: 'initialize' }).first().waitFor();
    await client.close();
    for (const [one, program, what] of [
      [between.page, proxy, 'The proxy was stopped'],
      [page, mock, 'The mock was stopped'],
    ] as const) {
      program.signal('SIGTERM');
      await program.done;
      await one.locator('.banner', { hasText: what }).waitFor();
      await one.locator('.banner', { hasText: 'Proctor has ended' }).waitFor();
      expect(await one.locator('.top').innerText()).not.toContain('disconnected');
      expect(await one.locator('.row', { hasText: 'initialize' }).count()).toBeGreaterThan(0);
    }
  });
});
