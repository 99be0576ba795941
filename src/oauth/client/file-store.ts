import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../files/folder.js';
import { locked } from '../../files/lock.js';
import { readText } from '../../files/read.js';
import { replaceFile } from '../../files/write.js';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../json/json.js';
import { nameOfKey, type TokenStore, type Tokens } from './store.js';

const FILE = 'tokens.json';
/** Nobody but its owner reads or writes it. */
const MODE = 0o600;

/**
 * Tokens in a file of a folder, which is made if it is missing. A change is written in one step, and one process at a time writes. Reading and
 * writing reject with an Error that names the file if it can't be read or is damaged.
 *
 * @param folder absolute path
 */
export function fileStore(folder: string): TokenStore {
  const path = join(folder, FILE);
  const change = async (act: (kept: Map<string, Tokens>) => void) => {
    makeFolder(folder, 0o700);
    await locked(`${FILE}.lock`, folder, () => {
      const kept = read(path);
      act(kept);
      replaceFile(FILE, `${stringifyJson(Object.fromEntries(kept) as unknown as JsonObject)}\n`, folder, MODE);
    });
  };
  return {
    get: async (key) => read(path).get(nameOfKey(key)),
    set: (key, tokens) => change((kept) => void kept.set(nameOfKey(key), tokens)),
    delete: (key) => change((kept) => void kept.delete(nameOfKey(key))),
  };
}

function read(path: string): Map<string, Tokens> {
  if (!existsSync(path)) return new Map();
  const kept = Object.entries(contentOf(path));
  return new Map(kept.map(([name, tokens]) => [name, tokensOf(tokens) ?? damaged(path)]));
}

function contentOf(path: string): JsonObject {
  try {
    const content = parseJson(readText(path));
    return isObject(content) ? content : damaged(path);
  } catch {
    return damaged(path);
  }
}

/** Tokens as they were written as JSON; undefined for anything else. */
export function tokensOf(value: Json): Tokens | undefined {
  if (!isObject(value) || !isObject(value.registration) || !Array.isArray(value.scopes)) return undefined;
  if (typeof value.registration.id !== 'string') return undefined;
  return value as unknown as Tokens;
}

function damaged(path: string): never {
  throw new Error(`${path} does not hold tokens: remove it and sign in again`);
}
