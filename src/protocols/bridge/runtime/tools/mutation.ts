import type { ApprovalPolicy, MutationSession } from '../../../../generated/types/bridge-v1.js';
import type { PromptTurn } from '../prompt-turn.js';

/**
 * Opens a mutation session for a run of this turn: it groups what the run changes, for approvals, undo and audit. The record
 * stands in permission requests and, as `audit`, in updates.
 */
export function openMutation(turn: PromptTurn, policy: ApprovalPolicy | undefined, workerId?: string): MutationSession {
  return {
    session_id: turn.sessionId,
    run_id: turn.name('run'),
    worker_id: workerId ?? null,
    mutation_scope: 'apply_workspace',
    approval_policy: { ...policy },
  };
}
