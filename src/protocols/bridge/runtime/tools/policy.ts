import type { JsonObject } from '../../../../json/json.js';
import { matchesGlob } from './glob.js';

/** The declarative policy of an agent. Patterns are names in which `*` stands for any text. */
export interface ApprovalPolicy {
  auto_deny?: string[];
  /** Where set, tools that declare paths may touch only those that fit. */
  write_path_allowlist?: string[];
  auto_approve?: string[];
  require_approval?: string[];
}

export type Verdict = { kind: 'approved' } | { kind: 'denied'; reason: string } | { kind: 'ask' };

/**
 * What the policy says of a call: denials first, then the paths, then approvals, then what the host is asked about. A tool
 * that no pattern names is approved.
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

/** The policy as it stands in a mutation record. */
export function policyRecord(policy: ApprovalPolicy | undefined): JsonObject {
  return { ...policy } as JsonObject;
}
