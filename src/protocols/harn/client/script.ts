import { ScriptError } from '../../../conversation/script-error.js';
import type { Act, HarnClientScriptFile } from '../../../generated/types/harn-client-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';

/** What a client of Harn does beside one of ACP. `schemas/harn-client-script` describes the written form. */
export interface HarnScript {
  model?: string;
  /** What authenticate brings. */
  apiKey?: string;
  timeline: boolean;
  acts: readonly Act[];
}

/** Reads a script: what Harn has in it, and the rest, which is for the client of ACP. Rejects with a ScriptError. */
export async function loadScript(written: JsonObject = {}): Promise<{ script: HarnScript; rest: JsonObject }> {
  const wrong = (await loadValidators('harn-client-script', 'v1')).validate('harn-client-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const { model, apiKey, timeline = false, acts = [], ...rest } = written as HarnClientScriptFile;
  return {
    script: { timeline, acts, ...(model === undefined ? {} : { model }), ...(apiKey === undefined ? {} : { apiKey }) },
    rest: rest,
  };
}
