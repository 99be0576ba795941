import { isObject, type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import { escapeToken } from '../../json/pointer.js';
import type { ScriptMistake } from '../script-error.js';

/** The entries of scripts that were used. */
const used = new WeakSet<object>();

/** Notes that an entry of a script was used. What is not of a script has none. */
export function use(entry: object | undefined): void {
  if (entry) used.add(entry);
}

/** A list of a script, or an object with an entry for each name, whose entries somebody should use. */
export interface WatchedList {
  /** The member of the script. */
  list: string;
  /** What `use` is called with, in the order in which they are written. */
  entries: readonly (object | undefined)[];
  /** What is said of an entry that nobody used, such as "was never called". */
  idle: string;
}

/** The entries that nobody used, each at its place in the script. */
export function unusedOf(written: JsonObject, lists: readonly WatchedList[]): ScriptMistake[] {
  return lists.flatMap(({ list, entries, idle }) =>
    entriesOf(written, list).flatMap(({ key, entry }, index) => {
      const one = entries[index];
      if (!one || used.has(one)) return [];
      return [{ path: `/${list}/${escapeToken(String(key))}`, message: `${nameOf(list, entry, key)} ${idle}` }];
    }),
  );
}

/** An entry that was used counts as used in the next script, too, if it is the same there. */
export function carryUses(
  before: { written: JsonObject; lists: readonly WatchedList[] },
  now: { written: JsonObject; lists: readonly WatchedList[] },
): void {
  for (const { list, entries } of now.lists) {
    const known = new Set<string>();
    const old = before.lists.find((one) => one.list === list)?.entries ?? [];
    for (const [index, entry] of entriesOf(before.written, list).entries())
      if (old[index] && used.has(old[index])) known.add(textOf(entry));
    for (const [index, entry] of entriesOf(now.written, list).entries())
      if (entries[index] && known.has(textOf(entry))) used.add(entries[index]);
  }
}

interface Entry {
  /** An index, or a name. */
  key: number | string;
  entry: Json;
}

function entriesOf(written: JsonObject, list: string): Entry[] {
  const entries = written[list];
  if (Array.isArray(entries)) return entries.map((entry, key) => ({ key, entry }));
  return isObject(entries) ? Object.entries(entries).map(([key, entry]) => ({ key, entry })) : [];
}

const textOf = ({ key, entry }: Entry) => `${typeof key === 'string' ? key : ''} ${stringifyJson(entry)}`;

/** The members by which entries of scripts are known, the first that is there. */
const NAMES = ['name', 'uri', 'uriTemplate', 'id', 'tool', 'prompt', 'method', 'on'];

/** An entry as people know it: its name, if it has one. */
function nameOf(list: string, entry: Json, key: number | string): string {
  const named = isObject(entry) ? NAMES.map((member) => entry[member]) : [entry];
  const name = typeof key === 'string' ? key : named.find((value) => typeof value === 'string');
  return `${list}: ${name === undefined ? 'this entry' : String(name)}`;
}
