import type { MutationSession, PermissionParams } from '../../../../generated/types/bridge-v1.js';
import type { JsonObject } from '../../../../json/json.js';
import { HostError } from '../host/host.js';
import { type Decision, decisionOf } from '../permission.js';
import type { PromptTurn } from '../prompt-turn.js';
import { declaredPaths, type Tool } from './tool.js';

/** A call that the policy leaves to the host. */
export interface UndecidedCall {
  toolCallId: string;
  tool: Tool;
  args: JsonObject;
  mutation: MutationSession | undefined;
}

/**
 * Asks the host whether a tool may run (Harn bridge, session/request_permission). Fails closed: an error, a closed
 * connection and silence deny.
 */
export async function askApproval(
  turn: PromptTurn,
  { toolCallId, tool, args, mutation }: UndecidedCall,
): Promise<Decision> {
  const { permissionOptions: options } = turn.options;
  const params: PermissionParams = {
    sessionId: turn.sessionId,
    toolCall: { toolCallId, toolName: tool.name, title: tool.name, kind: tool.kind, rawInput: args },
    mutation: mutation ?? null,
    declaredPaths: declaredPaths(tool, args),
    ...(options.length > 0 && { options: [...options] }),
  };
  try {
    return decisionOf(await turn.host.request('session/request_permission', params), options);
  } catch (error) {
    if (error instanceof HostError) return { granted: false, reason: error.message };
    throw error;
  }
}
