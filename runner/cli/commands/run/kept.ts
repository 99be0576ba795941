import { join } from 'node:path';
import { plainCause } from '../../../../src/files/cause.js';
import { ReadError, readText } from '../../../../src/files/read.js';
import { replaceFile } from '../../../../src/files/write.js';
import type { LastFailed } from './last-failed.js';
import { changeKept, OWN_FOLDER } from './own-folder.js';

/** What is known of targets, by their keys. */
export type Kept = ReadonlyMap<string, LastFailed>;

/** Where it is kept, below the working directory. */
export const LAST_FAILED = join(OWN_FOLDER, 'last-failed.json');
const LOCK = join(OWN_FOLDER, 'last-failed.lock');

/** The most that is read of the file, in bytes: thousands of cases of dozens of targets. */
const LARGEST = 16 * 1024 * 1024;

/** A file of what failed that nobody can use; `message` says what is wrong, in words that follow its name. */
export class KeptError extends Error {
  override name = 'KeptError';
}

/** What a file says of targets. Throws KeptError if it is not as `keepHere` writes it, whatever is in it. */
export function readKept(text: string): Kept {
  const { version, targets } = membersOf(jsonOf(text), 'the file');
  if (version !== 1) throw new KeptError(`has a version that this Proctor does not know: ${shown(version)}`);
  const entries = Object.entries(membersOf(targets, '`targets`'));
  return new Map(entries.map(([key, one]) => [key, lastFailedOf(one, `the entry ${shown(key)}`)]));
}

function lastFailedOf(value: unknown, what: string): LastFailed {
  const { failed, open, wire } = membersOf(value, what);
  const rules = Object.entries(membersOf(wire, `\`wire\` of ${what}`));
  return {
    failed: idsOf(failed, `\`failed\` of ${what}`),
    open: idsOf(open, `\`open\` of ${what}`),
    wire: Object.fromEntries(rules.map(([id, cases]) => [id, idsOf(cases, `${shown(id)} in \`wire\` of ${what}`)])),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new KeptError('is not JSON');
  }
}

function membersOf(value: unknown, what: string): { [name: string]: unknown } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new KeptError(`is not as Proctor wrote it: ${what} is not an object`);
}

function idsOf(value: unknown, what: string): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new KeptError(`is not as Proctor wrote it: ${what} is not a list of ids`);
}

/** A value of the file in one short line. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What is kept below the working directory; undefined if there is no such file. Throws KeptError. */
export function keptHere(folder = process.cwd()): Kept | undefined {
  try {
    return readKept(readText(join(folder, LAST_FAILED), { most: LARGEST }));
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.code === 'ENOENT') return undefined;
    throw new KeptError(error.reason);
  }
}

/**
 * Keeps what is known of some targets, beside that of the others. Two runs at once do it one after the other. A file that can't be used
 * is written anew. Returns what a person should be warned of, if anything.
 *
 * @param change what is to be known, by what was known before
 */
export async function keepHere(change: (before: Kept) => Kept, folder = process.cwd()): Promise<string | undefined> {
  let warning: string | undefined;
  try {
    await changeKept(LOCK, folder, () => {
      let before: Kept = new Map();
      try {
        before = keptHere(folder) ?? before;
      } catch (error) {
        if (!(error instanceof KeptError)) throw error;
        warning = `${LAST_FAILED} is ignored and written anew: it ${error.message}`;
      }
      const targets = Object.fromEntries([...before, ...change(before)]);
      replaceFile(LAST_FAILED, `${JSON.stringify({ version: 1, targets }, undefined, 1)}\n`, folder);
    });
  } catch (error) {
    warning = `what failed is not kept in ${LAST_FAILED}: ${plainCause(error)}`;
  }
  return warning;
}
