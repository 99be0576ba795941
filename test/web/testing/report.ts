import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { report } from '../../../reports/testing/memory.js';
import type { RunEvent } from '../../../runner/events.js';
import { atEnd, type OpenOptions, openedFile } from './page.js';

/** The page of a run, opened from disk without a network. */
export async function reported(events: readonly RunEvent[], more: OpenOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-report-'));
  atEnd(async () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.html');
  const text = await report('html', events as RunEvent[]);
  writeFileSync(file, text);
  const url = pathToFileURL(file).href;
  return { ...(await openedFile(url, more)), url, text };
}
