import type {
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
} from '../../../../generated/types/acp-1.21.0.js';
import { type Clock, realClock } from '../../../../wire/clock/clock.js';
import type { Programs } from '../../../../workspace/programs.js';
import { notFound } from '../../errors.js';
import { allowedPlace, type Workspaces } from '../workspace.js';
import { exitStatus, Terminal } from './terminal.js';

/** Bytes of output that are kept where the agent names no limit, and at most. */
const MOST = 8 * 1024 * 1024;

type Named = TerminalOutputRequest | WaitForTerminalExitRequest | KillTerminalRequest | ReleaseTerminalRequest;

/** The terminals of a client: `terminal/*` of ACP. Ids are never used twice, and one is good in its session alone. */
export class Terminals {
  private readonly open = new Map<string, { terminal: Terminal; sessionId: string }>();
  private count = 0;

  constructor(
    private readonly workspaces: Workspaces,
    private readonly programs: Programs,
    private readonly clock: Clock = realClock,
  ) {}

  /** `terminal/create`: answers as soon as the command runs. Rejects with RpcError where it can't be started. */
  async create({
    sessionId,
    command,
    args,
    env,
    cwd,
    outputByteLimit,
  }: CreateTerminalRequest): Promise<CreateTerminalResponse> {
    const files = await this.workspaces(sessionId);
    const terminal = await Terminal.create({
      command,
      args: args ?? [],
      env: Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
      cwd: allowedPlace(cwd ?? files.folder, files),
      programs: this.programs,
      outputByteLimit: Math.min(Number(outputByteLimit ?? MOST), MOST),
      clock: this.clock,
    });
    const terminalId = `terminal-${++this.count}`;
    this.open.set(terminalId, { terminal, sessionId });
    return { terminalId };
  }

  /** `terminal/output`. */
  output(params: TerminalOutputRequest): TerminalOutputResponse {
    return this.named(params).show();
  }

  /** `terminal/wait_for_exit`: answers when the command has gone, whoever ended it. */
  async waitForExit(params: WaitForTerminalExitRequest): Promise<WaitForTerminalExitResponse> {
    return exitStatus(await this.named(params).exited);
  }

  /** `terminal/kill`: the terminal stays, with what was written. */
  async kill(params: KillTerminalRequest): Promise<KillTerminalResponse> {
    await this.named(params).kill();
    return {};
  }

  /** `terminal/release`: ends the command if it still runs; from now on nobody knows the id. */
  async release(params: ReleaseTerminalRequest): Promise<ReleaseTerminalResponse> {
    const terminal = this.named(params);
    this.open.delete(params.terminalId);
    await terminal.kill();
    return {};
  }

  /** Ends every command that still runs. */
  async close(): Promise<void> {
    const left = [...this.open.values()];
    this.open.clear();
    await Promise.all(left.map(({ terminal }) => terminal.kill()));
  }

  private named({ sessionId, terminalId }: Named): Terminal {
    const found = this.open.get(terminalId);
    if (found?.sessionId !== sessionId) throw notFound(`there is no terminal ${JSON.stringify(terminalId)}`);
    return found.terminal;
  }
}
