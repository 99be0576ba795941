// Takes the pictures of the inspector in docs/pictures: `npm run pictures` calls it. They come from a browser, and so differ a little from machine
// to machine: nobody compares them.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.PROCTOR_CHROMIUM ?? '/usr/bin/chromium';
/** An agent that names no session in one update, and begins when the page is open. */
const agent = (proctor) => `import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
while (!existsSync('open')) await setTimeout(50);
process.argv.splice(2, 0, 'mock', 'acp/agent', '--mutant', 'acp.agent.wire.no-session');
await import(${JSON.stringify(proctor)});
`;

/** Takes them into `folder`, or says why not. */
export async function takeInspectorPictures(proctor, folder) {
  if (!existsSync(CHROMIUM))
    return void console.error(`no pictures of the inspector: there is no browser at ${CHROMIUM}`);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const take = async (name, theme) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    };
    await ofMock(proctor, page, take);
    await ofRun(proctor, page, take);
  } finally {
    await browser.close();
  }
}

async function ofMock(proctor, page, take) {
  const cwd = mkdtempSync(join(tmpdir(), 'demo-'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(cwd, 'my-agent.js'), agent(proctor));
  const prompts = ['think', 'write out.txt hello', 'edit out.txt'].flatMap((text) => ['--prompt', text]);
  const args = [proctor, 'mock', 'acp/client', '--inspect', ...prompts, '--', 'node', 'my-agent.js'];
  const mock = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await page.goto(await addressOf(mock));
    await page.getByText('waiting for the agent').waitFor();
    writeFileSync(join(cwd, 'open'), '');
    await page.locator('.banner.wait').waitFor();
    await page.keyboard.press('p');
    await page.locator('.opts').first().waitFor();
    await take('inspector-question', 'dark');
    await page.keyboard.press('d');
    await page.locator('.banner.wait').waitFor({ state: 'detached' });
    await page.keyboard.press('N');
    await page.locator('.finding').waitFor();
    await take('inspector', 'light');
    await take('inspector-dark', 'dark');
  } finally {
    mock.kill();
    rmSync(cwd, { recursive: true });
  }
}

/** A run of a server with a defect, over: the list of its cases, and the messages of the one that failed. */
async function ofRun(proctor, page, take) {
  const cwd = mkdtempSync(join(tmpdir(), 'demo-'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(
    join(cwd, 'my-server.js'),
    `process.argv.splice(2, 0, 'mock', 'mcp/server', '--mutant', 'mcp.server.ping.error');\nawait import(${JSON.stringify(proctor)});\n`,
  );
  const chosen = ['mcp.server.tools.list', 'mcp.server.ping', 'mcp.server.resources.read'];
  const args = [proctor, 'run', '--role', 'mcp/server', ...chosen, '--inspect', '--', 'node', 'my-server.js'];
  const run = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await page.goto(await addressOf(run));
    await page.locator('.chip', { hasText: 'the run ended' }).waitFor({ timeout: 60_000 });
    // Those that failed come first.
    await page.locator('nav h2', { hasText: 'Cases' }).locator('~ ul').first().locator('button').first().click();
    await page.locator('.row', { hasText: 'MCP-PING' }).first().click();
    await page.locator('.finding').waitFor();
    await take('inspector-run', 'light');
  } finally {
    run.kill();
    rmSync(cwd, { recursive: true });
  }
}

function addressOf(program) {
  return new Promise((resolve, reject) => {
    let said = '';
    program.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const [, url] = /inspector at (\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    program.on('exit', () => reject(new Error(`the mock ended: ${said}`)));
  });
}
