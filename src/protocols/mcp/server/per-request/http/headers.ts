import type { Json, JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { Headers } from '../../../../../wire/carried.js';
import { argumentAt, type ParamHeader, readHeaderText, saysSame } from '../../../param-headers.js';
import { META, NAMED_BY, PER_REQUEST_HEADERS } from '../../../per-request.js';
import { metaOf } from '../metadata.js';

/**
 * Why the headers of a POST do not say what its body says, or undefined (MCP 2026-07-28, Transports). `repeated`: the arguments of
 * the called tool that headers repeat.
 */
export function headerMismatch(
  headers: Headers,
  { method, params }: JsonObject,
  repeated: readonly ParamHeader[],
): string | undefined {
  const named = typeof method === 'string' && Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const given: JsonObject = isObject(params) ? params : {};
  return (
    contradiction(headers, PER_REQUEST_HEADERS.protocolVersion, metaOf(params)[META.protocolVersion], true) ??
    contradiction(headers, PER_REQUEST_HEADERS.method, method, true) ??
    (named === undefined ? undefined : contradiction(headers, PER_REQUEST_HEADERS.name, given[named], true)) ??
    repeated
      .map(({ name, path }) => {
        const value = argumentAt(given.arguments, path);
        return contradiction(headers, `${PER_REQUEST_HEADERS.param}${name.toLowerCase()}`, value ?? undefined, false);
      })
      .find((reason) => reason !== undefined)
  );
}

/** Why a header contradicts a value of the body. `isDue`: the header must be there even where the body lacks the value. */
function contradiction(headers: Headers, name: string, value: Json | undefined, isDue: boolean): string | undefined {
  const text = headers[name];
  if (text === undefined) return isDue || value !== undefined ? `the header ${name} is missing` : undefined;
  if (readHeaderText(text) === undefined) return `the header ${name} can't be decoded`;
  if (value === undefined) return isDue ? undefined : `the header ${name} has no argument in the body`;
  return saysSame(text, value) ? undefined : `the header ${name} contradicts the body`;
}
