import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Entry } from '../entry.js';
import type { Transcript } from '../transcript.js';
import { MOST, type Schema } from './schema.js';

/** A value that the other side listed. */
export interface Known {
  value: string;
  /** What it says of it. */
  about?: string;
  /** Index of the message. */
  index: number;
}

/** Longest value that is offered, in characters. */
const LONGEST = 300;
/** Most members, and values of one member, that are kept. */
const MOST_NAMES = 1000;
/** Most values of one message that are looked at. */
const MOST_LOOKED_AT = 5000;

/**
 * What the other side has named, to be offered in forms: by the member that had the value; for names and URIs, by the list that had them,
 * which is that of the method with the same first segment. It reads the transcript when a form is open, in slices.
 */
export class KnownValues {
  private readonly values = new Map<string, Map<string, Known>>();
  /** The schemas of what is called by name: `tools` and `echo`, for example. */
  private readonly schemas = new Map<string, Schema>();
  private next = 0;

  /** Reads on for about `ms`. Returns whether it has read all. */
  read(transcript: Transcript, ms: number, now: () => number = () => performance.now()): boolean {
    const until = now() + ms;
    for (let at = Math.max(this.next, transcript.first); ; at++) {
      this.next = at;
      const entry = transcript.at(at);
      if (entry === undefined) return true;
      if (entry.dir === 'in') this.take(entry);
      if (now() > until) {
        this.next = at + 1;
        return false;
      }
    }
  }

  /** What can stand for a member of a message with this method, the newest first. */
  for(member: string, method: string): Known[] {
    const segment = segmentOf(method);
    const listed = this.values.get(`${segment}#${member}`);
    const found = member === 'name' || member === 'uri' ? listed : (this.values.get(member) ?? listed);
    return [...(found?.values() ?? [])].reverse();
  }

  /** The schema of the arguments of what is called by this name, as its list has it. */
  argumentsOf(name: string, method: string): Schema | undefined {
    return this.schemas.get(`${segmentOf(method)}#${name}`);
  }

  private take(entry: Entry): void {
    const message = entry.record?.message;
    if (!isObject(message)) return;
    const segment = segmentOf(entry.method);
    const open: { value: Json; list?: string; inner?: boolean }[] = [message.params, message.result]
      .filter((value) => value !== undefined)
      .map((value) => ({ value }));
    const whole = new Set(open.map(({ value }) => value));
    for (let seen = 0; open.length > 0 && seen < MOST_LOOKED_AT; seen++) {
      const { value, list, inner: isInner = false } = open.pop()!;
      if (Array.isArray(value)) {
        for (const item of value.slice(0, MOST * 5).reverse())
          open.push({ value: item, inner: isInner, ...(list !== undefined && { list }) });
        continue;
      }
      if (!isObject(value)) continue;
      this.takeItem(value, list, isInner, segment, entry.index);
      for (const [name, inner] of Object.entries(value)) {
        if (typeof inner === 'string') this.keep(name, inner, value, entry.index);
        else if (typeof inner === 'object' && inner !== null)
          open.push({ value: inner, list: name, inner: !whole.has(value) });
      }
    }
  }

  /** An item of a list: what it is called by in other messages. */
  private takeItem(item: JsonObject, list: string | undefined, isInner: boolean, segment: string, index: number): void {
    if (list === undefined) return;
    // `availableModes: [{ id: code }]` lists values of `modeId`.
    if (typeof item.id === 'string') this.keep(`${singularOf(list)}Id`, item.id, item, index);
    // What the items of a list have inside, such as the arguments of a prompt, is called by nobody.
    if (isInner) return;
    for (const member of ['name', 'uri', 'uriTemplate'])
      if (typeof item[member] === 'string') {
        const as = member === 'uriTemplate' ? 'uri' : member;
        this.keep(`${segment}#${as}`, item[member], item, index);
      }
    if (typeof item.name === 'string') {
      const schema = isObject(item.inputSchema) ? item.inputSchema : schemaOf(item.arguments);
      if (schema && this.schemas.size < MOST_NAMES) this.schemas.set(`${segment}#${item.name}`, schema);
    }
  }

  private keep(member: string, value: string, beside: JsonObject, index: number): void {
    if (value === '' || value.length > LONGEST) return;
    let values = this.values.get(member);
    if (values === undefined) {
      if (this.values.size >= MOST_NAMES) return;
      values = new Map();
      this.values.set(member, values);
    }
    // Said again, it is the newest.
    const before = values.get(value);
    values.delete(value);
    if (values.size >= MOST) values.delete(values.keys().next().value!);
    const said = [beside.description, beside.title, beside.name].find(
      (one) => typeof one === 'string' && one !== value,
    );
    const about = typeof said === 'string' ? said.slice(0, LONGEST) : before?.about;
    values.set(value, { value, index, ...(about !== undefined && { about }) });
  }
}

const segmentOf = (method: string): string => method.split('/')[0]!;

/** `availableModes` is a list of what is called `mode`. */
function singularOf(list: string): string {
  const word = /[A-Z]?[a-z]+$/.exec(list)?.[0] ?? list;
  return word.charAt(0).toLowerCase() + word.slice(1).replace(/s$/, '');
}

/** Arguments that are a list of names, as those of a prompt: texts. */
function schemaOf(listed: Json | undefined): Schema | undefined {
  if (!Array.isArray(listed)) return undefined;
  const named = listed.slice(0, MOST).filter((one): one is JsonObject => isObject(one) && typeof one.name === 'string');
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, description }) => [
        name as string,
        { type: 'string', ...(typeof description === 'string' && { description }) },
      ]),
    ),
    required: named.filter(({ required }) => required === true).map(({ name }) => name as string),
  };
}
