import type { CaseResult } from '../events.js';
import type { Defect, Play } from './types.js';

/** Whether a case caught a defect: as it should, for another reason, or not at all. */
export type Catch = { how: 'right' | 'wrong' | 'no'; what: string };

/**
 * Whether a case that names a mutant caught it. It did where it failed by a check of the requirement that the mutant
 * breaks; or, if it checks that one nowhere, by another check of its own steps: then naming the mutant says that this check
 * is how it shows. A target that died, or no longer answers at the end, and a step without check that did not hold, are no
 * such thing.
 */
export function catchOf(result: CaseResult, { planned }: Play, { requirement }: Defect): Catch {
  const { verdict, reason } = result;
  if (verdict === 'pass') return { how: 'no', what: 'passed' };
  if (verdict !== 'fail') return { how: 'wrong', what: `${verdict}: ${firstLine(reason)}` };
  const broken = result.checks.filter(({ status }) => status === 'fail');
  if (broken.some((check) => check.requirement === requirement)) return { how: 'right', what: 'failed' };
  const ids = [...new Set(broken.map((check) => check.requirement))].join(', ');
  if (planned.requirements.includes(requirement))
    return { how: 'wrong', what: `failed by ${ids} and not by ${requirement}` };
  const own = broken.some(({ at, requirement: id }) => planned.requirements.includes(id) && !isEpilogue(at.file));
  return own ? { how: 'right', what: 'failed' } : { how: 'wrong', what: `failed by ${ids} after its own steps` };
}

/** Whether a case failed at all, which is all that is asked where it does not name the mutant. */
export function failedOn({ verdict }: CaseResult): boolean {
  return verdict === 'fail';
}

/** What is asked at the end of every case stands in the role's file. */
const isEpilogue = (file: string) => file.endsWith('/role.yaml');

const firstLine = (text: string | undefined) => text?.split('\n')[0] ?? 'no reason was given';
