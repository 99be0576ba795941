import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../src/json/json.js';
import { shapes } from '../bench/shapes/shapes.mjs';
import { setMember } from './traffic.js';

/** Values that mutations draw from. */
export interface Palette {
  /** Methods of the protocol, and others. */
  methods: readonly string[];
  /** Whole messages of the traffic. */
  messages: readonly Json[];
  /** Texts that the target gave out in this conversation. */
  live(): readonly string[];
}

/** One change of one message. `where` and `what` are any numbers from 0 on; what they choose depends on the message. */
export interface JsonMutation {
  kind: JsonMutationKind;
  where: number;
  what: number;
}

/** A text that stands for a number that no value can say, such as 1e400; `spell` puts it in. */
const raw = (digits: string): string => `\u0001${digits}\u0001`;
/** In front of the name of a member that is there already. */
const AGAIN = '\u0002';

/** Writes a mutated message as JSON text. */
export function spell(value: Json): string {
  const text = stringifyJson(value);
  if (!text.includes('\\u000')) return text;
  return text.replace(/"\\u0001([^"\\]*)\\u0001"/g, '$1').replaceAll('"\\u0002', '"');
}

const NUMBERS: readonly Json[] = [
  0,
  -0,
  -1,
  1.5,
  1e21,
  -1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 53) - 2,
  18446744073709551616n,
  -170141183460469231731687303715884105728n,
  5e-324,
  ...[
    '1e400',
    '-1e400',
    '1.0',
    '1E2',
    '-0',
    '0.0000',
    '1e-400',
    '9'.repeat(400),
    '9'.repeat(12_000),
    '100000000000000000000.5',
  ].map(raw),
];
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\uD800',
  '\uDC00\uD800',
  '\u2028\u2029\u0085',
  '\uFEFF',
  'e\u0301\u200D\u202E\u{1F9D1}\u{1F3FD}\u200D\u{1F4BB}',
  '\u{10FFFF}',
  '__proto__',
  'constructor',
  'toString',
  '${x}',
  '../x',
  '%00',
  'null',
  'true',
  '1',
  '\r\n',
  'a\r\nb: c',
  'file:///',
  'javascript:0',
  '\x1b[31m',
];
const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '',
  'id',
  'method',
  'jsonrpc',
  'params',
  '$',
  '\uD800',
  '_meta',
  'then',
  'toJSON',
];
const OTHERS: readonly Json[] = [null, true, false, '', 0, [], {}, [[]], [null], { a: [{}] }];
const LENGTHS: readonly number[] = [20, 50, 100, 100, 200, 200, 500, 500, 1000, 1000, 2000, 5000, 20_000, 70_000];
const DEPTHS: readonly number[] = [3, 10, 50, 200, 500, 990, 995, 1000, 1001, 1200];
const METHODS: readonly string[] = [
  '',
  'rpc.discover',
  '$/cancelRequest',
  '$/progress',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'PING',
  'ping ',
  'a/b/c',
  'notifications/',
  '*',
];

/** The element that any number from 0 on chooses. */
export const pick = <T>(list: readonly T[], what: number): T => list[what % list.length]!;

/** A place in a message: the container and the name or index in it. */
interface SourcePosition {
  container: JsonObject | Json[];
  name: string;
}

/** Places beyond these are never chosen. */
const MOST_PLACES = 400;

