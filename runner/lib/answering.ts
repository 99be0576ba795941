import type { Clock } from '../../src/wire/clock/clock.js';
import { secrets } from '../../src/wire/output.js';
import { type Answering, answeringOf } from '../cli/commands/mock/answering/answering.js';
import { UsageError } from '../cli/support/usage-error.js';

/** What answers in place of a mock. */
export interface MockAnswering {
  /** Rules that answer in its place: a file, or what one would hold (`schemas/answers`). */
  answers?: string | { readonly [name: string]: unknown };
  /** A recording that answers in its place. With `update` it gets what it lacks, as the mock answers that. */
  replay?: string;
  replayMode?: 'playback' | 'update';
  /** What becomes of a request that neither of them answers. Default: `error` with a recording that is played back, else `reference`. */
  unplanned?: 'error' | 'warn' | 'reference';
  /** Told of what is wrong with an answer while the mock runs, of unplanned requests, and of saved files. Default: nobody. */
  onWarning?: (line: string) => void;
}

/** What answers in place of a mock, as a program says it; undefined if nothing does. Throws UsageError and FileError. */
export async function answeringFor(
  role: string,
  settings: MockAnswering & { version?: string },
  clock: Clock,
): Promise<Answering | undefined> {
  const { answers, replay, replayMode: mode = 'playback', unplanned, version, onWarning } = settings;
  if (answers === undefined && replay === undefined) {
    if (unplanned !== undefined || mode !== 'playback')
      throw new UsageError('`unplanned` and `replayMode` need a file: name one by `answers` or `replay`');
    return undefined;
  }
  const warn = (line: string) => onWarning?.(line);
  return answeringOf(role, { answers, replay, mode, unplanned, version }, { clock, secrets, warn });
}
