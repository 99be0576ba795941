import { isDeepStrictEqual } from 'node:util';
import { DrivenProgram, type Silence } from '../../../conversation/driven-program.js';
import { become, changeable } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import type { WatchedList } from '../../../conversation/live/uses.js';
import { ScriptError } from '../../../conversation/script-error.js';
import type { HostScriptFile } from '../../../generated/types/host-script-v1.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import { linkToProcess, type ProcessLinkOptions } from '../../../jsonrpc/process-link.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { stderr, stdout } from '../../../wire/output.js';
import { type PeerProgram, startPeer } from '../../../wire/process/stdio.js';
import { optionsOf, permitting } from './permissive/changes.js';
import { type HostOutcome, runPrompts } from './run.js';
import { readScript } from './script.js';
import { servedHost } from './session.js';

export interface HostOptions {
  /** The runtime that it starts: program and arguments. */
  command?: readonly string[];
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** See `schemas/host-script`. */
  script?: JsonObject;
  /** Which permissive options it takes: the usual ones, or those that are named. */
  permissive?: boolean | readonly string[];
  /** Ends this process where a fault demands it. Default: for real. */
  exit?: ProcessLinkOptions['exit'];
  /** Working directory of the runtime and of the session. Default: this process's own. */
  cwd?: string;
  /** Starts the runtime. Default: a process. */
  spawn?: (argv: readonly string[], cwd: string) => Promise<PeerProgram>;
  /** How long the runtime may say nothing while it owes an answer. Default: for ever. */
  silence?: Silence;
  /** What its user says after the prompts of the script; undefined if that is all. Default: nothing. */
  next?: () => Promise<string | undefined>;
  /** Default: real time. */
  clock?: Clock;
  /** Where the outcome goes, as one line of JSON. Default: this process's stdout. */
  print?: (line: string) => void;
  /** Where the last words of a runtime go that did not do its part. Default: this process's stderr. */
  warn?: (text: string) => void;
}

/** What a runtime should use of a script. */
const listsOf = ({ tools, skills, permissions, operations, reactions }: HostScriptFile): WatchedList[] => [
  { list: 'tools', entries: tools ?? [], idle: 'was never called' },
  { list: 'skills', entries: skills ?? [], idle: 'was never fetched' },
  { list: 'permissions', entries: permissions ?? [], idle: 'was never applied' },
  { list: 'operations', entries: Object.values(operations ?? {}), idle: 'was never called' },
  { list: 'reactions', entries: reactions ?? [], idle: 'never happened' },
];

/** ms that a runtime may take to go, after the end of its stdin and after TERM. */
const GRACE = { eof: 1_000, term: 1_000 };

/**
 * Starts the reference host: it spawns its runtime, prompts what its script says, answers what the runtime asks, and ends
 * when every prompt is answered or the runtime has gone. Rejects with ScriptError for a script that can't be used or a
 * missing command, and StartError where the runtime can't be started.
 */
export async function startHost(options: HostOptions) {
  const { command = [], border = openBorder, exit, cwd = process.cwd(), spawn = startPeer, clock } = options;
  const { print = (line) => stdout.write(`${line}\n`, 'json'), warn = (text) => stderr.write(text) } = options;
  const written = await readScript(options.script);
  const permissive = new LiveNames(optionsOf(written, options.permissive));
  const parts = permitting(written, permissive);
  if (command.length === 0) throw new ScriptError('no runtime: add the command that starts it after --');
  const runtime = await spawn(command, cwd);
  const program = new DrivenProgram(linkToProcess(runtime.pipes, { border, ...(exit && { exit }) }), {
    name: 'runtime',
    silence: options.silence,
    clock,
  });
  const { connection, skillsChanged } = servedHost(program.link, parts, clock ?? realClock);
  program.onSilence(() => connection.close());
  let outcome: HostOutcome | undefined;
  const done = runPrompts(connection, parts.script, cwd, program.whileThere(options.next)).then(async (result) => {
    connection.close();
    const ended = await runtime.stop('eof', GRACE);
    if (!result.ok) warn(runtime.stderr());
    const error = result.ok ? undefined : (program.lastWords(ended, runtime.stderr()) ?? result.error);
    outcome = { ...result, ...(error === undefined ? {} : { error }) };
    print(stringifyJson({ ...outcome }));
  });
  const live = changeable({
    first: options,
    lists: listsOf(written),
    prepare: async (now) => {
      const next = await readScript(now.script);
      const names = optionsOf(next, now.permissive);
      const { script } = permitting(next, names);
      const apply = () => {
        const isOther = !isDeepStrictEqual(script.skills, parts.script.skills);
        permissive.become(names);
        become(parts.script, script);
        if (isOther) skillsChanged();
      };
      return { apply, lists: listsOf(next) };
    },
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
