import type { FaultRule } from '../../src/conversation/faults/faults.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject, stringifyJson } from '../../src/json/json.js';
import { getPointer, parsePointer } from '../../src/json/pointer.js';
import { idKey } from '../../src/jsonrpc/ledger.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import type { MethodTable, Validators } from '../../src/schemas/index.js';
import type { WireRecord } from '../../src/wire/record.js';
import { changed, type SchemaChange, schemaChanges } from './schema-changes.js';

/** A generated defect: one message of a conversation, taken out of its schema in one place. */
export interface SchemaMutant {
  id: string;
  /** The message in words: "result of tools/list". */
  message: string;
  /** Whether the members of the JSON-RPC envelope are broken, or what the protocol puts into them. */
  part: 'envelope' | 'content';
  /** The fault that breaks it in the conversation from which it was made. */
  rule: FaultRule;
  /** Whether the case waits for it, or for what comes after it: what else the target sends may come when the case is over. */
  isRead: boolean;
}

/** A message of the target with what it takes to find it again, and to judge it. */
interface Sample {
  message: JsonObject;
  words: string;
  selector: JsonObject;
  nth: number;
  isRead: boolean;
  /** Where the judged value stands, and what it must be. Empty for an error. */
  judged: { at: string; definition: string }[];
}

/** Changes of the envelope by the shape of the message. `undefined` removes a member. */
const ENVELOPE: { [shape: string]: [pointer: string, value: Json | undefined][] } = {
  all: [
    ['/jsonrpc', undefined],
    ['/jsonrpc', '1.0'],
    ['/jsonrpc', 2],
  ],
  response: [
    ['/id', undefined],
    ['/id', null],
    ['/id', []],
    ['/id', 'proctor-nobody'],
  ],
  request: [
    ['/id', null],
    ['/id', {}],
    ['/method', 7],
    ['/method', undefined],
    ['/params', 'proctor-text'],
  ],
  notification: [
    ['/method', null],
    ['/method', undefined],
    ['/params', 7],
  ],
  result: [
    ['/result', undefined],
    ['/result', null],
    ['/result', []],
    ['/result', 'proctor-text'],
  ],
  error: [
    ['/error', undefined],
    ['/error', null],
    ['/error', 'proctor-text'],
    ['/error/code', undefined],
    ['/error/code', '-32603'],
    ['/error/code', 0.5],
    ['/error/message', undefined],
    ['/error/message', null],
    ['/error/message', 7],
  ],
};

/** Makes mutants out of conversations: each kind of change to each kind of message once, wherever it is met first. */
export class SchemaMutants {
  private readonly seen = new Set<string>();
  private readonly ids = new Set<string>();

  constructor(
    private readonly role: string,
    private readonly methods: MethodTable,
    private readonly validators: Validators,
  ) {}

  /**
   * The mutants that this conversation adds. One with anything broken on purpose adds none: nobody judges the replies. Without
   * `hasEnvelope` only what the protocol puts into messages is broken: where HTTP is the envelope the kit makes that of JSON-RPC itself.
   */
  from(records: readonly WireRecord[], hasEnvelope = true): SchemaMutant[] {
    if (records.some(({ deliberate }) => deliberate)) return [];
    return samplesOf(records, this.methods).flatMap((sample) => [
      ...this.content(sample),
      ...(hasEnvelope ? this.envelope(sample) : []),
    ]);
  }

  private content(sample: Sample): SchemaMutant[] {
    const { message, words, judged } = sample;
    const found: SchemaMutant[] = [];
    for (const { at, definition } of judged) {
      const value = getPointer(message, at);
      if (value === undefined || this.validators.validate(definition, value).length > 0) continue;
      for (const change of schemaChanges(this.validators.bundle, definition, value)) {
        // The envelope is the business of other mutants.
        const pointer = at + change.pointer;
        if (at === '' && !pointer.startsWith('/params')) continue;
        // What is wrong for one of several definitions may be right for another.
        if (judged.length > 1 && this.fits(judged, changed(value, change))) continue;
        if (this.isNew(`${words} ${definition} ${change.place} ${change.what}`))
          found.push(this.mutant(sample, 'content', { ...change, pointer }));
      }
      break;
    }
    return found;
  }

  private envelope(sample: Sample): SchemaMutant[] {
    const { message, words, judged } = sample;
    const kinds = ['all', shapeOf(message), ...['result', 'error'].filter((name) => name in message)];
    return kinds.flatMap((kind) =>
      (ENVELOPE[kind] ?? []).flatMap(([pointer, value]) => {
        if (getPointer(message, pointer) === undefined) return [];
        // A result may be null where the method table says so.
        if (pointer === '/result' && value !== undefined && this.fits(judged, value)) return [];
        const what: SchemaChange['what'] = value === undefined ? 'absent' : value === null ? 'null' : 'type';
        if (!this.isNew(`${words} ${pointer} ${JSON.stringify(value)}`)) return [];
        const change = { what, pointer, place: pointer, ...(value === undefined ? {} : { value }) };
        return [this.mutant(sample, 'envelope', change)];
      }),
    );
  }

