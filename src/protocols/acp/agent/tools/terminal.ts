import type { CreateTerminalResponse, TerminalExitStatus } from '../../../../generated/types/acp-1.21.0.js';
import { type Unchecked, unchecked } from '../../unchecked.js';
import { ToolError } from '../sessions/client.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import type { RunningTool } from './tool.js';

/** What a command left. */
export interface CommandEnd {
  output: string;
  /** Null where a signal ended it. */
  exitCode: number | null;
}

/**
 * Runs a command in a terminal of the client, in the session's folder, shown live in the tool call, and waits for its end
 * (ACP, Terminals). Whatever happens the terminal is released; when the turn is cancelled the command is killed first.
 * Rejects with ToolError where the client has no terminals, and with Cancelled.
 */
export async function runCommand(
  turn: PromptTurn,
  tool: RunningTool,
  command: string,
  args: readonly string[],
): Promise<CommandEnd> {
  const { client, session } = turn;
  if (!client.offered.terminal) throw new ToolError('the client has no terminals');
  const spec = { command, args: [...args], cwd: session.cwd, outputByteLimit: 65_536 };
  const { terminalId } = await client.acquire('terminal/create', spec, (late) => abandon(turn, late));
  if (typeof terminalId !== 'string') throw new ToolError('the client answered without a terminal');
  tool.show([{ type: 'terminal', terminalId }]);
  try {
    await client.request('terminal/wait_for_exit', { terminalId });
    const { output, exitStatus } = await client.request('terminal/output', { terminalId });
    const { exitCode = null } = unchecked<TerminalExitStatus>(exitStatus);
    return { output: String(output ?? ''), exitCode: exitCode as number | null };
  } finally {
    if (turn.signal.aborted) abandon(turn, { terminalId });
    else await client.request('terminal/release', { terminalId });
  }
}

/** Ends a terminal of a turn that is over. Its answers are of no interest any more. */
function abandon({ client }: PromptTurn, { terminalId }: Unchecked<CreateTerminalResponse>): void {
  if (typeof terminalId !== 'string') return;
  client.send('terminal/kill', { terminalId });
  client.send('terminal/release', { terminalId });
}
