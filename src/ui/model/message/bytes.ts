import type { Record } from '../../../generated/types/report-v1.js';
import { stringifyJson } from '../../../json/json.js';

/** The bytes of a record, if its JSON does not show them: order, duplicate members, broken UTF-8, numbers as they were written. */
export function bytesOf({ bytes, text, message, body }: Record): Uint8Array | undefined {
  if (bytes !== undefined) return decoded(bytes);
  if (text === undefined) return undefined;
  const value = message ?? body;
  if (value !== undefined && text === (typeof value === 'string' ? value : stringifyJson(value))) return undefined;
  return new TextEncoder().encode(text);
}

function decoded(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new TextEncoder().encode(base64);
  }
}

/** A line of a dump. */
export interface HexLine {
  offset: string;
  hex: string;
  text: string;
}

const WIDTH = 8;

/** The first `limit` bytes, eight in a line. */
export function hexLines(bytes: Uint8Array, limit: number): HexLine[] {
  const lines: HexLine[] = [];
  for (let at = 0; at < Math.min(bytes.length, limit); at += WIDTH) {
    const part = [...bytes.subarray(at, Math.min(at + WIDTH, limit))];
    lines.push({
      offset: at.toString(16).padStart(4, '0'),
      hex: part
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join(' ')
        .padEnd(WIDTH * 3 - 1),
      text: part.map(letterOf).join(''),
    });
  }
  return lines;
}

/** A byte as one column of text. */
function letterOf(byte: number): string {
  if (byte === 0x0a) return '⏎';
  if (byte < 0x20) return String.fromCodePoint(0x2400 + byte);
  return byte < 0x7f ? String.fromCharCode(byte) : '·';
}
