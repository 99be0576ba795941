import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NARROW, type Size, WIDE } from './testing/browser.js';
import { describePage, flaws, openedAt } from './testing/page.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SITE = join(ROOT, 'dist-site/www');
const TYPES: { readonly [extension: string]: string } = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{ '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2' },
};

/** Serves the built site as a host of static files does. */
function serveSite(): Server {
  return createServer(({ url = '/' }, response) => {
    const path = join(SITE, decodeURIComponent(new URL(url, 'http://site').pathname));
    const file = [path, join(path, 'index.html'), `${path}.html`].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    response.writeHead(file ? 200 : 404, { 'content-type': TYPES[extname(file ?? '')] ?? 'text/plain' });
    response.end(file ? readFileSync(file) : 'nothing');
  });
}

describePage('the site', () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/site.mjs'], { cwd: ROOT, encoding: 'utf8' });
    expect(status, `a link that leads nowhere fails the build\n${stderr}`).toBe(0);
    server = serveSite();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 900_000);
  afterAll(() => void server?.close());

  const show = (path: string, size: Size = WIDE, theme: 'light' | 'dark' = 'light') =>
    openedAt(`${origin}${path}`, { size, theme });

  it('leads from the guides to a schema, a message and its definition, and loads nothing from elsewhere', async () => {
    const { page, complaints, requests } = await show('/');
    await page.getByRole('link', { name: 'Schemas', exact: true }).first().click();
    await page.locator('main').getByRole('link', { name: '2025-11-25' }).click();
    await page.locator('main').getByRole('link', { name: 'tools/call', exact: true }).first().click();
    await expect.poll(() => page.url()).toMatch(/\/schemas\/mcp\/2025-11-25\.html#toolscall$/);
    await page.locator('main').getByRole('link', { name: 'CallToolRequest', exact: true }).first().click();
    await expect.poll(() => page.url()).toMatch(/#calltoolrequest$/);
    await page.locator('h3#calltoolrequest').waitFor();
    expect(requests.filter((one) => !one.startsWith(origin) && !one.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('finds a requirement by its id and by its words, without a network', async () => {
    const { page } = await show('/');
    for (const words of ['MCP-PING-01', 'ping is answered promptly']) {
      await search(page, words);
      const found = page.locator('.VPLocalSearchBox .results a');
      const hrefs = () => found.evaluateAll((links) => links.slice(0, 3).map((one) => one.getAttribute('href')));
      await expect.poll(hrefs).toContain('/requirements/MCP-PING.html#mcp-ping-01');
      await page.keyboard.press('Escape');
    }
    await search(page, 'MCP-PING-01');
    await page.locator('.VPLocalSearchBox .results a').first().click();
    await page.locator('h2#mcp-ping-01').waitFor();
    expect(await page.locator('main').innerText()).toContain('mcp.server.ping.answer');
  });

  it.each([
    ['light', '/', WIDE],
    ['dark', '/schemas/mcp/2026-07-28', WIDE],
    ['dark', '/requirements/MCP-PING', NARROW],
    ['light', '/guides/test-a-server', NARROW],
  ] as const)(
    'is readable: axe finds nothing, and nothing is wider than the page (%s, %s, %o)',
    async (theme, path, size) => {
      const { page } = await show(path, size, theme);
      await page.locator('main h1').waitFor();
      expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(theme === 'dark');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
      expect(await flaws(page)).toEqual([]);
    },
  );

  it('keeps text of schemas as text', async () => {
    const { page } = await show('/schemas/target/v1');
    await page.locator('main h1').waitFor();
    expect(await page.locator('main').innerText()).toContain('${');
    expect(await page.locator('main script, main iframe').count()).toBe(0);
  });
});

async function search(page: Page, words: string): Promise<void> {
  await page.locator('#local-search button').click();
  await page.locator('.VPLocalSearchBox input').fill(words);
}
