import type { LoginWeb } from './web.js';

/** How many pages a visit may lead over. */
const MOST_PAGES = 10;

/**
 * Visits a page as a browser would in which nobody sits: it goes where the pages send it, until that is the address `back`. Resolves with
 * that address. Rejects where a page sends nowhere, as one does that asks somebody to sign in.
 */
export async function visit(web: LoginWeb, page: URL, back: string): Promise<URL> {
  let at = page;
  for (let count = 0; count < MOST_PAGES; count++) {
    const { status, headers } = await web.get(at.href);
    const { location } = headers;
    if (status < 300 || status >= 400 || location === undefined)
      throw new Error(`the page at ${at.origin}${at.pathname} sends nobody back: HTTP ${status}`);
    at = new URL(location, at);
    if (`${at.origin}${at.pathname}` === back) return at;
  }
  throw new Error(`the page at ${page.origin}${page.pathname} leads over more than ${MOST_PAGES} pages`);
}
