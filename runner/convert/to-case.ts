import { stringify } from 'yaml';
import type { Message } from '../../src/generated/types/recording-v1.js';
import { isObject, type Json, type JsonObject } from '../../src/json/json.js';
import { idKey } from '../../src/jsonrpc/ledger.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import { isVolatileNumber, isVolatileText } from '../../src/recording/volatile.js';
import { pointerToken } from '../../src/schemas/index.js';

/** The steps of a case, a line of YAML each; `REQUIREMENT` stands for the id of the requirement. */
export interface RecordedCase {
  steps: string[];
  /** How many steps say what the target must do. */
  checked: number;
  /** What of the recording is not in them, in words. */
  left: string[];
}

type Side = 'kit' | 'target';

interface Said {
  from: Side;
  message: JsonObject;
  /** What came of an earlier message: the request that it answers. */
  answers?: Asked;
  /** A request. */
  asked?: Asked;
}

interface Asked {
  as: string;
  method: string;
  /** Position of the answer; unset if there is none. */
  answeredAt?: number;
}

/**
 * A recorded conversation as a case: what the client sent is sent, what the server said is expected. Values that the server made and the client
 * sent back are captured; ids, times and measurements may be others. One conversation is taken, the first.
 */
export function toCase(lines: readonly Message[]): RecordedCase {
  const sessions = [...new Set(lines.filter(({ record }) => record.kind === 'message').map(({ session }) => session))];
  const said = conversation(lines.filter(({ session }) => session === sessions[0]));
  const left = sessions.length > 1 ? [`${sessions.length - 1} further conversations`] : [];
  const writer = new Writer(said);
  const steps = writer.steps();
  if (said.silent > 0) left.push(`${said.silent} messages on a stream that the client opened to listen`);
  return { steps: steps.flatMap(linesOf), checked: steps.filter((step) => 'check' in step).length, left };
}

interface Conversation {
  said: Said[];
  silent: number;
}

function conversation(lines: readonly Message[]): Conversation {
  const open = { kit: new Map<string, Asked>(), target: new Map<string, Asked>() };
  const streams = new Set<string>();
  const said: Said[] = [];
  let silent = 0;
  let count = 0;
  for (const { record } of lines) {
    const { from, message, stream, kind } = record;
    if (kind !== 'message' || !isObject(message)) continue;
    if (from === 'kit' && stream !== undefined) streams.add(stream);
    if (from === 'target' && stream !== undefined && !streams.has(stream)) {
      silent += 1;
      continue;
    }
    const shape = shapeOf(message);
    const one: Said = { from, message };
    if (shape === 'request') {
      count += 1;
      one.asked = { as: `${from === 'kit' ? 'call' : 'ask'}-${count}`, method: String(message.method) };
      open[from].set(idKey(message.id), one.asked);
    } else if (shape === 'response') {
      const asked = open[from === 'kit' ? 'target' : 'kit'].get(idKey(message.id));
      // Nobody asked for it.
      if (asked === undefined || asked.answeredAt !== undefined) continue;
      asked.answeredAt = said.length;
      one.answers = asked;
    } else if (shape !== 'notification') continue;
    said.push(one);
  }
  return { said, silent };
}

class Writer {
  /** By the text that the server made: the name under which it is saved. */
  private readonly names = new Map<string, string>();
  private readonly saved = new Set<string>();

  constructor(private readonly of: Conversation) {
    this.findNames();
  }

  steps(): JsonObject[] {
    const steps: JsonObject[] = [];
    const { said } = this.of;
    for (let at = 0; at < said.length; at += 1) {
      const one = said[at]!;
      const next = said[at + 1];
      if (one.from === 'target') steps.push(this.expected(one));
      else if (one.asked !== undefined && next?.answers === one.asked) {
        const { result, error } = next.message;
        const sent = this.sent(one);
        const call = { ...sent, ...this.answer(result, error) };
        steps.push({ call: withoutName(call), check: 'REQUIREMENT', ...this.saves(next.message) });
        at += 1;
      } else steps.push({ send: one.asked?.answeredAt === undefined ? withoutName(this.sent(one)) : this.sent(one) });
    }
    return steps;
  }

  private sent({ message, asked, answers }: Said): JsonObject {
    const { method, params, result, error } = message;
    if (answers !== undefined)
      return {
        reply: answers.as,
        ...(error === undefined ? { result: this.value(result ?? null) } : { error: this.value(error) }),
      };
    return {
      ...(asked === undefined ? { notify: String(method) } : { request: String(method), as: asked.as }),
      ...(params === undefined ? {} : { params: this.value(params) }),
    };
  }

