import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, ownFolder } from '../../../../src/files/own-folder.js';
import { isObject, parseJson } from '../../../../src/json/json.js';

/** A page that some Proctor of this user serves now. */
export interface RunningInspector {
  pid: number;
  /** What it shows. */
  title: string;
  /** Its address, with the token. */
  url: string;
  /** When it began (RFC 3339). */
  startedAt: string;
}

/** Pages that are listed. */
const MOST = 200;
/** Longest file that is read, in bytes. */
const LONGEST = 16 * 1024;

/** Where pages are noted: their tokens are in it. */
const folder = () => ownFolder('inspectors');

/** Notes a page, so that `proctor inspect` finds it. Returns what takes the note away; without a safe folder nothing is noted. */
export function noteInspector(page: Omit<RunningInspector, 'pid'>): () => void {
  const path = folder();
  if (path === undefined) return () => undefined;
  const file = join(path, `${process.pid}-${new URL(page.url).port}.json`);
  const remove = () => forget(path, file);
  try {
    writeFileSync(file, JSON.stringify({ ...page, pid: process.pid }), { mode: 0o600, flag: 'wx' });
  } catch {
    return () => undefined;
  }
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
  };
}

/** The pages that are served now, the oldest first. What ended without taking its note away is forgotten. */
export function runningInspectors(): RunningInspector[] {
  const path = folder();
  if (path === undefined) return [];
  const names = readdirSync(path).filter((name) => /^\d+-\d+\.json$/.test(name));
  const found = names.slice(0, MOST).flatMap((name) => {
    const file = join(path, name);
    const page = read(file);
    if (page && isAlive(page.pid)) return [page];
    forget(path, file);
    return [];
  });
  if (names.length === 0) forget(path, join(path, 'none'));
  return found.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

/** Takes a note away, and with the last one the folder. */
function forget(path: string, file: string): void {
  try {
    rmSync(file, { force: true });
    rmdirSync(path);
  } catch {
    // There are others.
  }
}

function read(file: string): RunningInspector | undefined {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > LONGEST) return undefined;
    const value = parseJson(readFileSync(file, 'utf8'));
    if (!isObject(value)) return undefined;
    const { pid, title, url, startedAt } = value;
    const isPage = typeof url === 'string' && /^http:\/\/[^/\s]+\/#token=[0-9a-f]+$/.test(url);
    if (typeof pid !== 'number' || typeof title !== 'string' || typeof startedAt !== 'string' || !isPage)
      return undefined;
    return { pid, title, url, startedAt };
  } catch {
    return undefined;
  }
}
