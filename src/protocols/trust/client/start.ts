import { DrivenProgram } from '../../../conversation/driven-program.js';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { Permissive } from '../../../conversation/permissive.js';
import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import { connect } from '../../../jsonrpc/connection.js';
import { linkToProcess, type ProcessLinkOptions } from '../../../jsonrpc/process-link.js';
import { openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { stderr, stdout } from '../../../wire/output.js';
import { startPeer } from '../../../wire/process/stdio.js';
import { withDefects } from './defects/defects.js';
import type { ClientParts } from './parts.js';
import { isFixed, permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { type ClientOutcome, playScript } from './run.js';
import { loadScript } from './script.js';
import { Session } from './session.js';
import { answeringUnread } from './unread.js';

/** What a client may be told. */
export type TrustClientOptions = Partial<
  Pick<
    MockOptions,
    | 'command'
    | 'border'
    | 'script'
    | 'permissive'
    | 'switches'
    | 'cwd'
    | 'clock'
    | 'spawn'
    | 'silence'
    | 'print'
    | 'warn'
  >
> &
  Pick<ProcessLinkOptions, 'exit'>;

/** ms that a server may take to go, after the end of its stdin and after TERM. */
const GRACE = { eof: 1_000, term: 1_000 };

/**
 * Starts the reference client of the Agent API: it starts its server, plays its script, and prints what came of it. Rejects with
 * ScriptError for a script that can't be used or a missing command, and StartError if the server can't be started.
 */
export async function startClient(options: TrustClientOptions): Promise<RunningMock> {
  const {
    command = [],
    border = openBorder,
    exit,
    cwd = process.cwd(),
    spawn = startPeer,
    clock = realClock,
  } = options;
  const { print = (line) => stdout.write(`${line}\n`, 'json'), warn = (text) => stderr.write(text) } = options;
  const script = await loadScript(options.script);
  const permissive = new LiveNames(variantsOf(options.script, options.permissive));
  const parts = withDefects(permitting(honestParts(), permissive), options.switches ?? []);
  if (command.length === 0)
    throw new ScriptError('no command after "--": pass the command that starts the server, e.g. -- node server.js');
  const server = await spawn(command, cwd);
  const link = linkToProcess(server.pipes, { border, ...(exit && { exit }) });
  const program = new DrivenProgram(answeringUnread(link), {
    name: 'server',
    silence: options.silence,
    clock,
  });
  const connection = connect(parts.link(program.link), { clock, ids: parts.ids });
  program.onSilence(() => connection.close());
  let outcome: ClientOutcome | undefined;
  const session = parts.conversation(new Session({ connection, timeout: script.timeout, cwd }));
  const done = playScript(session, script).then(async (result) => {
    connection.close();
    const ended = await server.stop('eof', GRACE);
    if (result.error !== undefined) warn(server.stderr());
    const error = result.error && (program.lastWords(ended, server.stderr()) ?? result.error);
    outcome = { ...result, ...(error === undefined ? {} : { error }) };
    print(stringifyJson({ ...outcome }));
  });
  const live = scripted({
    first: options,
    fixed: ['timeoutMs'],
    permissive,
    isFixed,
    read: loadScript,
    wanted: (now) => variantsOf(now.script, now.permissive),
    apply: (next) => become(script, next),
  });
  return {
    ...live,
    done,
    exitCode: () => (outcome?.ok ? 0 : 1),
    close: async () => {
      connection.close();
      await done;
    },
  };
}

const variantsOf = (script: JsonObject = {}, permissive: Permissive) =>
  PERMISSIVE_OPTIONS.read(script.permissive as Permissive, permissive);

/** A client that does what its script says, and nothing that it need not. */
function honestParts(): ClientParts {
  let ids = 0;
  return {
    link: (link) => link,
    ids: () => ++ids,
    conversation: (session) => session,
  };
}
