import type { Readable, Writable } from 'node:stream';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { repliesOf, ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { JsonObject } from '../../../json/json.js';
import { serveStdio } from '../../../jsonrpc/serve-stdio.js';
import { loadValidators } from '../../../schemas/index.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { VERSION } from '../version.js';
import { PARTS } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { readScript } from './script.js';
import { serveRuntime } from './server.js';

export interface BridgeRuntimeOptions {
  /** Where messages come from and go to. Default: this process's own. */
  input?: Readable;
  output?: Writable;
  /** Its working directory. Default: this process's own. */
  cwd?: string;
  /** Default: real time. */
  clock?: Clock;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** Default: stdio, the only one that there is. */
  transport?: string;
  /** See `schemas/runtime-script`. */
  script?: JsonObject;
  /** Which permissive options it takes: the usual ones, or those that are named. */
  permissive?: boolean | readonly string[];
  /** Told of errors of the runtime itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/** Whether a variant shows in the reply to `initialize`. */
const isFixed = (name: string) => name === 'own-updates';

/**
 * Starts the reference runtime of Harn's bridge over stdio. Rejects with ScriptError for a script that can't be used, a transport
 * other than stdio, and an unknown permissive option.
 */
export async function startBridgeRuntime(options: BridgeRuntimeOptions): Promise<RunningMock> {
  const { input = process.stdin, output = process.stdout, clock = realClock, border = openBorder, failed } = options;
  if ((options.transport ?? 'stdio') !== 'stdio') throw new ScriptError('bridge/runtime speaks over stdio alone');
  const permissive = new LiveNames(PERMISSIVE_OPTIONS.read(options.permissive));
  const parts = permitting(PARTS, permissive);
  const { replies } = await readScript(options.script);
  // Before the first message: what is loaded in the middle of a turn is a wait that no clock sees.
  await loadValidators('bridge', VERSION);
  const serving = {
    clock,
    parts,
    replies: new ScriptedReplies(replies),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(failed && { failed }),
  };
  const server = serveRuntime(serveStdio({ input, output, border }), serving);
  const live = scripted({
    first: options,
    permissive,
    isFixed,
    lists: [repliesOf(replies)],
    read: readScript,
    wanted: (now) => PERMISSIVE_OPTIONS.read(now.permissive),
    listsOf: (next) => [repliesOf(next.replies)],
    apply: (next) => {
      become(parts, permitting(PARTS, permissive));
      serving.replies = new ScriptedReplies(next.replies, serving.replies);
    },
  });
  const done = server.closed.then(async () => {
    await lastAnswers(server.settled(), clock);
    server.close();
  });
  return {
    ...live,
    done,
    close: async () => {
      server.close();
      await done;
    },
  };
}
