import { type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import type { ScriptMistake } from '../script-error.js';
import { carryUses, unusedOf, type WatchedList } from './uses.js';

/** What a running mock shall do from now on. What is left out stays as it is. */
export interface Change {
  script?: JsonObject;
  /** In place of those that it was started with: the usual permissive variants, or those that are named. */
  permissive?: boolean | readonly string[];
}

/** What came of a change. */
export interface Changed {
  /** Members of the script, and permissive variants, that can't change while the mock runs: they stay as they were. */
  fixed: readonly string[];
  /** Members of the script that a session or conversation gets when it begins: they hold from the next one on. */
  later: readonly string[];
}

/** What a running mock has to do with its script. */
export interface LiveMock {
  /**
   * Changes its script and permissive variants. What is under way ends as it began; sessions and what they hold live on. One change follows
   * the other. Rejects with a ScriptError, and changes nothing, if the script or a variant can't be used.
   */
  change(now: Change): Promise<Changed>;
  /** What it does now, by its start and the changes since. */
  now(): Required<Change>;
  /** The entries of its script that nobody has used so far, and what is to be said of each. */
  unused(): readonly ScriptMistake[];
}

/** A script that was read. */
export interface Prepared {
  /** Puts it in the place of the one before. */
  apply(): void;
  /** The lists whose entries somebody should use. */
  lists: readonly WatchedList[];
  /** What of it holds only for a mock that is started anew, besides members that are `fixed`. */
  fixed?: readonly string[];
  /** What of it a session hears when it begins, besides members that are `later`. */
  later?: readonly string[];
}

/** Of a mock that can be changed. */
export interface ChangeableOptions {
  /** What it was started with. */
  first: Change;
  /** The lists of the script that it was started with. */
  lists: readonly WatchedList[];
  /** Members of the script that stay as they were when it was started. */
  fixed?: readonly string[];
  /** Members of the script that a session hears when it begins. */
  later?: readonly string[];
  /** Reads what shall hold. Rejects with a ScriptError. */
  prepare(now: Required<Change>): Promise<Prepared>;
}

/** How a mock is changed: one change after the other, each whole or not at all. */
export function changeable({ first, lists, fixed = [], later = [], prepare }: ChangeableOptions): LiveMock {
  let now: Required<Change> = { script: first.script ?? {}, permissive: first.permissive ?? false };
  let watched = lists;
  let turn: Promise<unknown> = Promise.resolve();
  const change = async (next: Change): Promise<Changed> => {
    const wanted = next.script ?? now.script;
    const isOther = (name: string) => textOf(wanted[name]) !== textOf(now.script[name]);
    const kept = fixed.filter(isOther);
    const postponed = later.filter(isOther);
    const script = kept.length === 0 ? wanted : withMembers(wanted, now.script, kept);
    const coming = { script, permissive: next.permissive ?? now.permissive };
    const prepared = await prepare(coming);
    carryUses({ written: now.script, lists: watched }, { written: script, lists: prepared.lists });
    prepared.apply();
    now = coming;
    watched = prepared.lists;
    return { fixed: [...kept, ...(prepared.fixed ?? [])], later: [...postponed, ...(prepared.later ?? [])] };
  };
  return {
    change: (next) => {
      const changed = turn.then(() => change(next));
      turn = changed.catch(() => undefined);
      return changed;
    },
    now: () => now,
    unused: () => unusedOf(now.script, watched),
  };
}

const textOf = (value: Json | undefined) => (value === undefined ? '' : stringifyJson(value));

/** A script in which these members are as in another one. */
function withMembers(script: JsonObject, other: JsonObject, names: readonly string[]): JsonObject {
  const made = { ...script };
  for (const name of names) {
    delete made[name];
    if (other[name] !== undefined) made[name] = other[name];
  }
  return made;
}

/** Gives an object all members of another one, and no others: whoever holds it reads those from now on. Returns it. */
export function become<T extends object>(object: T, next: T): T {
  for (const name of Object.keys(object)) if (!(name in next)) delete (object as { [member: string]: unknown })[name];
  return Object.assign(object, next);
}
