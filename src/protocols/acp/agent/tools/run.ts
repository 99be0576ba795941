import type { ToolCallUpdate } from '../../../../generated/types/acp-1.21.0.js';
import { Cancelled } from '../sessions/cancelled.js';
import { ToolError } from '../sessions/client.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import { askPermission } from './permission.js';
import { type RunningTool, type ToolEnd, type ToolResult, type ToolSpec, textContent } from './tool.js';

/**
 * Runs one tool call from its announcement to its end, and tells the client each step (ACP, Tool Calls). A call that is
 * rejected is not executed and fails; a turn that is cancelled ends it as failed. `work` throws ToolError for what it can't
 * do. Rejects with Cancelled.
 */
export async function runTool(
  turn: PromptTurn,
  spec: ToolSpec,
  work: (tool: RunningTool) => Promise<ToolResult>,
): Promise<ToolEnd> {
  const call = new Call(turn, spec);
  try {
    call.announce();
    const refusal = turn.session.refuses(spec.kind);
    if (refusal !== undefined) {
      call.end('failed', { rawOutput: { error: refusal } });
      return 'rejected';
    }
    const granted = !spec.ask || (await askPermission(turn, call.id, spec));
    if (!granted) {
      call.end('failed', { rawOutput: { error: 'the user rejected it' } });
      return 'rejected';
    }
    call.tell({ status: 'in_progress' });
    call.end('completed', await work({ show: (content) => call.tell({ content }) }));
    return 'completed';
  } catch (error) {
    if (error instanceof Cancelled) call.end('failed', { rawOutput: { error: error.message } });
    if (!(error instanceof ToolError)) throw error;
    call.end('failed', { content: [textContent(error.message)], rawOutput: { error: error.message } });
    return 'failed';
  }
}

class Call {
  readonly id: string;

  constructor(
    private readonly turn: PromptTurn,
    private readonly spec: ToolSpec,
  ) {
    this.id = turn.session.name('call');
  }

  announce(): void {
    const { ask: _, ...rest } = this.spec;
    this.turn.tell({ sessionUpdate: 'tool_call', toolCallId: this.id, ...rest, status: 'pending' });
  }

  tell(news: Omit<ToolCallUpdate, 'toolCallId'>): void {
    this.turn.tell({ sessionUpdate: 'tool_call_update', toolCallId: this.id, ...news });
  }

  end(status: 'completed' | 'failed', { content, rawOutput }: ToolResult): void {
    this.tell({ status, ...(content && { content }), ...(rawOutput && { rawOutput }) });
  }
}
