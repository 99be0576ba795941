import type { Issue, Outcome } from '../finding.js';
import type { Facts } from '../memory.js';
import { onlySettings, type RuleMaker } from '../rule.js';
import { isNoise } from './stdout.js';

/**
 * `json`: what stands where a message belongs is one JSON text in UTF-8 (RFC 8259, section 8.1). On stdio, what does not
 * even begin like a message is the business of `stdout`.
 */
export const json: RuleMaker = (settings, { transport }) => {
  onlySettings(settings, []);
  return (facts) => {
    const { record, side } = facts;
    if (record.kind !== 'message' && record.kind !== 'bytes') return undefined;
    if (transport === 'stdio' && side === 'target' && isNoise(record)) return undefined;
    // A reply to something broken is still a message.
    if (record.deliberate || facts.body) return undefined;
    return { subject: side, issues: issuesOf(facts) } satisfies Outcome;
  };
};

function issuesOf({ record }: Facts): Issue[] {
  if (record.kind !== 'bytes') return [];
  return [{ key: 'bytes', message: `what stands where a message belongs is ${record.problem ?? 'not JSON'}` }];
}
