import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../src/files/read.js';
import { isObject, parseJson } from '../../src/json/json.js';
import { noSuch } from '../../src/json/suggest.js';
import type { RequirementProfile } from '../types.js';

/** Where the build puts the profiles, below the folder of the package. */
const FOLDER = join('dist', 'profiles');

/** The releases that have a profile, oldest first. @param root the folder of the package */
export function profileNames(root: string): string[] {
  const folder = join(root, FOLDER);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).flatMap((file) => /^(\d+\.\d+\.\d+)\.json$/.exec(file)?.[1] ?? []);
  return names.sort(byRelease);
}

/**
 * The profile of a release, by default of the newest. Undefined if there is none at all. Throws RangeError for a release that has no profile.
 *
 * @param root the folder of the package
 */
export function loadProfile(root: string, name?: string): RequirementProfile | undefined {
  const names = profileNames(root);
  if (name !== undefined && !names.includes(name)) throw new RangeError(noSuch('profile', name, names));
  const chosen = name ?? names.at(-1);
  if (chosen === undefined) return undefined;
  const data = parseJson(readText(join(root, FOLDER, `${chosen}.json`)));
  if (!isObject(data) || !Array.isArray(data.requirements))
    throw new Error(`the profile ${chosen} is broken: install proctor again`);
  return { name: chosen, requirements: new Set(data.requirements as string[]) };
}

function byRelease(a: string, b: string): number {
  const [left, right] = [a, b].map((one) => one.split('.').map(Number)) as [number[], number[]];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : left[at]! - right[at]!;
}
