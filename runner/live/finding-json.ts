import type * as Report from '../../src/generated/types/report-v1.js';
import type { Finding } from '../../src/watch/finding.js';
import type { Corpus } from '../types.js';

type Requirements = Pick<Corpus, 'requirements'>;

/** How binding the requirement is that a finding is about. */
export const levelOf = ({ requirement }: Finding, corpus: Requirements): Report.Finding['level'] =>
  corpus.requirements.get(requirement)?.level ?? 'must';

/** A finding as recordings and the control channel have it. */
export function findingJson(finding: Finding, corpus: Requirements): Report.Finding {
  const { rule, requirement, blame, label, message, path, expected, actual } = finding;
  return {
    ...{ rule, requirement, level: levelOf(finding, corpus), blame, label, message },
    ...(path === undefined ? {} : { path }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}
