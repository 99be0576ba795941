import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import { parseJson, stringifyJson } from '../../src/jsonrpc/json.js';
import { isObject } from '../../src/jsonrpc/messages.js';
import type { ExitInfo } from '../../src/transport/carried.js';
import type { OutcomeSpec } from '../types.js';

/** Values of `with` as the texts of a target file see them: a text as it is, anything else as JSON. */
export function withValues(given: JsonObject): { [name: string]: string } {
  const entries = Object.entries(given).map(([name, value]) => [
    `with.${name}`,
    typeof value === 'string' ? value : stringifyJson(value),
  ]);
  return Object.fromEntries(entries);
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
    return { ok: false, error: `the last line on stdout is no outcome: ${last.slice(0, 200)} (${how})` };
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
