import type { OAuthWeb, WebAnswer } from '../web.js';

/** Shows a page to a user. Resolves with the address that it comes back to, below `back`; rejects if nobody comes back. */
export type Browser = (page: URL, back: string) => Promise<URL>;

/** How many pages a visit may lead over. */
const MOST_PAGES = 10;
/** How many cookies are kept. */
const MOST_COOKIES = 100;

/**
 * A browser in which nobody sits: it goes where the pages send it, with their cookies, until that is the address it waits for. It rejects
 * if a page sends nowhere, as one does that asks somebody to sign in.
 */
export function browserOf(web: OAuthWeb): Browser {
  return async (page, back) => {
    const { at, status } = await visit(web, page, (next) => `${next.origin}${next.pathname}` === back);
    if (status === undefined) return at;
    throw new Error(`the page at ${at.origin}${at.pathname} sends nobody back: HTTP ${status}`);
  };
}

/**
 * Goes where a page sends its visitor, with the cookies of each origin, and returns where that ends: at the first address that `ends`
 * says, which is not asked any more, or at the first page that sends nowhere, with its status. Rejects if a page can't be had, and after ten.
 *
 * @param reloads asked if nobody listens yet at an address that a page sends to: whether that is tried again, once it resolves
 */
export async function visit(
  web: OAuthWeb,
  page: URL,
  ends: (next: URL) => boolean = () => false,
  reloads: () => Promise<boolean> = async () => false,
): Promise<{ at: URL; status: number | undefined }> {
  const cookies = new Map<string, string>();
  let at = page;
  for (let count = 0; count < MOST_PAGES; count++) {
    const cookie = cookiesFor(cookies, at.origin);
    const load = () => web.get(at.href, cookie === '' ? {} : { cookie });
    const { status, headers } = await (count === 0 ? load() : loaded(load, reloads));
    keep(cookies, at.origin, headers['set-cookie']);
    const { location } = headers;
    if (status < 300 || status >= 400 || location === undefined) return { at, status };
    at = new URL(location, at);
    if (ends(at)) return { at, status: undefined };
  }
  throw new Error(`the page at ${page.origin}${page.pathname} leads over more than ${MOST_PAGES} pages`);
}

async function loaded(load: () => Promise<WebAnswer>, reloads: () => Promise<boolean>): Promise<WebAnswer> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!String(error).endsWith(': connection refused') || !(await reloads())) throw error;
    }
  }
}

/** Cookies go back to their origin, whatever path they name: it is one visit. */
const cookiesFor = (cookies: ReadonlyMap<string, string>, origin: string) =>
  [...cookies]
    .flatMap(([key, value]) => (key.startsWith(`${origin} `) ? `${key.slice(origin.length + 1)}=${value}` : []))
    .join('; ');

/** Several fields come joined by commas, which also stand in dates: a cookie begins after one that a name and `=` follow. */
function keep(cookies: Map<string, string>, origin: string, field = ''): void {
  for (const one of field.split(/,(?=\s*[^\s;,=]+=)/)) {
    const [, name, value] = /^\s*([^\s;,=]+)=([^;]*)/.exec(one) ?? [];
    if (name === undefined) continue;
    // Without a value it is taken back.
    if (value === '') cookies.delete(`${origin} ${name}`);
    else if (cookies.size < MOST_COOKIES) cookies.set(`${origin} ${name}`, value!);
  }
}
