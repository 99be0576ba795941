import { existsSync } from 'node:fs';
import type { MockArguments } from '../../../../src/mock/line.js';
import type { Border } from '../../../../src/wire/carried.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { secrets, stderr } from '../../../../src/wire/output.js';
import { FileError } from '../../../load/script.js';
import { UsageError } from '../../support/usage-error.js';
import { answeringOf } from './answering/answering.js';
import { answeringLines } from './answering/report.js';
import { watchAnswers } from './answering/watch-answers.js';

/** What a mock needs of the answers that it gives. */
export interface MockAnswers {
  border(inner: Border): Border;
  /** Says on stderr what nobody used and what nothing matched, and writes what a recording got. Does it once. */
  finish(): Promise<void>;
}

/** Runs a mock by its command line, with what answers in place of its reference. */
type Run = (role: string, options: MockArguments, answers: MockAnswers | undefined) => Promise<number>;

/** `proctor mock ROLE` with `--answers` or `--replay`: reads the files and runs the mock. Resolves with the exit code. */
export async function mockWithAnswers(role: string, options: MockArguments, run: Run): Promise<number> {
  const { answers, replay, replayMode = 'playback', unplanned, ...rest } = options;
  try {
    if (replayMode !== 'playback' && replay === undefined)
      throw new UsageError(`--replay-mode ${replayMode} needs a recording: name it by --replay FILE`);
    if (unplanned !== undefined && answers === undefined && replay === undefined)
      throw new UsageError('--unplanned is for what a file has no answer to: name one by --answers or --replay');
    const isNew = replay !== undefined && (replayMode === 'record' || (replayMode === 'update' && !existsSync(replay)));
    if (isNew && options.log !== undefined)
      throw new UsageError(`--log writes a recording too: leave it out, ${replay} becomes one`);
    const recording = isNew ? { log: replay } : {};
    if (isNew && answers === undefined) return run(role, { ...rest, ...recording }, undefined);
    const mode = replayMode === 'update' ? 'update' : 'playback';
    const made = await answeringOf(
      role,
      { answers, replay: isNew ? undefined : replay, mode, unplanned, version: options.version },
      { clock: realClock, secrets, warn: say },
    );
    let finished: Promise<void> | undefined;
    const finish = async () => {
      for (const line of answeringLines(made.result(), isNew ? undefined : replay)) stderr.write(`${line}\n`);
      const added = await made.finish();
      if (added > 0) stderr.write(`${replay} has ${added} more messages\n`);
    };
    // Time that is moved does not pass while a file is read.
    const stop = made.file && options.clock === undefined ? watchAnswers(answers!, made.file, say) : () => undefined;
    const version = made.version === undefined ? {} : { version: made.version };
    // What decides how the messages of the mock are judged stays in the options.
    const told = { ...rest, ...recording, ...version, ...(answers ? { answers } : {}), ...(replay ? { replay } : {}) };
    try {
      return await run(role, told, {
        border: made.border,
        finish: () => {
          stop();
          finished ??= finish();
          return finished;
        },
      });
    } finally {
      stop();
    }
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof FileError)) throw error;
    stderr.write(`${error instanceof UsageError ? 'proctor: ' : ''}${error.message}\n`);
    return 2;
  }
}

const say = (text: string) => stderr.write(`proctor: ${text}\n`);
