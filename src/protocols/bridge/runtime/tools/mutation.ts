import type { JsonObject } from '../../../../json/json.js';
import type { Turn } from '../turn.js';
import { type ApprovalPolicy, policyRecord } from './policy.js';

/** Groups what a run changes, for approvals, undo and audit. The record stands in permission requests and, as `audit`, in updates. */
export type MutationSession = JsonObject & { session_id: string; run_id: string; mutation_scope: string };

/** Opens a mutation session for a run of this turn. */
export function openMutation(turn: Turn, policy: ApprovalPolicy | undefined, workerId?: string): MutationSession {
  return {
    session_id: turn.sessionId,
    run_id: turn.name('run'),
    worker_id: workerId ?? null,
    mutation_scope: 'apply_workspace',
    approval_policy: policyRecord(policy),
  };
}