function placesOf(root: JsonObject): SourcePosition[] {
  const places: SourcePosition[] = [];
  const open: (JsonObject | Json[])[] = [root];
  for (let container = open.pop(); container && places.length < MOST_PLACES; container = open.pop()) {
    for (const name of Object.keys(container).slice(0, 50)) {
      places.push({ container, name });
      const value = (container as JsonObject)[name];
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return places;
}

function put({ container, name }: SourcePosition, value: Json): void {
  if (Array.isArray(container)) container[Number(name)] = value;
  else setMember(container, name, value);
}

const at = ({ container, name }: SourcePosition): Json => (container as JsonObject)[name]!;

type Change = (place: SourcePosition, what: number, palette: Palette) => void;

/** Changes of one place of a message. */
const changes = {
  delete: ({ container, name }) => {
    if (Array.isArray(container)) container.splice(Number(name), 1);
    else delete container[name];
  },
  retype: (place, what) => put(place, pick(OTHERS, what)),
  number: (place, what) => put(place, pick(NUMBERS, what)),
  text: (place, what) => put(place, pick(TEXTS, what)),
  'long-text': (place, what) =>
    put(place, pick(['x', 'é', '😀', '"', '\\', '\0'], what >> 4).repeat(pick(LENGTHS, what))),
  'long-list': (place, what) =>
    put(
      place,
      Array.from({ length: Math.min(pick(LENGTHS, what), 3000) }, () => pick(OTHERS, what >> 4)),
    ),
  shape: (place, what) => put(place, shapeOf(what)),
  deep: (place, what) => put(place, nested(pick(DEPTHS, what), what >> 4)),
  rename: ({ container, name }, what) => {
    if (Array.isArray(container)) return;
    const value = container[name]!;
    delete container[name];
    setMember(container, pick([...NAMES, name.toUpperCase(), `${name} `, name.slice(1)], what), value);
  },
  add: ({ container }, what) => {
    if (Array.isArray(container)) container.push(pick(OTHERS, what));
    else setMember(container, pick(NAMES, what), pick(OTHERS, what >> 4));
  },
  twice: (place, what) => {
    const { container, name } = place;
    if (Array.isArray(container)) container.splice(Number(name), 0, at(place));
    // The same member again, with another value, in front of or behind the first.
    else setMember(container, AGAIN + name, pick([at(place), ...OTHERS], what));
  },
  splice: (place, what, { messages }) => {
    const other = pick(messages, what);
    const places = isObject(other) ? placesOf(other) : [];
    if (places.length > 0) put(place, copyOf(at(pick(places, what >> 8))));
  },
  live: (place, what, palette) => {
    const texts = palette.live();
    if (texts.length > 0) put(place, pick(texts, what));
  },
} satisfies { [kind: string]: Change };

/** Changes of a message as a whole. */
const wholes: { [kind: string]: (message: JsonObject, what: number, palette: Palette) => Json } = {
  method: (message, what, { methods }) => ({ ...message, method: pick([...methods, ...methods, ...METHODS], what) }),
  id: (message, what, { messages }) => {
    const other = pick(messages, what >> 2);
    const ids: Json[] = [isObject(other) && 'id' in other ? other.id! : 1, 1, 2, pick(NUMBERS, what >> 2)];
    return { ...message, id: pick(ids, what) };
  },
  kind: (message, what, { messages }) => {
    const other = pick(messages, what >> 2);
    const { id, method, ...rest } = message;
    const forms: Json[] = [
      { ...rest, ...(method === undefined ? {} : { method }) },
      { ...rest, ...(id === undefined ? {} : { id }), result: isObject(other) ? (other.params ?? {}) : {} },
      {
        ...rest,
        ...(id === undefined ? {} : { id }),
        error: { code: pick(NUMBERS, what), message: pick(TEXTS, what) },
      },
      { ...message, result: {}, error: null },
    ];
    return pick(forms, what);
  },
  batch: (message, what, { messages }) =>
    pick([[message], [], [message, message], [message, pick(messages, what)], [[message]], [message, 1]], what),
  scalar: (_message, what) => pick([...OTHERS, ...NUMBERS, ...TEXTS], what),
};

export type JsonMutationKind = keyof typeof changes | 'method' | 'id' | 'kind' | 'batch' | 'scalar';

/** The kinds of changes, the mildest first. */
export const jsonMutationKinds = [...Object.keys(changes), ...Object.keys(wholes)] as JsonMutationKind[];

/** The message after a change, as a new value. What is no object can't be changed further. */
export function mutateJson(message: Json, { kind, where, what }: JsonMutation, palette: Palette): Json {
  if (!isObject(message)) return message;
  const whole = wholes[kind];
  if (whole) return whole(message, what, palette);
  const copy = copyOf(message) as JsonObject;
  // Most of what a message means stands in its params.
  const places = placesOf(where % 3 > 0 && isObject(copy.params) ? copy.params : copy);
  if (places.length > 0) (changes as { [kind: string]: Change })[kind]!(pick(places, where >> 2), what, palette);
  return copy;
}

/** Bytes of a value that is cheap to send and dear to handle: a large one is rare. */
const SHAPE_SIZES: readonly number[] = [100, 1000, 1000, 5000, 5000, 30_000];
const shapeNames = Object.keys(shapes);
/** By what chose them: making one costs more than sending it. */
const shapesMade = new Map<string, Json>();

function shapeOf(what: number): Json {
  const name = pick(shapeNames, what >> 4);
  const size = pick(SHAPE_SIZES, what);
  const key = `${name} ${size}`;
  const value = shapesMade.get(key) ?? parseJson(shapes[name]!(size));
  shapesMade.set(key, value);
  return value;
}

function nested(depth: number, how: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = (level + how) % 2 ? [value] : { a: value };
  return value;
}

function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const name of Object.keys(value)) setMember(copy, name, copyOf(value[name]!));
  return copy;
}
