// Takes the pictures of the page of a hosted run in docs/pictures: `npm run pictures` calls it. A client that a person starts is not there when
// they are taken, so the run behind the page is the one of its tests.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.PROCTOR_CHROMIUM ?? '/usr/bin/chromium';
const WEB = 'dist/web';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Takes them into `folder`, or says why not. */
export async function takeHostedPictures(folder) {
  if (!existsSync(CHROMIUM))
    return void console.error(`no pictures of a hosted run: there is no browser at ${CHROMIUM}`);
  const { serveDemo } = await bundled('test/web/testing/hosted-demo.entry.ts');
  const server = await serveDemo(answer);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(server.url);
    await page.locator('.seen li').first().waitFor();
    for (const [name, theme] of Object.entries({ hosted: 'light', 'hosted-dark': 'dark' })) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

/** A module in TypeScript. */
async function bundled(entry) {
  const outfile = 'node_modules/.cache/proctor/hosted-demo.mjs';
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, packages: 'external', logLevel: 'warning' },
    ...{ format: 'esm', platform: 'node', target: 'node20' },
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** The files of the page. */
function answer(exchange) {
  const asked = exchange.path.replace(/[?#].*$/s, '').slice(1) || 'hosted.html';
  const name = readdirSync(WEB).find((one) => one === asked);
  exchange.head(name === undefined ? 404 : 200, { 'content-type': TYPES[extname(name ?? '')] ?? 'text/plain' });
  exchange.text(name === undefined ? '' : readFileSync(join(WEB, name)));
}
