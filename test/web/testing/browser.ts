import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { serveControl } from '../../../src/control/server.js';
import type { LiveSession } from '../../../src/control/types.js';
import { mockLimits } from '../../../src/wire/limits.js';

/** Debian's browser; elsewhere an environment variable says where one is. */
const CHROMIUM = process.env.PROCTOR_CHROMIUM ?? '/usr/bin/chromium';
/** Why no browser test can run, or undefined. */
export const missing = existsSync(CHROMIUM) ? undefined : `there is no browser at ${CHROMIUM}`;

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });

const WEB = resolve(import.meta.dirname, '../../../dist/web');
const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export type PageName = 'inspector' | 'hosted';

/** Serves a built page for a session, as Proctor does. */
export function serve(
  session: LiveSession,
  port = 0,
  page: PageName = 'inspector',
): Promise<{ url: string; close(): Promise<void> }> {
  const files = new Map(readdirSync(WEB).map((name) => [`/${name}`, name]));
  files.set('/', `${page}.html`);
  files.set('/inspector', 'inspector.html');
  return serveControl(session, {
    port,
    token: 'secret',
    limits: mockLimits,
    onExchange: (exchange) => {
      const name = files.get(exchange.path.replace(/[?#].*$/s, ''));
      const type = TYPES[extname(name ?? '')] ?? 'text/plain';
      exchange.head(name === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': POLICY });
      exchange.text(name === undefined ? 'nothing' : readFileSync(join(WEB, name)));
    },
  });
}

export interface Size {
  width: number;
  height: number;
}

export const WIDE: Size = { width: 1280, height: 800 };
export const NARROW: Size = { width: 390, height: 844 };

/** A page at an address. What the browser complains of, such as a breach of the policy, is in `complaints`, and what it asks for in `requests`. */
export async function open(
  browser: Browser,
  url: string,
  size: Size,
  theme: 'light' | 'dark',
  offline = false,
  javaScriptEnabled = true,
): Promise<{ page: Page; complaints: string[]; requests: string[] }> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    offline,
    javaScriptEnabled,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.setDefaultTimeout(15_000);
  await page.goto(url);
  return { page, complaints, requests };
}
