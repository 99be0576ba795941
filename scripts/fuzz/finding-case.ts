import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import {
  decodeUtf8,
  depthOf,
  isObject,
  type Json,
  type JsonObject,
  JsonProblem,
  parseJson,
  stringifyJson,
} from '../../src/json/json.js';
import type { Finding } from './campaign.js';
import type { Request } from './mutate-http.js';
import type { Transport } from './reference.js';
import type { Sent } from './side.js';
import type { Subject } from './subject.js';

/**
 * A finding as a case file that says what was sent and then asks for a sign of life: ready to be pasted, and to be given the
 * expectation that the finding is about. Over HTTP a session id is left to the kit.
 */
export function caseOf({ problem, outcome, variant }: Finding, subject: Subject, transport: Transport): string {
  const { id: role } = subject;
  const [protocol, side] = role.split('/');
  const mark = createHash('sha256').update(problem.key).digest('hex').slice(0, 8);
  const { alive } = subject.role;
  const steps: Json[] = outcome.sent.map((sent) => ({ send: sendOf(sent) }));
  if (alive)
    steps.push({
      call: {
        request: alive.request,
        ...(alive.params === undefined ? {} : { params: alive.params }),
        ...(alive.result === undefined ? {} : { result: alive.result }),
      },
      check: alive.check,
    });
  const file = {
    suite: 'Found by fuzzing',
    role,
    cases: [{ id: `${protocol}.${side}.fuzz.${mark}`, title: oneLine(problem.text), needs: { transport }, steps }],
  };
  const free =
    variant === false
      ? ''
      : `# on a reference started with --permissive${variant === true ? '' : ` ${variant.join(',')}`}\n`;
  return free + stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

function sendOf({ bytes, http }: Sent): JsonObject {
  const head: JsonObject = http ? { http: headOf(http) } : {};
  if (http && bytes.length === 0) return head;
  const text = textOf(bytes);
  if (text === undefined) return { raw: { $base64: Buffer.from(bytes).toString('base64') }, ...head };
  const message = messageOf(http ? text : text.replace(/\n$/, ''));
  return { ...(message === undefined ? { raw: escaped(text) } : { message: literal(message) }), ...head };
}

/** The overrides of a request; the session and whatever else the kit puts there by itself stay the kit's. */
function headOf({ method, path, headers }: Request): JsonObject {
  const kept = Object.entries(headers).filter(([name]) => !/session-id$/i.test(name));
  return {
    method,
    path: escaped(path),
    headers: Object.fromEntries(kept.map(([name, value]) => [name, escaped(value)])),
  };
}

/** How deep a message may nest to be written as YAML: the writer calls itself some ten times for each level. */
const MOST_NESTED = 100;

/** The message that is exactly this text; undefined where no message is, or one that nests too deep for a case file. */
function messageOf(text: string): JsonObject | undefined {
  try {
    const message = parseJson(text);
    if (depthOf(message) > MOST_NESTED) return undefined;
    // An escape may stand for what no file can hold, such as half a surrogate pair.
    return isObject(message) && stringifyJson(message) === text && !text.includes('\\u') ? message : undefined;
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}

/** A value in which nothing is taken for a reference or a function of the case language. */
const literal = (message: JsonObject): Json => (stringifyJson(message).includes('$') ? { $lit: message } : message);

const escaped = (text: string): string => text.replaceAll('${', () => '$${');

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = decodeUtf8(bytes);
    // What editors and diffs swallow or show as something else.
    return /(?![\t\n\r])\p{Cc}|\p{Cf}|\p{Cn}|\p{Zl}|\p{Zp}/u.test(text) ? undefined : text;
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}

const oneLine = (text: string): string => escaped(text.split('\n')[0]!.slice(0, 160));
