import type { ApprovalPolicy } from '../../../../generated/types/bridge-v1.js';
import { matchesGlob } from './glob.js';

export type Verdict = { kind: 'approved' } | { kind: 'denied'; reason: string } | { kind: 'ask' };

/**
 * What the policy says of a call: denials first, then the paths, then approvals, then what the host is asked about. A tool
 * that no pattern names is approved. Patterns are names in which `*` stands for any text.
 */
export function classify(policy: ApprovalPolicy | undefined, tool: string, paths: readonly string[]): Verdict {
  const { auto_deny = [], write_path_allowlist, auto_approve = [], require_approval = [] } = policy ?? {};
  const named = (patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(pattern, tool));
  if (named(auto_deny)) return { kind: 'denied', reason: `the policy denies ${tool}` };
  const outside = paths.find((path) => !(write_path_allowlist ?? ['**']).some((pattern) => matchesGlob(pattern, path)));
  if (outside !== undefined) return { kind: 'denied', reason: `the policy does not allow ${tool} to touch ${outside}` };
  if (named(auto_approve)) return { kind: 'approved' };
  return named(require_approval) ? { kind: 'ask' } : { kind: 'approved' };
}
