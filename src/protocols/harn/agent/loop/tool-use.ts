import type {
  ToolCallUpdate,
  ToolCallUpdateExtension,
  ToolExecutor,
} from '../../../../generated/types/harn-extensions-v1.js';
import type { JsonObject } from '../../../../json/json.js';
import { linkedAbort } from '../../../../wire/linked-abort.js';
import { Cancelled } from '../../../acp/agent/sessions/cancelled.js';
import { ToolError } from '../../../acp/agent/sessions/client.js';
import { askPermission } from '../../../acp/agent/tools/permission.js';
import type { ToolSpec } from '../../../acp/agent/tools/tool.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { HarnSession } from '../sessions/session.js';

/** A tool call that the model of a loop asked for. */
export interface ToolUse extends Pick<ToolSpec, 'kind' | 'rawInput' | 'ask' | 'locations'> {
  tool: string;
  /** Where it runs. Default: in the agent. */
  executor?: ToolExecutor;
  /** The agent stops it by itself after so many ms of the clock's time. */
  stopAfter?: number;
  /** Does it. Rejects with ToolError for what it can't do, and with the reason of `signal`. */
  work(signal: AbortSignal): Promise<JsonObject>;
}

/** Something that a tool could not do, of a category of Harn's. */
export class ToolFailure extends ToolError {
  constructor(
    readonly category: string,
    message: string,
  ) {
    super(message);
  }
}

/** One call was cancelled, and the turn goes on. */
class CallCancelled extends Error {
  constructor(readonly reason: string | undefined) {
    super('the call was cancelled');
  }
}

/**
 * Runs a tool call and tells the client of each step, with Harn's fields below `_meta.harn` (Harn extensions v1, ACP tool
 * lifecycle). Resolves with what the model is given. Rejects with Cancelled when the turn is cancelled.
 */
export async function runTool(turn: PromptTurn, session: HarnSession, use: ToolUse): Promise<JsonObject> {
  const { tool, kind, rawInput, ask, locations, stopAfter, executor = 'harn_builtin' } = use;
  const toolCallId = session.name('call');
  const begun = turn.clock.now();
  const audit: Pick<ToolCallUpdateExtension, 'audit'> = session.mutation ? { audit: session.mutation } : {};
  const tell = (update: Omit<ToolCallUpdate, 'toolCallId'>) =>
    session.tell({ sessionUpdate: 'tool_call_update', toolCallId, title: tool, ...update });
  const end = (status: 'completed' | 'failed', given: JsonObject, more: ToolCallUpdateExtension = {}) => {
    const durationMs = Math.max(0, Math.round(turn.clock.now() - begun));
    tell({ status, rawOutput: given, _meta: { harn: { executor, durationMs, ...more, ...audit } } });
    return given;
  };
  const about = { title: tool, kind, rawInput, ...(locations && { locations }) };
  session.tell({
    sessionUpdate: 'tool_call',
    toolCallId,
    ...about,
    status: 'pending',
    ...(session.mutation && { _meta: { harn: audit } }),
  });
  const refusal = session.refuses(kind);
  if (refusal !== undefined) return end('failed', denied(tool, refusal), permissionDenied(refusal));
  const cancel = linkedAbort(turn.signal);
  try {
    if (ask && !(await askPermission(turn, toolCallId, about)))
      return end('failed', denied(tool, 'the user rejected it'), permissionDenied('the user rejected it'));
    session.drain('dispatch');
    tell({ status: 'in_progress', ...(session.mutation && { _meta: { harn: audit } }) });
    session.calls.begin(toolCallId, { tool, cancel: (reason) => cancel.abort(new CallCancelled(reason)) });
    if (stopAfter !== undefined)
      void turn.pause(stopAfter).then(
        () => session.calls.cancel(toolCallId, 'the agent stopped it'),
        () => undefined,
      );
    const started = turn.clock.now();
    const given = await use.work(cancel.signal);
    return end('completed', given, { executionDurationMs: Math.max(0, Math.round(turn.clock.now() - started)) });
  } catch (error) {
    if (error instanceof CallCancelled) {
      const { message, reason = null } = error;
      return end('failed', { status: 'cancelled', reason }, { error: message, errorCategory: 'cancelled' });
    }
    if (error instanceof Cancelled) end('failed', { error: error.message });
    if (!(error instanceof ToolError)) throw error;
    const errorCategory = error instanceof ToolFailure ? error.category : 'tool_error';
    return end('failed', { error: error.message }, { error: error.message, errorCategory });
  } finally {
    session.calls.end(toolCallId);
    cancel.release();
  }
}

const denied = (tool: string, reason: string) => ({ error: 'permission_denied', tool, reason });
const permissionDenied = (error: string): ToolCallUpdateExtension => ({ error, errorCategory: 'permission_denied' });
