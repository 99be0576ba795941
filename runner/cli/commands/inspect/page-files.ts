import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ServerExchange } from '../../../../src/wire/http/server.js';
import { packageRoot } from '../../root.js';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing comes from elsewhere, no text becomes a program, and no other page shows this one in a frame. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Where the built pages are. */
const folder = () => join(packageRoot, 'dist', 'web');

/** Whether this package has its pages: a build from source may not be there yet. */
export const hasPages = (): boolean => existsSync(folder());

/** Answers requests for the files of the pages, by their names alone; `/` is this page, and each has its name, too, such as `/inspector`. */
export function pageFiles(page: 'inspector' | 'hosted'): (exchange: ServerExchange) => void {
  return (exchange) => {
    const { method, path } = exchange;
    const asked = path.replace(/[?#].*$/s, '').slice(1) || `${page}.html`;
    // Looked up among what is there: nothing of a path is followed.
    const name = readdirSync(folder()).find((one) => one === asked || one === `${asked}.html`);
    if (method !== 'GET' && method !== 'HEAD') {
      exchange.head(405, { ...HEADERS, allow: 'GET, HEAD' });
      exchange.end();
      return;
    }
    if (name === undefined) {
      exchange.head(404, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
      exchange.text('There is no such file\n');
      return;
    }
    exchange.head(200, { ...HEADERS, 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
    exchange.text(method === 'HEAD' ? '' : readFileSync(join(folder(), name)));
  };
}
