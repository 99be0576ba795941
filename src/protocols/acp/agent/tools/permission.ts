import type {
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '../../../../generated/types/acp-1.21.0.js';
import type { Json } from '../../../../json/json.js';
import { unchecked } from '../../unchecked.js';
import { Cancelled } from '../sessions/cancelled.js';
import { ToolError } from '../sessions/client.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import type { ToolSpec } from './tool.js';

const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  { optionId: 'reject-always', name: 'Always reject', kind: 'reject_always' },
];

/**
 * Asks the user whether a tool call may run (ACP, Tool Calls, Requesting Permission). What is no clear yes is a no: an error,
 * an option that was not offered, anything else. An answer for good is remembered in the session, for tools of its kind.
 * Rejects with Cancelled when the turn was cancelled.
 */
export async function askPermission(turn: PromptTurn, toolCallId: string, spec: ToolSpec): Promise<boolean> {
  const { session } = turn;
  const { title, kind, rawInput, locations, content } = spec;
  if (!session.asks) return true;
  const decided = session.decided.get(kind);
  if (decided !== undefined) return decided;
  const answer = await ask(turn, {
    toolCall: {
      toolCallId,
      title,
      kind,
      status: 'pending',
      rawInput,
      ...(locations && { locations }),
      ...(content && { content }),
    },
    options: [...OPTIONS],
  });
  const chosen = OPTIONS.find(({ optionId }) => optionId === answer);
  const granted = chosen?.kind.startsWith('allow') ?? false;
  if (chosen?.kind.endsWith('always')) session.decided.set(kind, granted);
  return granted;
}

/** Every member that an outcome may have. */
type Outcome = RequestPermissionOutcome & { optionId?: string };

/** The option that was selected; undefined where none was. */
async function ask(turn: PromptTurn, params: Omit<RequestPermissionRequest, 'sessionId'>): Promise<Json | undefined> {
  try {
    const { outcome } = await turn.client.request('session/request_permission', params);
    const { outcome: how, optionId } = unchecked<Outcome>(outcome);
    if (how === 'cancelled') throw new Cancelled();
    return how === 'selected' ? optionId : undefined;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
