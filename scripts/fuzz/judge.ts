import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject, parseJson, stringifyJson } from '../../src/json/json.js';
import { idKey } from '../../src/jsonrpc/ledger.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import { INTERNAL_ERROR } from '../../src/jsonrpc/rpc-error.js';
import { isUsableId } from '../../src/watch/ids.js';
import { createWatch, type Watch } from '../../src/watch/watch.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { Transport } from './reference.js';
import type { Subject } from './subject.js';

/** What a reference did wrong. Findings with the same key are the same mistake. */
export interface Problem {
  key: string;
  text: string;
}

/** A request of ours that must be answered. */
interface Asked {
  method: string;
  asks: number;
  answers: number;
  /** The connection or session that it came on may be gone, or it may be cancelled: no answer is owed. */
  excused: boolean;
}

/**
 * Judges one conversation: the wire rules of the protocol on all that the reference says, what holds for every JSON-RPC
 * message whatever was sent before it, and that every request is answered.
 */
export class Judge {
  readonly problems: Problem[] = [];
  readonly #watch: Watch;
  readonly #sessionOf: (record: WireRecord) => number;
  readonly #asked = new Map<string, Asked>();
  /** Texts and numbers in notifications of ours, by key: what they name may be cancelled. */
  readonly #named = new Set<string>();
  readonly #answered = new Set<string>();
  #nullAsked = false;
  /** Requests have left that no record shows. What a GET brings may answer them. */
  #unseen = false;
  /** The exchanges that began with a GET. */
  readonly #streams = new Set<string>();

  constructor(subject: Subject, transport: Transport) {
    this.#watch = createWatch({ ...subject.watch, transport });
    this.#sessionOf = subject.entry.sessions?.() ?? (() => 1);
  }

