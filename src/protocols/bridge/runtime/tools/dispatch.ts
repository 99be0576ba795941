import type { ApprovalPolicy, MutationSession } from '../../../../generated/types/bridge-v1.js';
import { type Json, type JsonObject, stringifyJson } from '../../../../json/json.js';
import type { PromptTurn } from '../prompt-turn.js';
import { askApproval } from './approval.js';
import { classify } from './policy.js';
import { declaredPaths, type Outcome, runTool, type Tool } from './tool.js';

/** Under which rules an agent runs its tools. */
export interface Rules {
  policy?: ApprovalPolicy;
  mutation?: MutationSession;
}

/** What Harn tells of a tool call beside ACP. */
type ToolCallMeta = {
  audit?: MutationSession;
  executor?: 'harn_builtin' | 'host_bridge';
  /** ms */
  durationMs?: number;
  error?: string;
  errorCategory?: 'tool_error' | 'permission_denied';
};

const metaOf = (harn: ToolCallMeta) => (Object.keys(harn).length === 0 ? {} : { _meta: { harn } });

interface DispatchResult {
  kind: Outcome['kind'];
  content: string;
}

/**
 * Runs one call of a tool from its announcement to its end, each told as a session/update (Harn bridge, Tool lifecycle
 * observation). The host is asked where the policy says so, and nothing else waits for it.
 *
 * @returns how it ended, and what the model is told
 */
export async function dispatch(
  turn: PromptTurn,
  rules: Rules,
  tool: Tool,
  proposed: JsonObject,
): Promise<DispatchResult> {
  const toolCallId = turn.name('call');
  const began = turn.clock.now();
  const audit: ToolCallMeta = rules.mutation ? { audit: rules.mutation } : {};
  const update = { sessionUpdate: 'tool_call_update' as const };
  const about = { toolCallId, title: tool.name, kind: tool.kind };
  turn.update({ sessionUpdate: 'tool_call', ...about, status: 'pending', rawInput: proposed, ...metaOf(audit) });
  const outcome = await decideAndRun(turn, rules, tool, proposed, toolCallId, () =>
    turn.update({ ...update, toolCallId, status: 'in_progress', ...metaOf(audit) }),
  );
  const executor = tool.run ? 'harn_builtin' : 'host_bridge';
  const harn: ToolCallMeta = { ...audit, executor, durationMs: turn.clock.now() - began };
  if (outcome.kind === 'done') {
    turn.update({ ...update, ...about, status: 'completed', rawOutput: outcome.value, ...metaOf(harn) });
    return { kind: outcome.kind, content: textOf(outcome.value) };
  }
  const { said, ...failure } = failureOf(tool, outcome);
  turn.update({ ...update, ...about, status: 'failed', rawOutput: said, ...metaOf({ ...harn, ...failure }) });
  return { kind: outcome.kind, content: textOf(said) };
}

async function decideAndRun(
  turn: PromptTurn,
  { policy, mutation }: Rules,
  tool: Tool,
  proposed: JsonObject,
  toolCallId: string,
  starts: () => void,
): Promise<Outcome> {
  const verdict = classify(policy, tool.name, declaredPaths(tool, proposed));
  if (verdict.kind === 'denied') return verdict;
  let args = proposed;
  if (verdict.kind === 'ask') {
    const decision = await askApproval(turn, { toolCallId, tool, args, mutation });
    if (!decision.granted) return { kind: 'denied', reason: decision.reason };
    args = decision.args ?? proposed;
  }
  starts();
  return runTool(turn, tool, args);
}

interface Failure {
  said: JsonObject;
  error: string;
  errorCategory: 'tool_error' | 'permission_denied';
}

function failureOf(tool: Tool, outcome: Exclude<Outcome, { kind: 'done' }>): Failure {
  if (outcome.kind === 'failed') {
    return { said: { error: outcome.message, tool: tool.name }, error: outcome.message, errorCategory: 'tool_error' };
  }
  const { reason } = outcome;
  return {
    said: { error: 'permission_denied', tool: tool.name, reason },
    error: reason,
    errorCategory: 'permission_denied',
  };
}

/** A value as the model reads it. */
const textOf = (value: Json): string => (typeof value === 'string' ? value : stringifyJson(value));
