import type * as Json from '../../src/generated/types/report-v1.js';

/** How many places one result names, as in a whole run. */
const PLACES = 10;

/**
 * A wire case by what all parts of a plan saw: it fails if its rule was broken in one of them, with up to ten places of all, and passes if one
 * had something to judge.
 *
 * @param same at least one result of the same wire case, in the order of the parts
 * @param order where cases stand in the plan, by their names
 */
export function mergeWire(same: readonly Json.CaseResult[], order: ReadonlyMap<string, number>): Json.CaseResult {
  const [first] = same as [Json.CaseResult];
  const broken = same.filter(({ checks }) => checks.some(({ status }) => status === 'fail'));
  if (broken.length === 0) return same.find(({ verdict }) => verdict === 'pass') ?? heardOf(same) ?? first;
  const worst = broken.find(isPlainFail) ?? broken.find(({ verdict }) => verdict === 'fail') ?? broken[0]!;
  const [check] = worst.checks.filter(({ status }) => status === 'fail') as [Json.Check];
  const message = placesOf(broken);
  const brokenIn = [...new Set(broken.flatMap((one) => one.brokenIn ?? []))].sort(
    (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0),
  );
  const transcript = broken.flatMap((one) => one.transcript ?? []).slice(0, PLACES);
  return {
    ...worst,
    reason: reasonOf(worst, check, message),
    checks: [{ ...check, message }],
    ...(transcript.length > 0 ? { transcript } : {}),
    ...(brokenIn.length > 0 ? { brokenIn } : {}),
  };
}

const isPlainFail = ({ verdict, standing }: Json.CaseResult) => verdict === 'fail' && standing === undefined;

/** Something came in one part, though nothing that the rule judges: then nobody can say that the target was silent. */
const heardOf = (same: readonly Json.CaseResult[]): Json.CaseResult | undefined =>
  same.find(({ verdict }) => verdict === 'skipped');

/** The reason with the places of all parts; what known failures add to it stays. */
function reasonOf({ reason = '' }: Json.CaseResult, check: Json.Check, message: string): string {
  const own = `${check.requirement}: ${check.message ?? ''}`;
  return `${check.requirement}: ${message}${reason.startsWith(own) ? reason.slice(own.length) : ''}`;
}

/** The first places of all parts, a line each, and how many more there were. */
function placesOf(broken: readonly Json.CaseResult[]): string {
  const lines: string[] = [];
  let more = 0;
  for (const { checks } of broken)
    for (const { status, message = '' } of checks) {
      if (status !== 'fail') continue;
      for (const line of message.split('\n')) {
        const [, further] = /^(?:and (\d+) more|broken (\d+) times)$/.exec(line)?.filter((one) => one) ?? [];
        if (further !== undefined) more += Number(further);
        else if (lines.length < PLACES) lines.push(line);
        else more++;
      }
    }
  if (more > 0) lines.push(lines.length === 0 ? `broken ${more} times` : `and ${more} more`);
  return lines.join('\n');
}
