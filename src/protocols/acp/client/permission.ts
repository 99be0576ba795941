import { wildcard } from '../../../bounded/wildcard.js';
import { use } from '../../../conversation/live/uses.js';
import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '../../../generated/types/acp-1.21.0.js';

/** What the user does when asked. `wait`: nothing, until the turn is cancelled. */
export type Decision = 'allow' | 'reject' | 'wait';

/** How the user decides about some tool calls. */
export interface PermissionRule {
  /** Title of the tool call; `*` stands for any text. */
  tool: string;
  answer: Decision;
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/**
 * Answers `session/request_permission` for a user who decides by rules: the first that fits the title of the tool call
 * counts, and none is a no. When the turn is cancelled, whatever is still open is answered `cancelled` (ACP, Prompt Turn,
 * Cancellation).
 */
export class Permissions {
  private readonly open = new Map<string, Set<() => void>>();
  private readonly cancelled = new Set<string>();

  /** @param rules those of now: the next request is answered by them */
  constructor(public rules: readonly PermissionRule[]) {}

  /** The answer to a request; it may take until `cancel`. `title` is what the tool call was called when it was announced. */
  async answer(
    { sessionId, toolCall, options }: RequestPermissionRequest,
    title = '',
  ): Promise<RequestPermissionResponse> {
    if (this.cancelled.has(sessionId)) return CANCELLED;
    const name = toolCall.title ?? title;
    const rule = this.rules.find(({ tool }) => wildcard(tool)(name));
    use(rule);
    const decision = rule?.answer ?? 'reject';
    if (decision !== 'wait') return outcome(pick(options, decision));
    await new Promise<void>((resolve) => {
      const waiting = this.open.get(sessionId) ?? new Set();
      this.open.set(sessionId, waiting.add(resolve));
    });
    return CANCELLED;
  }

  /** The user cancels the turn: everything that is open, and all that is asked until `turn`, is answered `cancelled`. */
  cancel(sessionId: string): void {
    this.cancelled.add(sessionId);
    for (const resolve of this.open.get(sessionId) ?? []) resolve();
    this.open.delete(sessionId);
  }

  /** A new turn begins. */
  turn(sessionId: string): void {
    this.cancelled.delete(sessionId);
  }
}

/** The option that says it, for this once where it can be had; undefined where none of those offered does. */
function pick(options: readonly PermissionOption[], decision: 'allow' | 'reject'): PermissionOption | undefined {
  const kinds = [`${decision}_once`, `${decision}_always`];
  return kinds.map((kind) => options.find((option) => option.kind === kind)).find((option) => option !== undefined);
}

/** Nothing that was offered says it: then nothing is granted. */
function outcome(option: PermissionOption | undefined): RequestPermissionResponse {
  return option ? { outcome: { outcome: 'selected', optionId: option.optionId } } : CANCELLED;
}
