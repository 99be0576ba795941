import { BoundedMap } from '../../../../bounded/bounded-map.js';

/** Cancelled calls that are remembered. */
const REMEMBERED = 10_000;

/** A tool call while it runs. */
interface RunningCall {
  tool: string;
  cancel(reason: string | undefined): void;
}

/** What became of a call that was to be cancelled, and the name of its tool where that is known. */
export interface CancelOutcome {
  status: 'cancelled' | 'already_cancelled' | 'not_found';
  tool: string | null;
}

/** The tool calls of a session that can be cancelled one by one (Harn guide, session/cancel_tool_call). */
export class ToolCalls {
  private readonly running = new Map<string, RunningCall>();
  private readonly cancelled = new BoundedMap<string, string>(REMEMBERED);

  begin(id: string, call: RunningCall): void {
    this.running.set(id, call);
  }

  end(id: string): void {
    this.running.delete(id);
  }

  cancel(id: string, reason: string | undefined): CancelOutcome {
    const before = this.cancelled.get(id);
    if (before !== undefined) return { status: 'already_cancelled', tool: before };
    const call = this.running.get(id);
    if (!call) return { status: 'not_found', tool: null };
    this.cancelled.set(id, call.tool);
    call.cancel(reason);
    return { status: 'cancelled', tool: call.tool };
  }
}
