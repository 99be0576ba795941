import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toHtml } from '../../../runner/convert/to-html.js';
import { snapshotOf } from '../../../runner/live/session/snapshot.js';
import type { Corpus } from '../../../runner/types.js';
import type { CaseState, State } from '../../../src/generated/types/control-v1.js';
import type { FakeSession } from './fake-session.js';
import { atEnd, type OpenOptions, openedFile } from './page.js';

const WEB = resolve(import.meta.dirname, '../../../dist/web');
const built = (name: string): string => readFileSync(join(WEB, name), 'utf8');

interface SavedOptions extends OpenOptions {
  /** Indexes of the lines that are saved. Default: all. */
  lines?: number[];
  cases?: CaseState[];
}

/** A session that was saved as a file, opened from disk without a network. */
export async function saved(session: FakeSession, { lines, cases = [], ...more }: SavedOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-saved-'));
  atEnd(async () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'session.html');
  const state = (await session.request('session/list', {})) as State;
  const chosen = session.lines.filter(({ index }) => lines?.includes(index) ?? true);
  const requirements = new Map(session.requirements.map((one) => [one.id, one])) as unknown as Corpus['requirements'];
  const snapshot = snapshotOf({ state, cases }, chosen, lines === undefined, { requirements });
  const text = toHtml(snapshot, { script: built('saved.js'), style: built('inspector.css') });
  writeFileSync(file, text);
  const url = pathToFileURL(file).href;
  const opened = await openedFile(url, more);
  await opened.page.locator('.row').first().waitFor();
  return { ...opened, url, text };
}
