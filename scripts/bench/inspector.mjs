// How smooth the page of the inspector is with 10,000 messages: the longest task of its thread while it loads, scrolls and filters them, in ms.
// Of each task the time that passed and the time in which its thread ran: the rest went to others. A page of nothing but plain rows shows how
// much that is.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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

/** Rounds of scrolling and filtering. What a page does itself it does in each; what others do to it, seldom in all. */
const ROUNDS = 3;
/** A list of as many rows without a library, and without anything to say: at each scroll it writes those that are seen anew. */
const PLAIN = `<!doctype html><input id="filter">
<div id="view" style="height: 700px; overflow: auto; position: relative" tabindex="0"><div style="height: 280000px"></div></div>
<script>
  const rows = Array.from({ length: 40 }, () => view.appendChild(document.createElement('p')));
  const draw = () => rows.forEach((row, at) => {
    const index = Math.floor(view.scrollTop / 28) + at;
    row.style = 'position: absolute; height: 28px; margin: 0; transform: translateY(' + index * 28 + 'px)';
    row.innerHTML = '<i>' + index + '</i> <b>tools/call</b> <span>line ' + index + '</span>';
  });
  view.onscroll = filter.oninput = draw;
  view.scrollTop = 280000;
</script>`;

/**
 * The longest tasks of loading, scrolling and filtering, each as `wall` and `cpu` (ms): the longest CPU of all rounds, and the shortest of
 * the longest times that passed. `plain` is the same of a plain page that is scrolled and typed into in the same rounds, and `busy` how many
 * times as long its tasks took as its thread ran. Undefined without a browser.
 */
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
    const viewport = { width: 1280, height: 800 };
    const plain = await browser.newPage({ viewport });
    await plain.setContent(PLAIN);
    const page = await browser.newPage({ viewport });
    const loaded = await longestOf(browser, page, async () => {
      await page.goto(url);
      await page
        .getByText(`of ${(CALLS * 2) / 1000},000`)
        .first()
        .waitFor();
    });
    const rounds = { scrolled: [], filtered: [], plain: [] };
    for (let round = 0; round < ROUNDS; round++) {
      rounds.plain.push(
        await longestOf(browser, plain, async () => {
          await scroll(plain);
          await filter(plain);
        }),
      );
      rounds.scrolled.push(await longestOf(browser, page, () => scroll(page)));
      rounds.filtered.push(await longestOf(browser, page, () => filter(page)));
    }
    const of = (all) => ({
      cpu: Math.max(...all.map(({ cpu }) => cpu)),
      wall: Math.min(...all.map(({ wall }) => wall)),
    });
    const named = Object.entries(rounds).map(([name, all]) => [name, of(all)]);
    const sum = (member) => rounds.plain.reduce((total, { all }) => total + all[member], 0);
    return { loaded, ...Object.fromEntries(named), busy: sum('wall') / sum('cpu') };
  } finally {
    await browser.close();
    server.kill();
    rmSync(folder, { recursive: true });
  }
}

async function scroll(page) {
  await page.mouse.move(500, 400);
  for (let turn = 0; turn < 100; turn++) await page.mouse.wheel(0, turn % 2 === 0 ? -4000 : 3000);
  for (let press = 0; press < 100; press++) await page.keyboard.press('PageUp');
}

async function filter(page) {
  for (const text of FILTERS) {
    await page.locator('#filter').fill(text);
    await page.waitForTimeout(500);
  }
}

/** The longest task of a page's thread while something is done, by the trace of the browser. Throws an Error if it has none. */
async function longestOf(browser, page, act) {
  // A mark of its own shows which thread is that of the page.
  const mark = `bench ${randomUUID()}`;
  // Showing the page is a task too, but not one that is measured.
  await page.bringToFront();
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown, 100))));
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await act();
  await page.evaluate((name) => void performance.mark(name), mark);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const marked = traceEvents.find(({ name }) => name === mark);
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid, tdur }) =>
      ph === 'X' && /RunTask$/.test(name) && tdur !== undefined && pid === marked?.pid && tid === marked?.tid,
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page');
  const [wall, cpu] = ['dur', 'tdur'].map((member) => tasks.map((task) => task[member] / 1000));
  const long = cpu.map((ms) => ms > 1);
  const sum = (times) => times.reduce((total, ms, at) => total + (long[at] ? ms : 0), 0);
  return { wall: Math.max(...wall), cpu: Math.max(...cpu), all: { wall: sum(wall), cpu: sum(cpu) } };
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
