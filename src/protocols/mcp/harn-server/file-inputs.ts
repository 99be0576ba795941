import type { FileDescriptor } from '../../../generated/types/mcp-keywords-v1.js';
import type { Json } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { own } from '../../../json/own.js';
import { accepts } from '../media-types.js';
import type { Tool } from '../server/state/tool.js';

/** A file in a data: URI (RFC 2397). */
interface DataFile {
  /** In lower case, without parameters. */
  mediaType: string;
  /** Bytes. */
  size: number;
}

/** A file that a tool does not take. */
interface WrongFile {
  /** The argument. */
  name: string;
  value: Json;
  problem: string;
}

/** The tool, whose arguments that are files are held against what they accept before it runs (Harn guide, Experimental file inputs). */
export const judgingFiles = (tool: Tool): Tool => ({
  ...tool,
  judge: (args) => tool.judge(args) ?? problemOf(wrongFiles(tool, args)),
});

/** Says what is wrong with files, and never what is in them; undefined without any. */
export const problemOf = (wrong: readonly WrongFile[]): string | undefined =>
  wrong.length === 0 ? undefined : wrong.map(({ name, problem }) => `/${name} ${problem}`).join('; ');

/** The arguments that are files which the tool does not take. */
export function wrongFiles(tool: Tool, args: Json): WrongFile[] {
  const { properties } = tool.spec.inputSchema;
  const files = Object.entries(properties ?? {}).flatMap(([name, schema]) => {
    const descriptor: Json | undefined = isObject(schema) ? schema['x-mcp-file'] : undefined;
    return isObject(descriptor) ? [{ name, descriptor: descriptor as FileDescriptor }] : [];
  });
  const given = isObject(args) ? args : {};
  return files.flatMap(({ name, descriptor }) => {
    const value = own(given, name);
    const problem = value === undefined ? undefined : fileProblem(value, descriptor);
    return value === undefined || problem === undefined ? [] : [{ name, value, problem }];
  });
}

/** What is wrong with a file; undefined where nothing is. It never says what is in it. */
export function fileProblem(value: Json, { accept, maxSize }: FileDescriptor): string | undefined {
  const file = typeof value === 'string' ? readFile(value) : undefined;
  if (!file) return 'is not data: URI';
  if (accept && !accept.some((pattern) => accepts(pattern, file)))
    return `is of the media type ${file.mediaType}, and ${accept.join(', ')} is taken`;
  if (maxSize !== undefined && file.size > maxSize) return `has ${file.size} bytes, and at most ${maxSize} are taken`;
  return undefined;
}

/** Reads a data: URI; undefined for what is none. Its media type is text/plain where it names none (RFC 2397, section 2). */
function readFile(uri: string): DataFile | undefined {
  const comma = uri.indexOf(',');
  if (comma < 0 || uri.slice(0, 5).toLowerCase() !== 'data:') return undefined;
  const [mediaType = '', ...parameters] = uri.slice(5, comma).split(';');
  const octets = unescaped(uri.slice(comma + 1));
  if (octets === undefined) return undefined;
  const size = parameters.at(-1)?.toLowerCase() === 'base64' ? decodedLength(octets) : octets.length;
  return size === undefined ? undefined : { mediaType: mediaType.trim().toLowerCase() || 'text/plain', size };
}

const EQUALS = 0x3d;
const PERCENT = 0x25;

/**
 * How many bytes a base64 text stands for; undefined where it is none. Not by a regular expression: on a file of some MiB one that
 * repeats a group needs more stack than V8 gives it.
 */
function decodedLength(text: Buffer): number | undefined {
  const padding = text.at(-1) !== EQUALS ? 0 : text.at(-2) === EQUALS ? 2 : 1;
  const digits = text.length - padding;
  if (!text.subarray(0, digits).every(isBase64Digit)) return undefined;
  // Padding may be left out, but not in part.
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  return Math.floor((digits * 3) / 4);
}

function isBase64Digit(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2f;
}

/** The octets that a text with percent escapes stands for; undefined where an escape is broken. */
function unescaped(text: string): Buffer | undefined {
  const octets = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < octets.length; at++) {
    let octet = octets[at]!;
    if (octet === PERCENT) {
      const digits = octets.toString('latin1', at + 1, at + 3);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return undefined;
      octet = Number.parseInt(digits, 16);
      at += 2;
    }
    octets[length] = octet;
    length++;
  }
  return octets.subarray(0, length);
}