  observe(record: WireRecord): void {
    if (record.http?.method === 'GET') this.#streams.add(record.channel);
    if (!this.#unseen || !this.#streams.has(record.channel)) this.#obey(record);
    if (record.from === 'kit') this.#note(record);
    else if (record.kind === 'message' && !isBody(record)) this.#envelope(record.message ?? null);
    else if (record.http?.status === 500 && record.kind === 'http')
      this.add('status 500', 'it answered with HTTP status 500');
  }

  /** Judges a record by the wire rules of the protocol. */
  #obey(record: WireRecord): void {
    for (const finding of this.#watch.observe(`session ${this.#sessionOf(record)}`, record))
      if (finding.blame === 'target')
        this.add(
          `${finding.rule} ${finding.path ?? ''}`,
          `it breaks ${finding.requirement}: ${finding.message}: ${shown(record)}`,
        );
  }

  add(key: string, text: string): void {
    if (!this.problems.some((problem) => problem.key === key)) this.problems.push({ key, text });
  }

  /** Whether an answer with this id has come. */
  isAnswered(id: Json): boolean {
    return this.#answered.has(idKey(id));
  }

  /** The requests that wait for their answers. */
  unanswered(): { method: string; id: string }[] {
    return [...this.#asked]
      .filter(([key, one]) => one.answers < one.asks && !one.excused && !this.#named.has(key))
      .map(([key, { method }]) => ({ method, id: key.slice(2) }));
  }

  /** A request that was refused as a whole is answered by that; a session that was ended owes nothing any more. */
  excuseByStatus(request: WireRecord, status: number): void {
    if (status >= 400) this.excuse(request);
    if (request.http?.method === 'DELETE' && status < 300) this.excuseAll();
  }

  /** Notes what left as bytes of a connection of its own: it may have been understood all the same. */
  noteUnseen(body: Uint8Array): void {
    this.#unseen = true;
    try {
      const message = parseJson(Buffer.from(body).toString());
      if (isObject(message) && shapeOf(message) === 'notification') this.#name(message.params, 0);
    } catch {
      // What is no JSON cancels nothing.
    }
  }

  /** No answer is owed to anything that was asked so far. */
  excuseAll(): void {
    for (const one of this.#asked.values()) one.excused = true;
  }

  /** Judges what came back on a connection on which something else than HTTP may have been sent. */
  judgeRaw(bytes: Uint8Array): void {
    const head = Buffer.from(bytes.subarray(0, 40)).toString('latin1');
    if (!/^(HTTP\/1\.1 [1-5]\d\d|$)/.test(head))
      this.add('no http', `what it sent is not an HTTP: ${JSON.stringify(head)}`);
    if (head.startsWith('HTTP/1.1 500')) this.add('status 500', 'it answered with HTTP status 500');
  }

  /** No answer is owed to what this record asks. */
  excuse({ message }: WireRecord): void {
    const asked = isObject(message as Json) ? this.#asked.get(idKey((message as JsonObject).id)) : undefined;
    if (asked) asked.excused = true;
  }

  #note({ message, kind }: WireRecord): void {
    if (kind !== 'message' || !isObject(message as Json)) return;
    const { id, method, params } = message as JsonObject;
    const shape = shapeOf(message as Json);
    if (shape === 'notification') this.#name(params, 0);
    if (shape === 'request' && id === null) this.#nullAsked = true;
    if (shape !== 'request' || !isUsableId(id)) return;
    const key = idKey(id);
    const asked = this.#asked.get(key) ?? { method: String(method), asks: 0, answers: 0, excused: false };
    if (asked.method !== method) asked.method = 'several methods';
    asked.asks += 1;
    this.#asked.set(key, asked);
  }

  #name(value: Json | undefined, depth: number): void {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      this.#named.add(idKey(value));
    else if (typeof value === 'object' && value !== null && depth < 4)
      for (const name of Object.keys(value).slice(0, 20)) this.#name((value as JsonObject)[name], depth + 1);
  }

  /** JSON-RPC 2.0, sections 4 and 5: also for answers to what was broken, which the wire rules forgive. */
  #envelope(message: Json): void {
    if (!isObject(message)) {
      this.add('no object', `what it sent is not an object: ${shorten(message)}`);
      return;
    }
    const wrong = wrongEnvelope(message, this.#nullAsked);
    if (wrong !== undefined) this.add(`envelope ${wrong}`, `${wrong}: ${shorten(message)}`);
    if ('method' in message) return;
    const key = idKey(message.id);
    this.#answered.add(key);
    const asked = this.#asked.get(key);
    if (asked) asked.answers += 1;
    const { error } = message;
    if (isObject(error) && error.code === INTERNAL_ERROR)
      this.add(`internal error ${asked?.method}`, `it answered with an internal error: ${shorten(message)}`);
  }
}

/** What refuses an HTTP request need not be a message. */
function isBody({ message, http }: WireRecord): boolean {
  return (http?.status ?? 0) >= 400 && shapeOf(message ?? null) === 'invalid';
}

/** @param nullAsked whether a request with the id null was among ours, which JSON-RPC permits */
function wrongEnvelope(message: JsonObject, nullAsked: boolean): string | undefined {
  const { jsonrpc, id, method, error } = message;
  if (jsonrpc !== '2.0') return 'jsonrpc is not "2.0"';
  if ('method' in message) {
    if (typeof method !== 'string') return 'method is not a text';
    if ('result' in message || 'error' in message) return 'a result or error beside a method';
    return 'id' in message && !isUsableId(id) ? 'the id of a request is neither text nor integer' : undefined;
  }
  if ('result' in message === 'error' in message) return 'not exactly one of result and error';
  if ('result' in message && (id === undefined || (id === null && !nullAsked))) return 'a result without an id';
  if (id !== undefined && id !== null && !['string', 'number', 'bigint'].includes(typeof id))
    return 'the id of an answer is neither text nor number';
  if (!('error' in message)) return undefined;
  if (!isObject(error)) return 'error is not an object';
  const { code } = error;
  if (typeof code !== 'bigint' && !Number.isInteger(code)) return 'the code of an error is not an integer';
  return typeof error.message === 'string' ? undefined : 'the message of an error is not a text';
}

const shown = ({ message, text, bytes }: WireRecord): string =>
  message === undefined ? (text ?? Buffer.from(bytes ?? []).toString()).slice(0, 300) : shorten(message);

/** A value as JSON, cut where it is long. */
function shorten(value: Json): string {
  const text = stringifyJson(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
