import { failedHandshake } from '../../src/conversation/blame/handshake.js';
import type { Driven } from '../../src/conversation/case/drive.js';
import { describeEnd, quoteError } from '../../src/conversation/summary.js';
import { showName } from '../../src/json/display.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import type { WireRecord } from '../../src/wire/record.js';
import { stderrDetail } from '../stderr-lines.js';

/** Why no further case of a target can be judged. It is told once, in place of a result for each of them. */
export interface Cause {
  /** What is wrong, and what helps: one line. */
  message: string;
  /** What the target said on stderr. */
  detail?: string;
  /** 3 where nothing of the target could be judged at all, else 1. */
  exit: 1 | 3;
  /** For a target that is too slow to start: a `within` that gives it enough time, such as `15s`. */
  longer?: string;
  /** Whether the target answered its handshake, but not with a result. */
  refused?: true;
  /** Whether it answered that a token is missing. */
  asksForToken?: true;
}

/** What helps against a server that says nothing at all. */
const SILENT =
  'is it a server of this protocol and transport? One that is slow to start gets longer by --within, `within` of the target file, or --slow';

/** How much of a text on stdout is quoted, in characters. */
const QUOTED = 60;
/** How much of a body is shown: lines, and characters of each. */
const BODY_LINES = 5;
const BODY_WIDTH = 200;

/** The cause that a target could not be started, or went away without a word. `stderr` is what it said there. */
export function notStarted(message: string, stderr: string): Cause {
  return { message: `the target could not be started: ${message}`, ...stderrDetail(stderr), exit: 3 };
}

/**
 * Why the handshake of a probe came to nothing, where it did: the server never replied to its first request with a result.
 * Undefined if it did, and if nothing can be said about it.
 */
export function handshakeFailure({ records, ending, stderr }: Driven): Cause | undefined {
  const asked = failedHandshake(ending, records);
  if (!asked) return undefined;
  const mine = records.filter(({ from }) => from === 'target');
  const died = ending.outcome.kind === 'died';
  const what = died ? ending.message : whatCame(mine, showName(String(asked.method)), ending.message);
  const detail = { ...bodyDetail(mine), ...stderrDetail(stderr) };
  const refused = mine.some(({ http, kind }) => http !== undefined || kind === 'message')
    ? { refused: true as const }
    : {};
  const asksForToken = mine.some(({ http }) => http?.status === 401) ? { asksForToken: true as const } : {};
  return { message: `the handshake failed: ${what}`, ...detail, exit: 3, ...refused, ...asksForToken };
}

/** What stood under an HTTP status that refuses: it often says why, or which address would do. */
function bodyDetail(records: readonly WireRecord[]): Pick<Cause, 'detail'> {
  const refused = records.some(({ http }) => http?.status !== undefined && http.status >= 400);
  const body = records.findLast(({ kind }) => kind === 'closed')?.body;
  if (!refused || typeof body !== 'string' || body.trim() === '') return {};
  const lines = body.trim().split('\n').slice(0, BODY_LINES);
  return { detail: ['what it answered:', ...lines.map((line) => `  ${line.slice(0, BODY_WIDTH)}`)].join('\n') };
}

/** ms that a server took until its first reply; undefined where none came. */
export function firstReplyAfter({ records }: Driven): number | undefined {
  const asked = records.find(({ from }) => from === 'kit');
  const reply = records.find(({ from, kind }) => from === 'target' && kind === 'message');
  return asked && reply && reply.time - asked.time;
}

/** What came in place of the reply, and what may help. */
function whatCame(records: readonly WireRecord[], method: string, otherwise: string): string {
  const head = records.findLast(({ http }) => http?.status !== undefined)?.http;
  const error = records.find(({ message }) => isObject(message) && 'error' in message);
  const isOver = records.some(({ kind }) => kind === 'closed');
  if (head?.status !== undefined && (head.status >= 300 || (isOver && error === undefined))) {
    const came = `${method} was answered with ${describeEnd(records) || `HTTP ${head.status}`}`;
    return withHelp(came, helpFor(head.status, head.headers));
  }
  if (error?.method !== undefined) {
    return `${method} was answered with ${quoteError((error.message as JsonObject).error)}`;
  }
  const strange = records.find(({ message, method: answered }) => answered === undefined && isResponse(message));
  if (strange !== undefined) return `${method}: ${otherwise}`;
  const text = records.find(({ kind }) => kind === 'bytes');
  if (text !== undefined)
    return withHelp(
      `${method} was not answered, and its output carries what is not a message: ${quoted(text)}`,
      'stdout is for messages alone, a line each, and logs belong on stderr; a server that is slow to start gets longer by --within',
    );
  const malformed = records.find(({ kind, message }) => kind === 'message' && shapeOf(message) === 'invalid');
  if (malformed !== undefined)
    return `${method} was answered with what is not a JSON-RPC message: ${quoted(malformed)}`;
  const problem = records.find(({ closed }) => closed?.problem !== undefined)?.closed?.problem;
  if (problem !== undefined) return withHelp(`${method} was not answered: ${problem}`, helpAgainst(problem));
  if (records.some(({ kind }) => kind === 'closed')) return `its output was closed before it answered ${method}`;
  return records.length > 0 ? otherwise : withHelp(otherwise, SILENT);
}

const withHelp = (what: string, help: string | undefined) => (help === undefined ? what : `${what}: ${help}`);

/** What helps against an answer that is none, by its status. */
function helpFor(status: number, headers: { [name: string]: string | string[] | undefined }): string | undefined {
  if (status === 401 || status === 403) return 'the target needs a header, see `headers` in the target file';
  if (status >= 300 && status < 400) {
    const { location } = headers;
    return location === undefined ? 'it redirects' : `it redirects to ${String(location)}, so give that address`;
  }
  if (status >= 500) return 'its own log may say more';
  return 'is it the right address, path included?';
}

/** What helps against a connection that came to nothing, by what is known of it. */
function helpAgainst(problem: string): string | undefined {
  if (/wrong version number|packet length|EPROTO/i.test(problem)) return 'is the address one of http, not https?';
  if (/certificate/i.test(problem)) return 'trust its certificate with NODE_EXTRA_CA_CERTS';
  if (/^not HTTP/.test(problem)) return 'does something else listen there?';
  return undefined;
}

const isResponse = (message: Json | undefined) => shapeOf(message ?? null) === 'response';

function quoted({ text, bytes, message }: WireRecord): string {
  const whole = text ?? (bytes ? Buffer.from(bytes.subarray(0, 4 * QUOTED)).toString() : JSON.stringify(message));
  return JSON.stringify(whole.length > QUOTED ? `${whole.slice(0, QUOTED)}…` : whole);
}
