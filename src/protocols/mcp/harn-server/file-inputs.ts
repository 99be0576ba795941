import type { FileDescriptor } from '../../../generated/types/mcp-keywords-v1.js';
import type { Json } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { own } from '../../../json/own.js';
import { accepts } from '../media-types.js';
import { failure } from '../server/content.js';
import type { Tool } from '../server/tools/tool.js';

/** A file in a data: URI (RFC 2397). */
interface DataFile {
  /** In lower case, without parameters. */
  mediaType: string;
  /** Bytes. */
  size: number;
}

/** How a server fails to judge files. */
export interface FileDefects {
  /** A tool runs before its files are judged. */
  late: boolean;
  /** Told each file that is refused, with what is in it. */
  tell?: (text: string) => void;
}

/**
 * The tool, whose arguments that are files are held against what they accept before it runs (Harn guide, Experimental file inputs).
 * Without defects nobody is told what is in them.
 */
export function judgingFiles(tool: Tool, { late, tell }: FileDefects): Tool {
  const { properties } = tool.spec.inputSchema;
  const files = Object.entries(properties ?? {}).flatMap(([name, schema]) => {
    const descriptor: Json | undefined = isObject(schema as Json)
      ? (schema as { 'x-mcp-file'?: Json })['x-mcp-file']
      : undefined;
    return isObject(descriptor) ? [{ name, descriptor: descriptor as FileDescriptor }] : [];
  });
  if (files.length === 0) return tool;
  const judge = (args: Json) => {
    const given = isObject(args) ? args : {};
    const problems = files.flatMap(({ name, descriptor }) => {
      const value = own(given, name);
      const problem = value === undefined ? undefined : fileProblem(value, descriptor);
      if (problem === undefined) return [];
      tell?.(`${String(value)} ${problem}\n`);
      return [`/${name} ${problem}`];
    });
    return problems.join('; ') || undefined;
  };
  if (!late) return { ...tool, judge: (args) => tool.judge(args) ?? judge(args) };
  return {
    ...tool,
    run: async (args, call) => {
      const result = await tool.run(args, call);
      const wrong = judge(args);
      return wrong === undefined ? result : failure(wrong);
    },
  };
}

/** What is wrong with a file; undefined where nothing is. It never says what is in it. */
export function fileProblem(value: Json, { accept, maxSize }: FileDescriptor): string | undefined {
  const file = typeof value === 'string' ? readFile(value) : undefined;
  if (!file) return 'is no data: URI';
  if (accept && !accept.some((pattern) => accepts(pattern, file)))
    return `is of the media type ${file.mediaType}, and ${accept.join(', ')} is taken`;
  if (maxSize !== undefined && file.size > maxSize) return `has ${file.size} bytes, and at most ${maxSize} are taken`;
  return undefined;
}

const SCHEME = 'data:';
const BASE64 = /^[A-Za-z0-9+/]*(={0,2})$/;

/** Whether a text is base64, with its padding or without. No expression counts in fours: on a file of megabytes that ends the stack. */
function isBase64(text: string): boolean {
  const [, padding] = BASE64.exec(text) ?? [];
  if (padding === undefined) return false;
  const rest = (text.length - padding.length) % 4;
  return rest !== 1 && (padding === '' || rest + padding.length === 4);
}

/** Reads a data: URI; undefined for what is none. Its media type is text/plain where it names none (RFC 2397, section 2). */
function readFile(uri: string): DataFile | undefined {
  const comma = uri.indexOf(',');
  if (comma < 0 || uri.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined;
  const [mediaType = '', ...parameters] = uri.slice(SCHEME.length, comma).split(';');
  const base64 = parameters.at(-1)?.toLowerCase() === 'base64';
  const octets = unescaped(uri.slice(comma + 1));
  if (octets === undefined || (base64 && !isBase64(octets.toString('latin1')))) return undefined;
  return {
    mediaType: mediaType.trim().toLowerCase() || 'text/plain',
    size: !base64 ? octets.length : Buffer.from(octets.toString('latin1'), 'base64').length,
  };
}

/** The octets that a text with percent escapes stands for; undefined where an escape is broken. */
function unescaped(text: string): Buffer | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const raw = Buffer.from(text, 'utf8').toString('latin1');
  return Buffer.from(
    raw.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
