import type { Json, JsonObject } from '../../json/json.js';
import { isObject, parseJson, stringifyJson } from '../../json/json.js';
import type { OutcomeSpec } from '../../language/target.js';
import { toBytes } from '../../language/values/index.js';
import type { ExitInfo } from '../../wire/carried.js';
import { expandText } from './expand.js';

/** Values of `with` as the texts of a target file see them: a text as it is, anything else as JSON. */
export function withValues(given: JsonObject): { [name: string]: string } {
  const entries = Object.entries(given).map(([name, value]) => [
    `with.${name}`,
    typeof value === 'string' ? value : stringifyJson(value),
  ]);
  return Object.fromEntries(entries);
}

/** What a behavior puts into a file: a text may name what only a run knows. */
export function fileContent(
  content: Json,
  values: { [name: string]: string | string[] },
): Uint8Array | { link: string } | null {
  if (typeof content === 'string') return toBytes(expandText(content, values));
  if (content === null) return null;
  return isObject(content) && typeof content.link === 'string' ? { link: content.link } : toBytes(content);
}

/**
 * What a client reported of its work: `{ ok, value?, error? }`, from its exit code or from the last line of its stdout.
 * A client that was ended by a signal, or whose last line is no such object, did not do it.
 */
export function outcomeOf(spec: OutcomeSpec | undefined, exit: ExitInfo, stdout: string): JsonObject {
  const how = exit.signal === null ? `exit code ${exit.code}` : exit.signal;
  if (spec?.stdout === 'json') {
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    const value = readJson(last);
    if (isObject(value) && typeof value.ok === 'boolean') return value;
    return { ok: false, error: `the last line on stdout is not an outcome: ${last.slice(0, 200)} (${how})` };
  }
  const ok = spec?.exit?.ok ?? [0];
  return exit.code !== null && ok.includes(exit.code) ? { ok: true } : { ok: false, error: how };
}

function readJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
