import type { Page } from 'playwright-core';
import { converse } from './conversation.js';
import { FakeSession } from './fake-session.js';
import { describePage, type OpenOptions, opened } from './page.js';

/** A page on a session, once it is connected. */
export async function shown(session: FakeSession, more: OpenOptions = {}) {
  const all = await opened('inspector', session, more);
  await all.page
    .locator('.chip', { hasText: /live|waiting|recording|ended|dropped/ })
    .first()
    .waitFor();
  return all;
}

/** A page with the conversation. */
export async function live(more: OpenOptions = {}) {
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

export const describeInBrowser = (name: string, tests: () => void): void =>
  describePage(`the page of the inspector ${name}`, tests);
