import { use } from '../../../conversation/live/uses.js';
import { ScriptError, type ScriptMistake } from '../../../conversation/script-error.js';
import { durationMistakes, leftOf } from '../../../conversation/scripted-replies.js';
import type { Reply, TrustServerScriptFile } from '../../../generated/types/trust-server-script-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { parseDuration } from '../../../language/duration.js';
import { checkPattern, holds } from '../../../language/pattern/pattern.js';
import { loadValidators, methodTable } from '../../../schemas/index.js';
import { VERSION } from '../version.js';

/** What a script says to one request. */
export interface Scripted {
  /** ms before the answer. */
  delay: number;
  /** What is answered in place of what the server would; unset where it answers itself. Throws RpcError. */
  answer?: () => Json;
}

/** The replies of a script, each with how often it still holds. */
export class Replies {
  private readonly entries: { reply: Reply; left: number }[];

  /**
   * @param written sound by `readScript`
   * @param before those in whose place they come: how often one still holds that is there again does not change
   */
  constructor(written: readonly Reply[] = [], before?: Replies) {
    this.entries = leftOf(written, before?.entries);
  }

  /** Takes the reply to a request whose params are sound; undefined where none is meant for it. */
  take(method: string, params: JsonObject): Scripted | undefined {
    const entry = this.entries.find(
      ({ reply, left }) =>
        left > 0 && reply.method === method && holds((reply.params ?? {}) as JsonObject, params as Json),
    );
    if (entry === undefined) return undefined;
    entry.left -= 1;
    use(entry.reply);
    const { every, error, result } = entry.reply;
    const delay = every === undefined ? 0 : parseDuration(every);
    if (error) {
      const answer = () => {
        throw new RpcError(error.code, error.message, error.data as Json | undefined);
      };
      return { delay, answer };
    }
    return result === undefined ? { delay } : { delay, answer: () => result as JsonObject };
  }
}

/** Reads a script. Rejects with a ScriptError for one that does not fit its schema, and for replies that no request could have. */
export async function readScript(written: JsonObject = {}): Promise<TrustServerScriptFile> {
  const wrong = (await loadValidators('trust-server-script', 'v1')).validate('trust-server-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as TrustServerScriptFile;
  const mistakes: ScriptMistake[] = [];
  for (const [index, reply] of (script.replies ?? []).entries())
    mistakes.push(...(await mistakesOf(reply, `/replies/${index}`)));
  if (mistakes.length > 0) throw ScriptError.of(mistakes);
  return script;
}

async function mistakesOf({ method, params, every, result }: Reply, at: string): Promise<ScriptMistake[]> {
  const table = methodTable('trust', VERSION);
  if (!Object.hasOwn(table, method))
    return [
      { path: `${at}/method`, message: `there is no method "${method}"; there are ${Object.keys(table).join(', ')}` },
    ];
  const mistakes = [...durationMistakes(every, `${at}/every`)];
  if (params !== undefined) mistakes.push(...checkPattern(params as JsonObject, `${at}/params`));
  const [definition] = table[method]!.results ?? [];
  if (result !== undefined && definition !== undefined)
    for (const { path, message } of (await loadValidators('trust', VERSION)).validate(definition, result as Json))
      mistakes.push({ path: `${at}/result${path}`, message });
  return mistakes;
}
