import type { CaseResult, CheckResult } from '../../runner/events.js';
import type * as Report from '../../src/generated/types/report-v1.js';
import { recordJson } from '../../src/recording/record-json.js';
import { curlLine } from '../text/curl.js';
import { rerunOf } from '../text/outcome.js';
import { placeText } from '../text/words.js';

/**
 * A case as the json report has it (schemas/report). Checks that were never reached stand apart from those that were judged.
 *
 * @param follows the wire case that it follows from, if it does
 */
export function caseJson(result: CaseResult, rerun: string, follows?: string): Report.CaseResult {
  const { place, at, checks, transcript, request, name, leg, curl = request && curlLine(request), ...rest } = result;
  const missed = checks.filter(({ status }) => status === 'not-reached').map(({ requirement }) => requirement);
  return {
    ...rest,
    ...(leg === undefined ? {} : { name }),
    place: placeText(place),
    ...(at === undefined ? {} : { at: placeText(at) }),
    checks: checks.flatMap(checkJson),
    ...(missed.length > 0 ? { notReached: [...new Set(missed)] } : {}),
    ...(transcript === undefined ? {} : { transcript: transcript.map((record) => recordJson(record)) }),
    ...(follows === undefined ? {} : { follows }),
    ...(curl === undefined ? {} : { curl }),
    ...(result.verdict === 'pass' || result.verdict === 'skipped' ? {} : { rerun: rerunOf(rerun, result) }),
  };
}

/** A judgement; none where no step came to it. */
function checkJson(check: CheckResult): Report.Check[] {
  const { status } = check;
  return status === 'not-reached' ? [] : [{ ...check, status, at: placeText(check.at) }];
}
