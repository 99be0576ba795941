import type { CaseFinished } from '../../runner/events.js';
import type * as Report from '../../src/generated/types/report-v1.js';
import type { EventOf } from '../reporter.js';
import { againOf } from '../text/causes/again.js';
import { causesOf } from '../text/causes/causes.js';
import { redOf } from '../text/causes/expected.js';
import { titleOf } from '../text/causes/title.js';
import { curlLine } from '../text/curl.js';
import { brokenChecks } from '../text/outcome.js';

/** What made a run red, each cause once, those with most cases first. */
export function causesJson(
  results: readonly CaseFinished[],
  problems: readonly EventOf<'problem'>[],
  rerun: string,
): Report.Cause[] {
  const causes = causesOf(redOf(results, problems));
  return causes
    .toSorted((a, b) => b.same.length + b.follow.length - (a.same.length + a.follow.length))
    .map(({ same, follow }) => {
      const [{ result }] = same as [CaseFinished];
      const requirements = [...new Set(brokenChecks(result).map(({ requirement }) => requirement))];
      const curl = result.request && curlLine(result.request);
      return {
        title: titleOf(result),
        ...(requirements.length > 0 ? { requirements } : {}),
        cases: same.map((one) => one.result.name),
        ...(follow.length > 0 ? { follow: follow.map((one) => one.result.name) } : {}),
        again: againOf(rerun, same),
        ...(curl === undefined ? {} : { curl }),
      };
    });
}
