import type { Summary } from '../events.js';
import { countOf, type Settled } from './count.js';

/** The members of a summary of which every planned case is in exactly one; `warn` counts cases that are in another too. */
const BUCKETS = [
  'pass',
  'nonStrict',
  'fail',
  'expectedFail',
  'unexpectedPass',
  'flaky',
  'skipped',
  'untestable',
  'error',
  'notRun',
] as const;
type Bucket = (typeof BUCKETS)[number];

/** What of a result is counted. */
type Counted = Settled & { name: string; warned: boolean };

/**
 * Counts the results of a run. Every planned case is in exactly one of the counts, except that `warn` counts the cases
 * with a broken should, may or derived requirement, which are in another count as well. A known flaky case that did not
 * hold counts as `flaky`, a listed untestable one as `untestable`; the exit code tells them apart.
 *
 * @param planned the names of the plan, fixed before the first case ran; one without a result counts as `notRun`
 * @param newer the names of those that test a requirement newer than the profile: they are counted in `newer` as well
 * @throws Error where a result is not planned or a case has two results, which is a defect of the kit
 */
export function summarize(
  results: readonly Counted[],
  planned: readonly string[],
  newer: ReadonlySet<string> = new Set(),
): Summary {
  const counts = counted(results, planned);
  if (newer.size === 0) return counts;
  const isNewer = (name: string) => newer.has(name);
  return {
    ...counts,
    newer: counted(
      results.filter(({ name }) => isNewer(name)),
      planned.filter(isNewer),
    ),
  };
}

function counted(results: readonly Counted[], planned: readonly string[]): Summary {
  const counts = Object.fromEntries(BUCKETS.map((bucket) => [bucket, 0])) as Record<Bucket, number>;
  const names = new Set(planned);
  const seen = new Set<string>();
  let warn = 0;
  for (const result of results) {
    if (!names.has(result.name)) throw new Error(`${result.name} has a result and was not planned`);
    if (seen.has(result.name)) throw new Error(`${result.name} has two results`);
    seen.add(result.name);
    counts[countOf(result)]++;
    if (result.warned) warn++;
  }
  counts.notRun = names.size - seen.size;
  const sum = BUCKETS.reduce((total, bucket) => total + counts[bucket], 0);
  if (sum !== planned.length) throw new Error(`the counts add up to ${sum}, but ${planned.length} cases were planned`);
  const { pass, nonStrict, fail, ...rest } = counts;
  return { planned: planned.length, pass, nonStrict, fail, warn, ...rest };
}
