import { ScriptError } from '../../../../conversation/script-error.js';
import type { JsonObject } from '../../../../json/json.js';
import { loadScript } from '../script/script.js';
import type { Script, Shipped } from '../state/script.js';
import { PERMISSIVE_OPTIONS, type PermissiveOptions } from './variants.js';

/** Reads a script, and the permissive variants that it names. Rejects with a ScriptError. */
export async function loadPermissiveScript(
  written: JsonObject = {},
  shipped?: Shipped,
): Promise<{ script: Script; permissive: PermissiveOptions }> {
  const script = await loadScript(written, shipped);
  const names = (written.permissive ?? []) as string[];
  return { script, permissive: new Set(names.flatMap((name, index) => [...named(name, index)])) };
}

function named(name: string, index: number): PermissiveOptions {
  try {
    return PERMISSIVE_OPTIONS.read([name]);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw ScriptError.of([{ path: `/permissive/${index}`, message: error.message }]);
  }
}
