import type { CaseResult, CheckResult } from '../runner/events.js';
import { rerunOf } from './outcome.js';
import { recordJson } from './record.js';
import { placeText } from './words.js';

/** A case as the json report has it (schemas/report). Checks that were never reached stand apart from those that were judged. */
export function caseJson(result: CaseResult, rerun: string): { [name: string]: unknown } {
  const { place, at, checks, transcript, ...rest } = result;
  const judged = checks.filter(({ status }) => status !== 'not-reached');
  const missed = checks.filter(({ status }) => status === 'not-reached').map(({ requirement }) => requirement);
  return {
    ...rest,
    place: placeText(place),
    ...(at === undefined ? {} : { at: placeText(at) }),
    checks: judged.map(checkJson),
    ...(missed.length > 0 ? { notReached: [...new Set(missed)] } : {}),
    ...(transcript === undefined ? {} : { transcript: transcript.map(recordJson) }),
    ...(result.verdict === 'pass' || result.verdict === 'skipped' ? {} : { rerun: rerunOf(rerun, result.id) }),
  };
}

function checkJson(check: CheckResult): { [name: string]: unknown } {
  return { ...check, at: placeText(check.at) };
}
