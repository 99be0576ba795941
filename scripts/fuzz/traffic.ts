import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../src/json/json.js';
import { formatPointer, getPointer } from '../../src/json/pointer.js';
import { viewOf, type WireRecord } from '../../src/wire/record.js';

/** One message or HTTP request that the kit sent in a recorded conversation. */
export interface Frame {
  /** The message; a value that came from the target is a live value, see `livePointer`. */
  message?: Json;
  /** What was no message, as base64. */
  raw?: string;
  http?: { method: string; path: string; headers: { [name: string]: Json } };
}

/** What the kit sent in one recorded conversation, in order: indices of frames. */
export interface Talk {
  /** The case that was played. */
  case: string;
  frames: number[];
}

/** The kit's half of many conversations with a reference. */
export interface Traffic {
  frames: Frame[];
  talks: Talk[];
}

/** Member that marks a live value. */
const LIVE = '$live';
/** A shorter text is as likely a word of the protocol as something that the target made up. */
const SHORTEST = 6;

/** Where the target says the value that a recorded value stands for: a pointer into its records; undefined for a plain one. */
function livePointer(value: Json | undefined): string | undefined {
  return isObject(value) && typeof value[LIVE] === 'string' ? value[LIVE] : undefined;
}

/** Stands for the folder of the conversation. */
const FOLDER = '<folder>';

/** What the target gave out in the conversation that goes on: the latest text at each place of its records. */
export class Live {
  readonly #texts = new Map<string, string>();

  /**
   * @param pointers the places that matter: those of the live values in the traffic
   * @param folder where what is said about files belongs
   */
  constructor(
    private readonly pointers: readonly string[],
    private readonly folder: string,
  ) {}

  /** Learns from a record of the target. */
  learn(record: WireRecord): void {
    if (this.pointers.length === 0) return;
    const view = viewOf(record);
    for (const pointer of this.pointers) {
      const value = getPointer(view, pointer);
      if (typeof value === 'string') this.#texts.set(pointer, value);
    }
  }

  /** The value with everything live put in; `gone` for what the target has not said. */
  resolve(value: Json): Json {
    const live = livePointer(value);
    if (live !== undefined) return this.#texts.get(live) ?? 'gone';
    if (typeof value === 'string') return value.includes(FOLDER) ? value.replaceAll(FOLDER, this.folder) : value;
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (!isObject(value)) return value;
    const copy: JsonObject = {};
    for (const name of Object.keys(value)) setMember(copy, name, this.resolve(value[name]!));
    return copy;
  }

  /** Every text that the target gave out last at some place. */
  texts(): string[] {
    return [...this.#texts.values()];
  }
}

/** The pointers of all live values in the traffic. */
export function livePointers({ frames }: Traffic): string[] {
  const found = new Set<string>();
  const look = (value: Json | undefined): void => {
    const live = livePointer(value);
    if (live !== undefined) found.add(live);
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) look(item);
  };
  for (const { message, http } of frames) {
    look(message);
    look(http?.headers);
  }
  return [...found];
}

/** Sets a member, also one called `__proto__`. */
export function setMember(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}

/** Reads recorded traffic. Throws Error for a file that is none. */
export function readTraffic(file: string): Traffic {
  const traffic: Traffic = { frames: [], talks: [] };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const entry = parseJson(line) as unknown as Frame & Partial<Talk>;
    if (entry.frames) traffic.talks.push(entry as Talk);
    else traffic.frames.push(entry);
  }
  if (traffic.talks.length === 0) throw new Error(`${file} holds no conversation`);
  return traffic;
}