  private expected({ message, asked, answers }: Said): JsonObject {
    const { method, params, result, error } = message;
    const expect: JsonObject =
      answers === undefined
        ? {
            ...(asked === undefined ? { notify: String(method) } : { request: String(method), as: asked.as }),
            ...(params === undefined ? {} : { params: this.pattern(params, '') }),
          }
        : { reply: answers.as, ...this.answer(result, error) };
    return { expect, check: 'REQUIREMENT', ...this.saves(message) };
  }

  private answer(result: Json | undefined, error: Json | undefined): JsonObject {
    if (error === undefined) return { result: this.pattern(result ?? null, 'result') };
    // The words of an error are for people.
    return { error: isObject(error) && error.code !== undefined ? { code: error.code } : {} };
  }

  /** What the client sends: what the server made is what it makes now. */
  private value(value: Json): Json {
    if (typeof value === 'string') {
      const name = this.names.get(value);
      if (name !== undefined && this.saved.has(name)) return `\${${name}}`;
      return value.includes('${') ? { $lit: value } : value;
    }
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    if (Object.keys(value).some((name) => name.startsWith('$'))) return { $lit: value };
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.value(member)]));
  }

  private pattern(value: Json, member: string): Json {
    if (typeof value === 'string') {
      const name = this.names.get(value);
      if (name !== undefined && this.saved.has(name)) return `\${${name}}`;
      if (name !== undefined || isVolatileText(value, member)) return { $type: 'string' };
      return value.includes('${') ? { $lit: value } : value;
    }
    if (typeof value === 'number') return isVolatileNumber(value, member) ? { $type: 'number' } : value;
    if (typeof value === 'bigint') return { $type: 'integer' };
    if (Array.isArray(value)) return value.map((item) => this.pattern(item, member));
    if (!isObject(value)) return value;
    if (Object.keys(value).some((name) => name.startsWith('$'))) return { $type: 'object' };
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.pattern(inner, name)]));
  }

  /** What of a message is used later. */
  private saves(message: JsonObject): JsonObject {
    const save: JsonObject = {};
    for (const { text, path } of textsIn(message)) {
      const name = this.names.get(text);
      if (name === undefined || this.saved.has(name)) continue;
      this.saved.add(name);
      save[name] = path;
    }
    return Object.keys(save).length > 0 ? { save } : {};
  }

  /** Names what the server made up and the client sends back. */
  private findNames(): void {
    const { said } = this.of;
    const made = new Map<string, string>();
    const known = new Set<string>();
    for (const { from, message } of said) {
      for (const { text, member } of textsIn(message)) {
        if (from === 'kit') {
          const first = made.get(text);
          if (first !== undefined && !this.names.has(text)) this.names.set(text, this.freeName(first));
          known.add(text);
        } else if (!known.has(text) && text !== '' && isVolatileText(text, member) && !made.has(text))
          made.set(text, member);
      }
    }
  }

  private freeName(member: string): string {
    const base = /^[A-Za-z]\w*$/.test(member) ? member : 'value';
    const taken = new Set(this.names.values());
    for (let number = 1; ; number += 1) if (!taken.has(`${base}${number}`)) return `${base}${number}`;
  }
}

/** The texts of params, result and error, with the member that they are and their JSON Pointers. */
function* textsIn({ params, result, error }: JsonObject): Generator<{ text: string; member: string; path: string }> {
  const open: { value: Json; member: string; path: string }[] = Object.entries({ params, result, error }).flatMap(
    ([name, value]) => (value === undefined ? [] : [{ value, member: name, path: `/${name}` }]),
  );
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const { value, member, path } = one;
    if (typeof value === 'string') yield { text: value, member, path };
    else if (Array.isArray(value))
      open.push(...value.map((item, at) => ({ value: item, member, path: `${path}/${at}` })));
    else if (isObject(value))
      open.push(
        ...Object.entries(value).map(([name, inner]) => ({
          value: inner,
          member: name,
          path: `${path}/${pointerToken(name)}`,
        })),
      );
  }
}

const withoutName = ({ as: _, ...rest }: JsonObject): JsonObject => rest;

/** A step as lines of YAML. */
function linesOf(step: JsonObject): string[] {
  const text = stringify([step], { lineWidth: 140, defaultKeyType: 'PLAIN', aliasDuplicateObjects: false });
  return text.trimEnd().split('\n');
}
