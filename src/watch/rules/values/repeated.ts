import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import { requestsUntil } from '../../course.js';
import type { Issue } from '../../finding.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/** One header, and what of a request it repeats. */
interface Repeated {
  header: string;
  at: string;
  methods: ReadonlySet<string>;
}

/** A value that a header can't hold as it is: base64 of its UTF-8 between these marks (MCP 2026-07-28, Value encoding). */
const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/**
 * `repeated`: over HTTP, headers of the target's requests repeat what stands in the message. Settings:
 *
 * - `headers`: a list of `{ header, at, methods }`: the name in lower case, a JSON Pointer to the text that it repeats, and the methods
 *   whose requests have it, by default all. A request without a text there is passed over
 * - `until`: the method of a request; what comes with it and after it in the session is not judged
 */
export const repeated: RuleMaker = (settings) => {
  onlySettings(settings, ['headers', 'until']);
  const headers = headersOf(settings);
  const isBefore = requestsUntil('repeated', settings);

  return (facts) => {
    const { message, method = '', side, shape, record } = facts;
    if (!message || !isBefore(facts) || side !== 'target' || shape !== 'request' || facts.forgiven) return undefined;
    if (record.http === undefined) return undefined;
    const issues: Issue[] = [];
    let judged = false;
    for (const { header, at, methods } of headers) {
      const text = getPointer(message, at);
      if (typeof text !== 'string' || (methods.size > 0 && !methods.has(method))) continue;
      judged = true;
      const given = record.http.headers?.[header];
      if (given !== undefined && (isText(given, text) || decoded(given) === text)) continue;
      const what = given === undefined ? `has no header ${header}` : `has another value in the header ${header}`;
      issues.push({
        key: `${method} ${header}`,
        path: `/http/headers/${header}`,
        message: `${method} ${what}`,
        expected: text,
        ...(given !== undefined && { actual: given }),
      });
    }
    return judged ? { subject: side, issues } : undefined;
  };
};

/**
 * Whether a header has a text as it is, be it as bytes of UTF-8 or without the spaces around it. If a header can't hold the text so, then
 * what is wrong is that it is not encoded, and not that it is another one.
 */
function isText(given: string, text: string): boolean {
  return [given, Buffer.from(given, 'latin1').toString()].some((one) => one === text || one === text.trim());
}

function decoded(given: string): string | undefined {
  const encoded = ENCODED.exec(given)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}

function headersOf({ headers }: JsonObject): Repeated[] {
  if (!Array.isArray(headers) || headers.length === 0) throw new SettingsError('`headers` must be a list');
  return headers.map((one: Json) => {
    const { header, at } = isObject(one) ? one : {};
    if (typeof header !== 'string' || header !== header.toLowerCase() || typeof at !== 'string')
      throw new SettingsError('`headers` must hold { header: name in lower case, at: JSON Pointer }');
    getPointer(null, at);
    return { header, at, methods: new Set(textsOf(one as JsonObject, 'methods')) };
  });
}
