import type { LiveMock } from '../../../../src/conversation/live/change.js';
import type { RunningMock } from '../../../../src/conversation/role-entry.js';
import type { ScriptError } from '../../../../src/conversation/script-error.js';
import type { JsonObject } from '../../../../src/json/json.js';
import { stderr } from '../../../../src/wire/output.js';
import { placedIn, readScriptFile, type ScriptFile } from '../../../load/script.js';
import { watchFile } from '../../../load/watch-file.js';
import { scriptChanges } from './script-changes.js';

/** The script of a mock, for as long as that runs. */
export interface LiveScript {
  /** Takes what is saved from now on, and what was since the script was read. */
  watch(): void;
  /** The mock has ended: says which entries nobody used, unless its work failed, which says enough. */
  ended(): void;
}

/**
 * The script of a running mock: what is saved holds from then on, and stderr says what is other than before. A script that can't be used
 * changes nothing.
 *
 * @param made what the mock is given for a script
 */
export function liveScript(
  read: ScriptFile,
  running: Partial<LiveMock> & Pick<RunningMock, 'exitCode'>,
  made = (script: JsonObject) => script,
): LiveScript {
  const { file } = read;
  let now = read;
  let stop = () => {};
  const changed = async () => {
    now = await reloaded(now, running, { made, say });
  };
  return {
    watch: () => {
      if (!running.change) return;
      stop = watchFile(file, { changed, failed: unnoticed(file, say) }, read.stamp);
    },
    ended: () => {
      stop();
      if ((running.exitCode?.() ?? 0) !== 0) return;
      for (const { path, message } of running.unused?.() ?? []) stderr.write(`${now.placeOf(path)}  ${message}\n`);
    },
  };
}

/**
 * Takes what was saved of a script. Resolves with it, or, if it can't be used, with what holds still. `say` gets what is other, or what is wrong.
 */
export async function reloaded(
  now: ScriptFile,
  running: Partial<LiveMock>,
  { made, say }: { made(script: JsonObject): JsonObject; say(text: string): void },
): Promise<ScriptFile> {
  const { file } = now;
  try {
    const next = await readScriptFile(file);
    const changes = scriptChanges(now.script, next.script);
    const { fixed = [], later = [] } = (await running.change?.({ script: made(next.script) })) ?? {};
    if (changes !== undefined) say(`script reloaded: ${changes}`);
    if (fixed.length > 0) say(`script: still as before until the mock is started again: ${fixed.join(', ')}`);
    if (later.length > 0) say(`script: from the next session on: ${later.join(', ')}`);
    return next;
  } catch (error) {
    const { name, message } = await placed(file, error);
    if (name !== 'FileError' && name !== 'ScriptError') throw error;
    say(`the saved script can't be used, the last good one goes on\n${message}`);
    return now;
  }
}

/** Says that a file can't be watched. */
export const unnoticed = (file: string, say: (text: string) => void) => (reason: string) =>
  say(`changes of ${file} are not noticed: ${reason}`);

const say = (text: string) => stderr.write(`proctor: ${text}\n`);

/** An error about a script, with its places in the file. */
async function placed(file: string, error: unknown): Promise<Error> {
  const { mistakes = [] } = error as Partial<ScriptError>;
  return mistakes.length > 0 ? placedIn(file, mistakes) : (error as Error);
}
