import { resolve } from 'node:path';
import { DrivenProgram, type Silence } from '../../../conversation/driven-program.js';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { WatchedList } from '../../../conversation/live/uses.js';
import type { Permissive } from '../../../conversation/permissive.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import { linkToProcess, type ProcessLinkOptions } from '../../../jsonrpc/process-link.js';
import { together } from '../../../jsonrpc/rewriting.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { stderr, stdout } from '../../../wire/output.js';
import { type PeerProgram, startPeer } from '../../../wire/process/stdio.js';
import { Confinement } from '../../../workspace/confinement.js';
import { Programs } from '../../../workspace/programs.js';
import { revisionOf } from '../revision.js';
import { withDefects } from './defects/defects.js';
import type { ClientExtension } from './extension.js';
import { permitting } from './permissive/changes.js';
import { rewritesOf } from './permissive/rewrites.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { type ClientOutcome, Run } from './run.js';
import { type ClientScript, loadScript } from './script.js';
import { type ClientSetup, ServedClient } from './serve.js';
import { Sessions } from './sessions.js';

export interface ClientOptions {
  /** The version of ACP that it speaks. Default: 0.12.2. */
  version?: string;
  /** The agent that it starts: program and arguments. */
  command?: readonly string[];
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** See `schemas/acp-client-script`. */
  script?: JsonObject;
  /** Which permissive options it takes: the usual ones, or those that are named. */
  permissive?: boolean | readonly string[];
  /** Makes what it has of a protocol that extends ACP, which may use the client once the agent has been greeted. */
  extension?: (client: () => ServedClient) => ClientExtension;
  /** The defects that it shall have. */
  switches?: ReadonlySet<string>;
  /** Working directory of the agent and of every session. Default: this process's own. */
  cwd?: string;
  /** Ends this process where a fault demands it. Default: for real. */
  exit?: ProcessLinkOptions['exit'];
  /** Starts the agent. Default: a process. */
  spawn?: (argv: readonly string[], cwd: string) => Promise<PeerProgram>;
  /** How long the agent may say nothing while it owes an answer. Default: for ever. */
  silence?: Silence;
  /** What its user says after the prompts of the script; undefined if that is all. Default: nothing. */
  next?: () => Promise<string | undefined>;
  /** Default: real time. */
  clock?: Clock;
  /** Where the outcome goes, as one line of JSON. Default: this process's stdout. */
  print?: (line: string) => void;
  /** Where words for its user go. Unset: to this process's stderr, if that is a terminal. */
  warn?: (text: string) => void;
}

/** What `initialize` has said to the agent, and what was set up for it. */
const FIXED = ['offer', 'files', 'programs', 'unsaved'];
const isFixed = (name: string) => ['no-files', 'read-only', 'no-terminals', 'no-parents'].includes(name);

/** What a session begins with. */
const LATER = ['mode', 'config', 'mcpServers'];

const variantsOf = (script: JsonObject = {}, permissive: Permissive) =>
  PERMISSIVE_OPTIONS.read(script.permissive as Permissive, permissive);

const rulesOf = ({ permissions }: ClientScript): WatchedList => ({
  list: 'permissions',
  entries: permissions,
  idle: 'was never applied',
});

const answersOf = ({ elicitations }: ClientScript): WatchedList => ({
  list: 'elicitations',
  entries: elicitations,
  idle: 'was never applied',
});

/** What a user is told whose script says nothing of permissions. */
const RECOMMENDED =
  'Recommended: this client allows whatever the agent asks permission for. To deny it, write this line in its script: ' +
  'permissions: [{ tool: "*", answer: reject }]\n';

/** ms that an agent may take to go, after the end of its stdin and after TERM. */
const GRACE = { eof: 1_000, term: 1_000 };

/**
 * Starts the reference client: it spawns its agent, opens the sessions and says the prompts of its script, serves what the
 * agent asks, and ends when every prompt is answered or the agent has gone. Rejects with ScriptError for a script that
 * can't be used or a missing command, and StartError where the agent can't be started.
 */
export async function startClient(options: ClientOptions) {
  const { command = [], border = openBorder, exit, print = (line) => stdout.write(`${line}\n`, 'json') } = options;
  const { cwd = process.cwd(), switches = [], spawn = startPeer, clock = realClock } = options;
  const revision = revisionOf(options.version);
  const loaded = await loadScript(options.script);
  const permissive = new LiveNames(variantsOf(options.script, options.permissive));
  const script = permitting(loaded, permissive);
  if (command.length === 0) throw new ScriptError('no agent: add the command that starts it after --');
  // Nobody else reads it, and what is on stderr is part of what a program is judged by.
  if (options.warn === undefined && stderr.isTTY && options.script?.permissions === undefined)
    stderr.write(RECOMMENDED);
  const agent = await spawn(command, cwd);
  const program = new DrivenProgram(linkToProcess(agent.pipes, { border, ...(exit && { exit }) }), {
    name: 'agent',
    silence: options.silence,
    clock,
  });
  const { files: others, programs } = script;
  const files = new Confinement({ cwd, overStdio: true, files: others }).in(cwd);
  const sessions = new Sessions(files);
  const extension = options.extension?.(() => client) ?? {};
  const setup: ClientSetup = {
    revision,
    offer: script.offer,
    clock,
    workspaces: sessions.workspaces,
    programs: new Programs({ overStdio: true, programs }),
    permissions: script.permissions,
    elicitations: script.elicitations,
    unsaved: Object.entries(script.unsaved).map(([path, text]) => [resolve(cwd, path), text] as const),
    makesFolders: script.makesFolders,
    rewrites: together([extension.rewrites ?? [], permissive.live(() => rewritesOf(permissive, clock))]),
    extension,
    heard: (...told) => run.heard(...told),
  };
  const client: ServedClient = new ServedClient(program.link, withDefects({ setup, files }, switches));
  const next = program.whileThere(options.next);
  const run = new Run(client, sessions, script, { cwd, revision }, extension, next);
  program.onSilence(() => void client.close());
  let outcome: ClientOutcome | undefined;
  const done = run.play().then(async (result) => {
    await client.close();
    const ended = await agent.stop('eof', GRACE);
    const error = result.ok ? undefined : (program.lastWords(ended, agent.stderr()) ?? result.error);
    outcome = { ...result, ...(error === undefined ? {} : { error }) };
    print(stringifyJson({ ...outcome }));
  });
  const live = scripted({
    first: options,
    fixed: FIXED,
    later: LATER,
    permissive,
    isFixed,
    lists: [rulesOf(script), answersOf(script)],
    read: loadScript,
    wanted: (now) => variantsOf(now.script, now.permissive),
    permitted: permitting,
    listsOf: (next) => [rulesOf(next), answersOf(next)],
    apply: (next) => {
      become(script, next);
      client.permissions.rules = next.permissions;
      client.elicitations.rules = next.elicitations;
    },
  });
  return {
    ...live,
    done,
    exitCode: () => (outcome?.ok ? 0 : 1),
    close: async () => {
      await client.close();
      await done;
    },
  };
}