/** Writes recorded traffic: a line for each frame, then one for each conversation. */
export function writeTraffic(file: string, { frames, talks }: Traffic): void {
  if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${[...frames, ...talks].map((entry) => stringifyJson(entry as unknown as Json)).join('\n')}\n`);
}

/**
 * What the kit sent, out of the lines of an ndjson report. Frames that occur several times are kept once; those of which
 * the report has only the beginning are left out. A text that the target said before the kit did, and that occurs in one
 * conversation alone, was made up by the target: it becomes a live value.
 *
 * @param folders where the cases had their folders; the name of none of them is kept
 */
export function trafficOf(lines: readonly string[], folders: string): Traffic {
  const records = lines
    .filter((line) => line.startsWith('{"type":"message"'))
    .map((line) => parseJson(withoutFolders(line, folders)) as unknown as Said);
  const users = usersOf(records);
  const traffic: Traffic = { frames: [], talks: [] };
  const known = new Map<string, number>();
  const given = new Map<string, Map<string, string>>();
  const talks = new Map<string, Talk>();
  for (const { case: id, record } of records) {
    const texts = given.get(id) ?? new Map<string, string>();
    given.set(id, texts);
    if (record.from === 'target') {
      for (const [pointer, text] of textsOf(record)) if ((users.get(text)?.size ?? 0) === 1) texts.set(text, pointer);
      continue;
    }
    const frame = frameOf(record, texts);
    if (!frame) continue;
    const text = stringifyJson(frame as unknown as Json);
    const at = known.get(text) ?? traffic.frames.push(frame) - 1;
    known.set(text, at);
    const talk = talks.get(id) ?? { case: id, frames: [] };
    talks.set(id, talk);
    talk.frames.push(at);
  }
  traffic.talks.push(...talks.values());
  return traffic;
}

/** The line with `<folder>` for each folder that lies in `folders`. */
function withoutFolders(line: string, folders: string): string {
  const [first = '', ...rest] = line.split(`${folders}/`);
  return [first, ...rest.map((part) => FOLDER + part.replace(/^[^/"\\]+/, ''))].join('');
}

/** A message event of the report. */
interface Said {
  case: string;
  record: WireRecord;
}

/** By text: the conversations in which the kit said it. */
function usersOf(records: readonly Said[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const { case: id, record } of records) {
    if (record.from !== 'kit') continue;
    const look = (value: Json | undefined): void => {
      if (typeof value === 'string' && value.length >= SHORTEST)
        users.set(value, (users.get(value) ?? new Set()).add(id));
      else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) look(item);
    };
    look(record.message);
    look(record.http?.headers);
  }
  return users;
}

function frameOf(record: WireRecord, given: ReadonlyMap<string, string>): Frame | undefined {
  const { kind, message, bytes, http, size } = record;
  if (size !== undefined || !['message', 'bytes', 'http'].includes(kind)) return undefined;
  const { method = 'POST', path = '/', headers = {} } = http ?? {};
  return {
    ...(message === undefined ? {} : { message: marked(message, given) }),
    ...(bytes === undefined ? {} : { raw: String(bytes) }),
    ...(http ? { http: { method, path, headers: marked(headers, given) as JsonObject } } : {}),
  };
}

/** The value with each text that the target gave out before replaced by the place where it stood. */
function marked(value: Json, given: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') {
    const pointer = given.get(value);
    return pointer === undefined ? value : { [LIVE]: pointer };
  }
  if (Array.isArray(value)) return value.map((item) => marked(item, given));
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const name of Object.keys(value)) setMember(copy, name, marked(value[name]!, given));
  return copy;
}

/** The parts of a record of the target in which it may give something out: ids, tokens, cursors. */
const TELLING = ['result', 'params', 'sse', 'http'];

/** Every text in a record with the pointer to it; of lists only the first elements, and nothing far below. */
function textsOf(record: WireRecord): [pointer: string, text: string][] {
  const found: [string, string][] = [];
  const look = (value: Json | undefined, path: string[]): void => {
    if (typeof value === 'string') {
      if (value.length <= 200) found.push([formatPointer(path), value]);
    } else if (typeof value === 'object' && value !== null && path.length < 6) {
      for (const name of Object.keys(value).slice(0, 8)) look((value as JsonObject)[name], [...path, name]);
    }
  };
  const view = viewOf(record);
  for (const name of TELLING) look(view[name], [name]);
  return found;
}
