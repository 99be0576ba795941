import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { launch, missing, open, type Size, serve, WIDE } from './browser.js';
import { converse } from './conversation.js';
import { FakeSession } from './fake-session.js';

let browser: Browser;
const cleaning: (() => Promise<void>)[] = [];

/** A page on a session; at the end it is closed, and the browser must have had nothing to complain of. */
export async function shown(session: FakeSession, more: { size?: Size; theme?: 'light' | 'dark'; hash?: string } = {}) {
  const server = await serve(session);
  const { size = WIDE, theme = 'light', hash = '' } = more;
  const { page, complaints } = await open(browser, server.url + hash, size, theme);
  cleaning.push(async () => {
    await page.context().close();
    await server.close();
  });
  await page
    .locator('.chip', { hasText: /live|waiting|recording|ended|dropped/ })
    .first()
    .waitFor();
  return { page, complaints, server };
}

/** A page with the conversation. */
export async function live(more: Parameters<typeof shown>[1] = {}) {
  const session = new FakeSession();
  converse(session);
  const opened = await shown(session, more);
  await opened.page.locator('.row').first().waitFor();
  return { session, ...opened };
}

export const filter = (page: Page) => page.locator('#filter');
export const rows = (page: Page) => page.locator('.row').allInnerTexts();
export const selected = (page: Page) => page.locator('.row.sel').innerText();
export const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
/** The text of the editor, which is in a shadow tree. */
export const edited = (page: Page) => page.locator('.cm-content').innerText();

/** What axe finds wrong, in one line each. */
export async function flaws(page: Page): Promise<string[]> {
  // A policy forbids scripts in the page; the debugger may evaluate.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          root: unknown,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary}`),
    );
  });
}

/** Is called when the test is over. */
export const atEnd = (...clean: (() => Promise<void>)[]): void => void cleaning.push(...clean);

/** Another page of the same browser. */
export async function another(url: string): Promise<Page> {
  const { page } = await open(browser, url, WIDE, 'light');
  atEnd(() => page.context().close());
  return page;
}

/** Tests that need a browser; without one they are skipped, and the title says why. */
export function describeInBrowser(name: string, tests: () => void): void {
  const why = missing === undefined ? '' : ` (skipped: ${missing})`;
  describe.skipIf(missing !== undefined)(`the page of the inspector ${name}${why}`, () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterEach(async () => {
      for (const clean of cleaning.splice(0)) await clean();
    });
    afterAll(() => browser?.close());
    tests();
  });
}