  private fits(judged: Sample['judged'], value: Json): boolean {
    return judged.some(({ definition }) => this.validators.validate(definition, value).length === 0);
  }

  private isNew(key: string): boolean {
    const fresh = !this.seen.has(key);
    this.seen.add(key);
    return fresh;
  }

  private mutant(
    { words, selector, nth, isRead }: Sample,
    part: SchemaMutant['part'],
    change: SchemaChange,
  ): SchemaMutant {
    const { pointer, place, what, value } = change;
    const id = this.unique(`${this.role.replace('/', '.')}.schema.${slug(words)}.${slug(place)}.${what}`);
    const action: Json = value === undefined ? { remove: [pointer] } : { set: { [pointer]: { $lit: value } } };
    return { id, message: words, part, rule: { id, sends: selector, nth, do: [action] }, isRead };
  }

  private unique(id: string): string {
    let name = id;
    for (let n = 2; this.ids.has(name); n++) name = `${id}-${n}`;
    this.ids.add(name);
    return name;
  }
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'root';

/** What judges the params of a request or notification. */
function judgesOf({ params, message }: MethodTable[string]): Sample['judged'] {
  if (params !== undefined) return [{ at: '/params', definition: params }];
  return message === undefined ? [] : [{ at: '', definition: message }];
}

/** The messages of the target whose method is known. */
function samplesOf(records: readonly WireRecord[], methods: MethodTable): Sample[] {
  const counts = new Map<string, number>();
  return records.flatMap((record, index) => {
    const { message, from, kind } = record;
    if (from !== 'target' || kind !== 'message' || !isObject(message)) return [];
    const shape = shapeOf(message);
    const method = shape === 'response' ? record.method : message.method;
    if (typeof method !== 'string' || shape === 'invalid') return [];
    const kindOf = { request: 'request', notification: 'notify', response: 'reply' }[shape];
    const entry = methods[method];
    const selector = { [kindOf]: method, ...(shape === 'response' ? {} : variantOf(message, entry)) };
    const key = stringifyJson(selector);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    const found = { message, selector, nth, isRead: isRead(records, index) };
    if (shape !== 'response') return entry ? [{ ...found, words: method, judged: judgesOf(entry) }] : [];
    // With an error status it says only why the request as a whole was refused, and no rule asks how.
    if ('error' in message && (record.http?.status ?? 0) >= 400) return [];
    if ('error' in message) return [{ ...found, words: 'error', judged: [] }];
    const judged = (entry?.results ?? []).map((definition) => ({ at: '/result', definition }));
    return entry ? [{ ...found, words: `result of ${method}`, judged }] : [];
  });
}

/** What tells a message from others of its method: updates of several kinds may come in another order each time. */
function variantOf(message: JsonObject, entry: MethodTable[string] | undefined): JsonObject {
  if (entry?.discriminator === undefined) return {};
  const pointer = `/params${entry.discriminator}`;
  const variant = getPointer(message, pointer);
  // Such a text stands for itself in a pattern.
  if (typeof variant !== 'string' || !/^\w+$/.test(variant)) return {};
  const pattern = parsePointer(pointer).reduceRight<Json>((inner, name) => ({ [name]: inner }), variant);
  return { where: pattern };
}

/**
 * Whether a case has waited for a message of the target, so that no play of it ends before: it is a reply, or a reply follows on its channel. The
 * same holds for a request that Proctor answered, if the target went on after it.
 */
function isRead(records: readonly WireRecord[], index: number): boolean {
  const { channel, message } = records[index]!;
  const later = (fits: (other: WireRecord) => boolean, from = index) =>
    records.some((other, at) => at >= from && other.kind === 'message' && fits(other));
  const isReply = (other: WireRecord) => isObject(other.message) && shapeOf(other.message) === 'response';
  if (later((other) => other.from === 'target' && other.channel === channel && isReply(other))) return true;
  const id = isObject(message) ? message.id : undefined;
  const isAnswer = ({ from, message: said }: WireRecord) =>
    from === 'kit' && isObject(said) && idKey(said.id) === idKey(id);
  return (
    shapeOf(message ?? null) === 'request' &&
    later((other) => isReply(other) && isAnswer(other)) &&
    later((other) => other.from === 'target' && other.channel === channel, index + 1)
  );
}
