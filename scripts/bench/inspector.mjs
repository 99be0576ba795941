// How smooth the page of the inspector is with 10,000 messages: the longest task of its thread while it loads, scrolls and filters them, in ms.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.PROCTOR_CHROMIUM ?? '/usr/bin/chromium';
const CALLS = 5000;
const FILTERS = ['tool:rare kind:request', 'line 49', 'size:>100', 'verdict:fail', 'took:>1s', ''];

/** A recording of calls, one in fifty of another tool, and one in a thousand answered wrongly. */
function recording() {
  const head = {
    ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '2025-11-25', transport: 'stdio' },
    roles: { kit: 'mcp/client', target: 'mcp/server' },
  };
  const lines = [head];
  const add = (from, message, findings = []) => {
    const seq = lines.length - 1;
    lines.push({
      type: 'message',
      record: { kind: 'message', seq, time: seq, from, channel: 'main', message },
      findings,
    });
  };
  for (let id = 0; id < CALLS; id++) {
    const name = id % 50 === 0 ? 'rare' : 'echo';
    add('kit', { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { message: `line ${id}` } } });
    const finding = {
      ...{ rule: 'schema', requirement: 'MCP-BASE-16', level: 'must', blame: 'target', label: 'invalid' },
      ...{ message: 'unknown content type', path: '/result/content/0/type' },
    };
    const content = [{ type: id % 1000 === 7 ? 'txt' : 'text', text: `line ${id}` }];
    add('target', { jsonrpc: '2.0', id, result: { content } }, id % 1000 === 7 ? [finding] : []);
  }
  lines.push({ type: 'footer', messages: lines.length - 1 });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The longest tasks (ms) of loading, scrolling and filtering; undefined without a browser. */
export async function inspectorTasks() {
  if (!existsSync(CHROMIUM)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  const file = join(folder, 'session.ndjson');
  writeFileSync(file, recording());
  const server = spawn(process.execPath, ['dist/bin/proctor.mjs', 'inspect', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const url = await addressOf(server);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(() => {
      globalThis.tasks = [0];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.tasks.push(duration);
      }).observe({ type: 'longtask' });
    });
    /** The longest task since the last time it was asked for. */
    const longest = () => page.evaluate(() => Math.max(...globalThis.tasks.splice(0, globalThis.tasks.length, 0)));
    await page.goto(url);
    await page
      .getByText(`of ${(CALLS * 2) / 1000},000`)
      .first()
      .waitFor();
    const loaded = await longest();
    await page.mouse.move(500, 400);
    for (let turn = 0; turn < 100; turn++) await page.mouse.wheel(0, turn % 2 === 0 ? -4000 : 3000);
    for (let press = 0; press < 100; press++) await page.keyboard.press('PageUp');
    const scrolled = await longest();
    for (const filter of FILTERS) {
      await page.locator('#filter').fill(filter);
      await page.waitForTimeout(500);
    }
    return { loaded, scrolled, filtered: await longest() };
  } finally {
    await browser.close();
    server.kill();
    rmSync(folder, { recursive: true });
  }
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const [, url] = /inspector at (\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    server.on('exit', () => reject(new Error(`the inspector ended: ${said}`)));
  });
}
