import type { Changed, LiveMock } from '../../src/conversation/live/change.js';
import type { ScriptError } from '../../src/conversation/script-error.js';
import { isObject, type Json, type JsonObject } from '../../src/json/json.js';
import { reloaded, unnoticed } from '../cli/commands/mock/mock-script.js';
import { UsageError } from '../cli/support/usage-error.js';
import { placedIn, readScriptFile, type ScriptFile } from '../load/script.js';
import { watchFile } from '../load/watch-file.js';

/** What a mock offers and answers: a file, or what one would hold. */
export type ScriptSetting = string | { readonly [name: string]: unknown };

/** What a running mock shall do from now on; what is left out stays as it is. */
export interface MockChange {
  script?: ScriptSetting;
  /** In place of the permissive variants that it was started with: the usual ones, those that are named, or none. */
  permissive?: boolean | readonly string[];
}

/** A script that was read: a file, or what one would hold. */
interface ReadScript extends Partial<Pick<ScriptFile, 'file' | 'stamp'>> {
  script: JsonObject;
  /** Where a JSON Pointer leads, for people. */
  placeOf(pointer: string): string;
}

/** The script of a mock of the library, from its start to its end. */
export class MockScript {
  /** Ends the watch over its file. */
  private unwatch = () => {};
  private rewatch = () => {};

  private constructor(private now: ReadScript | undefined) {}

  /** Rejects with a FileError. */
  static async read(setting: ScriptSetting | undefined): Promise<MockScript> {
    return new MockScript(setting === undefined ? undefined : await readSetting(setting));
  }

  get script(): JsonObject | undefined {
    return this.now?.script;
  }

  /** An error about this script, with its places in the file. */
  placed(error: unknown): Promise<unknown> {
    return placed(this.now, error);
  }

  /** Changes a mock. Rejects with an Error that says what is wrong with the script or a variant; then nothing has changed. */
  async change(running: Partial<LiveMock>, role: string, { script, permissive }: MockChange): Promise<Changed> {
    if (!running.change) throw new UsageError(`a mock of ${role} can't change while it runs`);
    const next = script === undefined ? undefined : await readSetting(script);
    try {
      const changed = await running.change({
        ...(next && { script: next.script }),
        ...(permissive !== undefined && { permissive }),
      });
      this.now = next ?? this.now;
      if (next !== undefined) this.rewatch();
      return changed;
    } catch (error) {
      throw await placed(next ?? this.now, error);
    }
  }

  /**
   * Takes what is saved of the file of the script, whichever that is, until the mock ends. `say` gets what is other, and what is wrong with what
   * can't be used. Keeps no process alive.
   */
  watch(running: Partial<LiveMock> & { done: Promise<void> }, say: (text: string) => void): void {
    if (!running.change) return;
    this.rewatch = () => {
      this.unwatch();
      const { file, stamp } = this.now ?? {};
      if (file === undefined) return;
      const changed = async () => {
        const read = this.now;
        const next = await reloaded(read as ScriptFile, running, { made: (script) => script, say });
        // A program may have changed it meanwhile.
        if (this.now === read) this.now = next;
      };
      this.unwatch = watchFile(file, { changed, failed: unnoticed(file, say) }, stamp);
    };
    this.rewatch();
    void running.done.then(() => {
      this.unwatch();
      this.rewatch = () => {};
    });
  }

  /** The entries that nobody used, a line each. */
  unused(running: Partial<LiveMock>): string[] {
    const placeOf = this.now?.placeOf ?? String;
    return (running.unused?.() ?? []).map(({ path, message }) => `${placeOf(path)}  ${message}`);
  }
}

async function readSetting(setting: ScriptSetting): Promise<ReadScript> {
  if (typeof setting === 'string') return readScriptFile(setting);
  // What becomes of the caller's objects, or of another mock with them, is not its business.
  return { script: copyOf(setting as JsonObject) as JsonObject, placeOf: String };
}

function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyOf);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)])) : value;
}

async function placed(read: ReadScript | undefined, error: unknown): Promise<unknown> {
  const { mistakes = [] } = error as Partial<ScriptError>;
  return read?.file !== undefined && mistakes.length > 0 ? placedIn(read.file, mistakes) : error;
}
