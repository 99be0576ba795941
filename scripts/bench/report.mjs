// How long the HTML report of a run of 10,000 cases takes to write, and to open in a browser.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { measured } from './bundled.mjs';

const CHROMIUM = process.env.PROCTOR_CHROMIUM ?? '/usr/bin/chromium';
const ROUNDS = 5;

/**
 * ms until the page is loaded and painted, and until it has filtered its cases, and ms of CPU of its thread for that: the median of several
 * rounds, each in a new page. With ms of CPU for writing the page, and its size in MiB. Undefined if there is no browser.
 */
export async function reportOpened() {
  if (!existsSync(CHROMIUM)) return undefined;
  const { page: text, ms: written } = await measured('report.entry.ts');
  const folder = mkdtempSync(join(tmpdir(), 'proctor-bench-report-'));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const file = join(folder, 'report.html');
    writeFileSync(file, text);
    const opened = [];
    const filtered = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const debug = await page.context().newCDPSession(page);
      await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
      const spent = async () => {
        const { metrics } = await debug.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
      };
      const before = await spent();
      await page.goto(pathToFileURL(file).href);
      const wall = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const [{ loadEventEnd }] = performance.getEntriesByType('navigation');
            const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
            requestAnimationFrame(() => setTimeout(() => resolve(Math.max(loadEventEnd, painted))));
          }),
      );
      const loaded = await spent();
      opened.push({ wall, cpu: loaded - before });
      const filterWall = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const field = document.getElementById('filter');
            const found = document.getElementById('found');
            const began = performance.now();
            new MutationObserver(() =>
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))),
            ).observe(found, { childList: true });
            field.value = 'verdict:fail';
            field.dispatchEvent(new Event('input'));
          }),
      );
      filtered.push({ wall: filterWall, cpu: (await spent()) - loaded });
      await page.close();
    }
    return { written, opened: median(opened), filtered: median(filtered), size: text.length / 1024 / 1024 };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

const median = (times) => times.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(times.length / 2)];
