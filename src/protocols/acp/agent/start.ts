import type { Readable, Writable } from 'node:stream';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { repliesOf } from '../../../conversation/scripted-replies.js';
import type { JsonObject } from '../../../json/json.js';
import { serveStdio } from '../../../jsonrpc/serve-stdio.js';
import type { TransportName } from '../../../language/target.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { stderr } from '../../../wire/output.js';
import { revisionOf } from '../revision.js';
import { withDefects } from './defects/defects.js';
import type { AgentExtension } from './extension.js';
import { PARTS } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { type AgentScript, completed, readScript } from './script.js';
import { type AgentServer, serveAgent } from './server.js';

export interface StartAgentOptions {
  /** The version of ACP that it speaks. Default: 0.12.2. */
  version?: string;
  /** Default: stdio. Over ws each connection is a conversation of its own. */
  transport?: TransportName;
  /** Over ws: where it listens; 0 lets the machine choose. */
  port?: number;
  /** Over ws: the first segment of the path that every upgrade must have. Default: none. */
  token?: string | undefined;
  /** Its working directory. Default: this process's own. */
  cwd?: string;
  /** Where messages come from and go to. Default: this process's own. */
  input?: Readable;
  output?: Writable;
  /** Default: real time. */
  clock?: Clock;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** See `schemas/acp-agent-script`. */
  script?: JsonObject;
  /** Which permissive options it takes: the usual ones, or those that are named. */
  permissive?: boolean | readonly string[];
  /** The defects that it shall have. */
  switches?: ReadonlySet<string>;
  /** Where words about what went wrong go. Default: this process's stderr. */
  warn?: (text: string) => void;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
  /** Makes an agent of a protocol that extends ACP out of its script. Default: one of ACP. */
  extension?: (script: AgentScript) => AgentExtension;
}

/** Members of its script, and permissive variants, that it tells its client or listens by. */
const FIXED = ['abilities', 'store', 'webSocket'];
const FIXED_VARIANTS: readonly string[] = ['no-modes', 'no-settings', 'bare', 'sign-in'];

/**
 * Starts the reference agent. Rejects with ScriptError for a script or permissive option that can't be used, with PortError
 * where the port can't be had.
 */
export async function startAgent(options: StartAgentOptions): Promise<RunningMock> {
  const { input = process.stdin, output = process.stdout, clock = realClock, switches = [], failed } = options;
  const { cwd = process.cwd(), transport = 'stdio' } = options;
  const revision = revisionOf(options.version);
  const written = await readScript(options.script, revision);
  const permissive = new LiveNames(PERMISSIVE_OPTIONS.read(written.permissive, options.permissive));
  const made = () => withDefects(permitting(PARTS, permissive), switches);
  const parts = made();
  const surroundings = { cwd, overStdio: transport === 'stdio', revision };
  const script = completed(written, surroundings, parts.manner);
  const agents = new Set<AgentServer>();
  const live = scripted({
    first: options,
    fixed: FIXED,
    permissive,
    isFixed: (name) => FIXED_VARIANTS.includes(name),
    lists: [repliesOf(written.replies)],
    read: (next) => readScript(next, revision),
    wanted: (now, next) => PERMISSIVE_OPTIONS.read(next.permissive, now.permissive),
    listsOf: (next) => [repliesOf(next.replies)],
    apply: (next) => {
      become(script, completed(next, surroundings, made().manner, script));
      for (const agent of agents) agent.announce();
    },
  });
  const border = parts.border(options.border ?? openBorder);
  const { extension } = options;
  const serve = {
    script,
    clock,
    store: parts.store,
    rewrites: parts.rewrites(clock),
    ...(failed && { failed }),
    ...(extension && { extension: () => extension(script) }),
  };
  if (transport === 'ws') {
    // What stdio needs nothing of is loaded here.
    const { startOverWebSocket } = await import('./websocket.js');
    const { warn = (text: string) => stderr.write(text) } = options;
    const running = await startOverWebSocket(
      serve,
      { warn, serving: parts.serving, agents },
      { border, clock, token: options.token, ...(options.port === undefined ? {} : { port: options.port }) },
    );
    return { ...running, ...live };
  }
  const server = serveAgent(serveStdio({ input, output, border }), serve);
  agents.add(server);
  const outliving = parts.outliving?.();
  const done = server.closed.then(async () => {
    await outliving?.over;
    await lastAnswers(server.settled(), clock);
    await server.close();
  });
  return {
    ...live,
    done,
    close: async () => {
      outliving?.end();
      await server.close();
      await done;
    },
  };
}
