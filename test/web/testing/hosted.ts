import type { Page } from 'playwright-core';
import { HostedSession } from './hosted-session.js';
import { describePage, type OpenOptions, opened } from './page.js';

/** The page of a hosted run that waits for its client. */
export async function shownHosted(more: OpenOptions = {}, session = new HostedSession()) {
  const all = await opened('hosted', session, more);
  await standing(all.page, 'waiting for a client');
  return { session, ...all };
}

/** The same in the middle of a step, with messages and verdicts. */
export async function inStep(more: OpenOptions = {}) {
  const all = await shownHosted(more);
  all.session.begin();
  all.session.talk();
  all.session.step();
  await ready(all.page, 'Call a tool');
  return all;
}

/** Until the header says so. */
export const standing = (page: Page, text: string) => page.locator('#standing', { hasText: text }).waitFor();

/** Until this step is shown, and takes answers. */
export async function ready(page: Page, title: string): Promise<void> {
  await page.locator('#step', { hasText: title }).waitFor();
  await page.locator('.waits button[aria-disabled="true"]').first().waitFor({ state: 'detached' });
}

/** A button by the whole of its name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const describeHosted = (name: string, tests: () => void): void =>
  describePage(`the page of a hosted run ${name}`, tests);
