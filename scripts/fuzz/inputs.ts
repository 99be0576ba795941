import { shapes } from '../bench/shapes/shapes.mjs';
import { byteMutationKinds, mutateBytes } from './mutate-bytes.js';
import type { Randoms } from './randoms.js';

/** Sizes of a value of some shape, in bytes. The largest shows what grows faster than it should, and is rare. */
const SIZES = [
  ...Array<number>(30).fill(10),
  ...Array<number>(40).fill(100),
  ...Array<number>(28).fill(1000),
  10_000,
  100_000,
];
const NAMES = Object.keys(shapes);
/** What a schema from elsewhere may say: patterns that backtrack, unions without end, references to itself, numbers beyond all use. */
const SCHEMAS = [
  '{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$"}}}',
  `${'{"anyOf":['.repeat(30)}{}${']}'.repeat(30)}`,
  '{"$defs":{"x":{"$ref":"#/$defs/x"}},"$ref":"#/$defs/x"}',
  '{"type":"array","minItems":1e9,"items":{"type":"array","minItems":1e9}}',
  '{"type":"string","minLength":1e12,"format":"uri","enum":[]}',
  '{"patternProperties":{"(.*)*x":{}},"additionalProperties":false,"required":["__proto__"]}',
  '{"not":{"not":{"not":{}}},"if":{},"then":false,"$id":"x","$schema":"y"}',
];
const METHODS = [
  'tools/list',
  'ping',
  'initialize',
  'session/update',
  'session/prompt',
  'notifications/progress',
  '__proto__',
];

/** Kept: a large value is made once for each shape and size. */
const made = new Map<string, string>();

/** The JSON text of a value: of a shape, or a schema. */
function valueText(random: Randoms): string {
  if (random.percent(20)) return random.pick(SCHEMAS);
  const name = random.pick(NAMES);
  const size = random.pick(SIZES);
  const key = `${name} ${size}`;
  const text = made.get(key) ?? shapes[name]!(size);
  made.set(key, text);
  return text;
}

/** The text of a message as either side sends it, with a value at one of the places where values of any kind may stand. */
export function messageText(random: Randoms): string {
  const value = random.percent(70) ? valueText(random) : '{}';
  const id = random.pick(['1', '"a"', 'null', '12345678901234567890', '1.5', value.length < 200 ? value : '2']);
  const method = random.pick(METHODS);
  return random.pick([
    () => `{"jsonrpc":"2.0","id":${id},"result":{"_meta":{"a/b":${value}}}}`,
    () => `{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"x","inputSchema":${value}}],"content":${value}}}`,
    () => `{"jsonrpc":"2.0","id":${id},"result":${value}}`,
    () => `{"jsonrpc":"2.0","id":${id},"error":{"code":-1,"message":"x","data":${value}}}`,
    () => `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${value}}`,
    () => `{"jsonrpc":"2.0","method":"${method}","params":{"sessionId":"s","update":${value},"_meta":${value}}}`,
    () => `{"jsonrpc":"2.0","id":${id},"id":${id},"result":{"a":1,"a":${value}}}`,
    () => value,
  ])();
}

/** Bytes with a few changes, or none. */
export function changed(bytes: Uint8Array, random: Randoms): Uint8Array {
  let result = bytes;
  for (let times = random.pick([0, 0, 1, 1, 2, 4]); times > 0; times -= 1)
    result = mutateBytes(result, {
      kind: random.pick(byteMutationKinds),
      where: random.below(2 ** 31),
      what: random.below(2 ** 31),
    });
  return result;
}

/** Bytes in chunks as a peer may cut them: whole, in large pieces, or byte by byte. */
export function chunksOf(bytes: Uint8Array, random: Randoms): Uint8Array[] {
  const size = random.pick([bytes.length, 65_536, 1000, 7, 1]);
  // Byte by byte takes a function call each, so only what is short is cut so.
  const step = Math.max(1, size, Math.ceil(bytes.length / 20_000));
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += step) chunks.push(bytes.subarray(at, at + step));
  return chunks;
}
