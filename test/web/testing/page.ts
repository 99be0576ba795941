import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { LiveSession } from '../../../src/control/types.js';
import { launch, missing, open, type PageName, type Size, serve, WIDE } from './browser.js';

let browser: Browser;
const cleaning: (() => Promise<void>)[] = [];

export interface OpenOptions {
  size?: Size;
  theme?: 'light' | 'dark';
  hash?: string;
  /** False for a reader whose browser runs no script. */
  script?: boolean;
}

/** A page on a session. At the end of the test it is closed. */
export async function opened(name: PageName, session: LiveSession, more: OpenOptions = {}) {
  const server = await serve(session, 0, name);
  const { size = WIDE, theme = 'light', hash = '' } = more;
  const { page, complaints } = await open(browser, server.url + hash, size, theme);
  cleaning.push(async () => {
    await page.context().close();
    await server.close();
  });
  return { page, complaints, server };
}

/** A file in the browser, which has no network. At the end of the test it is closed. */
export async function openedFile(
  url: string,
  { size = WIDE, theme = 'light', hash = '', script = true }: OpenOptions = {},
) {
  const all = await open(browser, url + hash, size, theme, true, script);
  cleaning.push(() => all.page.context().close());
  return all;
}

/** An address that a program serves. At the end of the test it is closed. */
export async function openedAt(url: string, { size = WIDE, theme = 'light' }: OpenOptions = {}) {
  const all = await open(browser, url, size, theme);
  cleaning.push(() => all.page.context().close());
  return all;
}

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
export function describePage(title: string, tests: () => void): void {
  const why = missing === undefined ? '' : ` (skipped: ${missing})`;
  describe.skipIf(missing !== undefined)(`${title}${why}`, () => {
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
