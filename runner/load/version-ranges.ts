import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { didYouMean } from '../../src/json/suggest.js';
import { covers, type VersionOrder, type VersionRange } from '../../src/language/version-range.js';
import type { Corpus, FileProblem } from '../types.js';
import type { Source } from './files/yaml.js';

/** The versions of a protocol, in the order of its file. */
export const orderOf = (corpus: Pick<Corpus, 'versions'>, protocol: string): VersionOrder =>
  [...(corpus.versions.get(protocol) ?? [])].map(([version, { family }]) => ({
    version,
    ...(typeof family === 'string' && { family }),
  }));

/** Whether something that a file says has a range of versions. */
export const hasRange = (said: JsonObject): boolean =>
  ['version', 'since', 'until', 'family'].some((key) => said[key] !== undefined);

/**
 * The versions that a file means: by their names, as they stand there, or those that a range covers. A name that no order has is a problem of
 * a range; whoever knows more judges names that stand alone.
 *
 * @param written a name, a list of names, or a range
 * @param orders those of the protocol, and of the protocols that it extends
 */
export function versionsIn(
  written: Json,
  { source, pointer }: { source: Source; pointer: string },
  orders: readonly VersionOrder[],
  problems: FileProblem[],
): string[] {
  if (!isObject(written)) return [written].flat().map(String);
  const { version, since, until, family } = written as unknown as VersionRange;
  const names = version === undefined ? [] : [version].flat().map(String);
  if (since === undefined && until === undefined && family === undefined) return names;
  const all = orders.flat();
  const unknown = (key: 'since' | 'until' | 'family', known: Iterable<string | undefined>) => {
    const name = written[key];
    const there = new Set([...known].filter((one) => one !== undefined));
    if (name === undefined || there.has(String(name))) return false;
    const suggestion = didYouMean(String(name), there);
    const what = key === 'family' ? 'family of versions' : 'version';
    const options = suggestion === undefined ? {} : { suggestion };
    problems.push(source.problem(`${pointer}/${key}`, `unknown ${what} \`${name}\``, options));
    return true;
  };
  const versions = all.map((one) => one.version);
  const families = all.map((one) => one.family);
  const isWrong = [unknown('since', versions), unknown('until', versions), unknown('family', families)].some(Boolean);
  const range: VersionRange = {
    ...(version !== undefined && { version: names }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(family !== undefined && { family }),
  };
  const found = orders.flatMap((order) => order.filter((one) => covers(range, one.version, order)));
  if (found.length === 0 && !isWrong) problems.push(source.problem(pointer, 'no version is in this range'));
  return found.map((one) => one.version);
}
