// Exchanges that were really said, one for each method of each bundle: the pages show them.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type Json, type JsonObject } from '../../src/json/json.js';
import type { WireRecord } from '../../src/wire/record.js';
import { OPTIONS } from './examples.js';
import { bundleOf } from './groups.js';
import { methodTable } from './methods.js';
import type { Group, Method } from './types.js';

/** A message, and its result if it is a request. */
export type Exchange = readonly Json[];

/** Exchanges by bundle (`mcp/2025-11-25`) and method. */
export type Exchanges = ReadonlyMap<string, ReadonlyMap<string, Exchange>>;

/** Characters of JSON that an exchange may have to be shown rather than a shorter one. */
const READABLE = 450;
/** Characters of one that is not shown at all: nobody reads it on a page. */
const LONGEST = 4000;

/**
 * Finds the exchanges that show the most and are still short: the longest up to `READABLE`, or else the shortest; one without metadata, if
 * there is one. What was broken on purpose, and what does not fit the schema, is none.
 */
export class ExchangeFinder {
  private readonly books: Book[];

  constructor(groups: readonly Group[]) {
    this.books = groups.filter(({ methods }) => methods).map((group) => new Book(group));
  }

  /**
   * Takes what one conversation has.
   *
   * @param said the role of the target and the version that was spoken
   */
  add(said: { role: string; version: string }, records: readonly WireRecord[]): void {
    const [protocol = ''] = said.role.split('/');
    const books = this.books.filter(({ group }) => group.protocol !== protocol || group.version === said.version);
    for (const exchange of exchangesOf(records))
      for (const book of books) book.take(exchange, book.group.protocol === protocol);
  }

  get exchanges(): Exchanges {
    const filled = this.books.filter(({ found }) => found.size > 0);
    return new Map(
      filled.map(({ group, found }) => [
        `${group.protocol}/${group.version}`,
        new Map([...found].map(([method, { exchange }]) => [method, exchange])),
      ]),
    );
  }
}

interface Found {
  exchange: Exchange;
  size: number;
  /** Said by a role of the protocol itself. */
  isOwn: boolean;
  /** Without `_meta`. */
  isPlain: boolean;
}

/** What was found for one bundle. */
class Book {
  readonly found = new Map<string, Found>();
  private readonly methods: { [name: string]: Method };
  private readonly validators = new Map<string, (value: unknown) => unknown>();
  private readonly ajv = new Ajv2020({ ...OPTIONS, logger: false });
  private readonly id: string;

  constructor(readonly group: Group) {
    this.methods = methodTable(group)!.methods;
    const bundle = bundleOf(group);
    this.id = String(bundle.$id);
    this.ajv.addSchema(bundle);
  }

  take(exchange: Exchange, isOwn: boolean): void {
    const [sent, reply] = exchange as [JsonObject, JsonObject | undefined];
    const name = String(sent.method);
    const method = Object.hasOwn(this.methods, name) ? this.methods[name]! : undefined;
    if (!method || (method.kind === 'request') !== (reply !== undefined)) return;
    const text = JSON.stringify(exchange);
    const found: Found = { exchange, size: text.length, isOwn, isPlain: !text.includes('"_meta":') };
    const known = this.found.get(name);
    if (found.size > LONGEST || (known && !isBetter(found, known)) || !this.fits(method, sent, reply)) return;
    this.found.set(name, found);
  }

  private fits({ message, params, paramsRequired, results }: Method, sent: JsonObject, reply?: JsonObject): boolean {
    const isSent =
      message === undefined
        ? (sent.params === undefined && !paramsRequired) || params === undefined || this.is(params, sent.params)
        : this.is(message, sent);
    return isSent && (reply === undefined || results.some((one) => this.is(one, reply.result)));
  }

  private is(definition: string, value: Json | undefined): boolean {
    const made = this.validators.get(definition) ?? this.ajv.compile({ $ref: `${this.id}#/$defs/${definition}` });
    this.validators.set(definition, made);
    return made(value) === true;
  }
}

function isBetter(one: Found, known: Found): boolean {
  if (one.isOwn !== known.isOwn) return one.isOwn;
  if (one.isPlain !== known.isPlain) return one.isPlain;
  const isShort = one.size <= READABLE;
  return isShort === known.size <= READABLE ? one.size > known.size === isShort && one.size !== known.size : isShort;
}

/** Each request with the result that came for it, and each notification. Numbers in them are as JavaScript has them. */
function* exchangesOf(records: readonly WireRecord[]): Generator<Exchange> {
  const open = new Map<string, Json>();
  const key = (from: string, id: Json) => `${from} ${JSON.stringify(id, plain)}`;
  for (const { kind, from, message, deliberate, apart } of records) {
    if (kind !== 'message' || deliberate || apart || !isObject(message)) continue;
    if (typeof message.method === 'string') {
      if (message.id === undefined) yield [shown(message)];
      else open.set(key(from, message.id), message);
    } else if (message.result !== undefined && message.id !== undefined) {
      const asked = key(from === 'kit' ? 'target' : 'kit', message.id);
      const sent = open.get(asked);
      open.delete(asked);
      if (sent !== undefined) yield [shown(sent), shown(message)];
    }
  }
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
const shown = (message: Json): Json => JSON.parse(JSON.stringify(message, plain)) as Json;
