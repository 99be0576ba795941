import { type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import type { ScriptMistake } from '../script-error.js';

/** What stands for the entries of scripts of which something has come. */
const used = new WeakSet<object>();

/** Something has come of this entry of a script. Nothing happens without one, as for what is there without a script. */
export function use(entry: object | undefined): void {
  if (entry) used.add(entry);
}

/** A list of a script whose entries somebody should use. */
export interface WatchedList {
  /** The member of the script. */
  list: string;
  /** What `use` is called with, in the order of the list. */
  entries: readonly (object | undefined)[];
  /** What is said of an entry that nobody used, such as "was never called". */
  idle: string;
}

/** The entries that nobody used, each at its place in the script. */
export function unusedOf(written: JsonObject, lists: readonly WatchedList[]): ScriptMistake[] {
  return lists.flatMap(({ list, entries, idle }) =>
    listOf(written, list).flatMap((entry, index) => {
      const one = entries[index];
      if (!one || used.has(one)) return [];
      return [{ path: `/${list}/${index}`, message: `${nameOf(list, entry)} ${idle}` }];
    }),
  );
}

/** What was used of a script is used of the next one too, where it stands there as it was. */
export function carryUses(
  before: { written: JsonObject; lists: readonly WatchedList[] },
  now: { written: JsonObject; lists: readonly WatchedList[] },
): void {
  for (const { list, entries } of now.lists) {
    const known = new Set<string>();
    const old = before.lists.find((one) => one.list === list)?.entries ?? [];
    for (const [index, entry] of listOf(before.written, list).entries())
      if (old[index] && used.has(old[index])) known.add(stringifyJson(entry));
    for (const [index, entry] of listOf(now.written, list).entries())
      if (entries[index] && known.has(stringifyJson(entry))) used.add(entries[index]);
  }
}

const listOf = (written: JsonObject, list: string): readonly Json[] => {
  const entries = written[list];
  return Array.isArray(entries) ? entries : [];
};

/** The members by which entries of scripts are known, the first that is there. */
const NAMES = ['name', 'uri', 'uriTemplate', 'id', 'tool', 'prompt', 'method', 'kind'];

/** An entry as people know it: its name, if it has one. */
export function nameOf(list: string, entry: Json): string {
  if (typeof entry === 'string') return `${list}: ${entry}`;
  const named = typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry : {};
  const name = NAMES.map((member) => named[member]).find((value) => typeof value === 'string');
  return name === undefined ? `${list}: this entry` : `${list}: ${String(name)}`;
}
