// Takes the pictures of the HTML report in docs/pictures: `npm run pictures` calls it. They show a run on our reference with two defects.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.PROCTOR_CHROMIUM ?? '/usr/bin/chromium';
const DEFECTS = ['mcp.server.ping.error', 'mcp.server.tools.unknown-as-result'];

/** Takes them into `folder`, or says why not. @param proctor the program */
export async function takeReportPictures(proctor, folder) {
  if (!existsSync(CHROMIUM))
    return void console.error(`no pictures of the HTML report: there is no browser at ${CHROMIUM}`);
  const where = mkdtempSync(join(tmpdir(), 'proctor-pictures-report-'));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const command = [
      process.execPath,
      resolve(proctor),
      'mock',
      'mcp/server',
      ...DEFECTS.flatMap((id) => ['--mutant', id]),
    ];
    const target = { name: 'my-server', role: 'mcp/server', transports: { stdio: { command } } };
    writeFileSync(join(where, 'proctor.yaml'), JSON.stringify(target));
    const file = join(where, 'report.html');
    const args = [
      resolve(proctor),
      'run',
      'mcp.server.ping',
      'mcp.server.tools',
      '--slow',
      '10',
      '--reporter',
      `html=${file}`,
    ];
    spawnSync(process.execPath, args, { cwd: where, encoding: 'utf8' });
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    await page.goto(pathToFileURL(file).href);
    for (const [name, theme] of Object.entries({ report: 'light', 'report-dark': 'dark' })) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    }
  } finally {
    await browser.close();
    rmSync(where, { recursive: true });
  }
}
