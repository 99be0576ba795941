import { withoutHidden } from '../../src/json/visible.js';
import type { SentRequest } from '../../src/wire/record.js';

/** What curl writes itself, from the address and the body. */
const OWN: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
/** What curl adds without being asked, and servers go by, so that it has to be asked not to. */
const ADDED = ['accept'];

/**
 * The curl command that sends a request, on one line for any POSIX shell. Nothing in it can end a quotation or reach a terminal: characters
 * that are not seen, and bytes that are no text, go through `printf` as octal escapes. Undefined where the body is too long for a line.
 */
export function curlLine({ method, url, headers, body, cut }: SentRequest): string | undefined {
  if (cut) return undefined;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const added = [...ADDED, ...(body === undefined ? [] : ['content-type'])].filter((name) => !names.includes(name));
  const stream = Object.entries(headers).some(([name, value]) => /^accept$/i.test(name) && /event-stream/.test(value));
  const piped = body !== undefined && !isPlain(body);
  const words = [
    ...(piped ? [`printf ${printfOf(body)} |`] : []),
    `curl -i${stream ? 'N' : ''}`,
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.\.?(\/|$|\?)/.test(url) ? ['--path-as-is'] : []),
    ...methodOf(method, body !== undefined),
    word(url),
    ...Object.entries(headers).flatMap(([name, value]) => (OWN.has(name.toLowerCase()) ? [] : [header(name, value)])),
    ...added.map((name) => `-H ${quoted(`${name}:`)}`),
    ...(body === undefined ? [] : piped ? ['--data-binary @-'] : [`--data-raw ${quoted(String(body))}`]),
  ];
  return words.join(' ');
}

/** curl sends GET, or POST where there is a body; of HEAD it must know, or it would wait for the body. */
function methodOf(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['-I'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${word(method)}`];
}

/** A header as an argument. One with an empty value ends with a semicolon: by a colon curl would leave it out. */
function header(name: string, value: string): string {
  return `-H ${word(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

/** A text as one word of a shell, whatever is in it. */
function word(text: string): string {
  if (isPlain(text)) return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
  return `"$(printf ${printfOf(text)})"`;
}

/** Whether a body is text, all of which is seen. */
function isPlain(body: string | Uint8Array): body is string {
  return typeof body === 'string' && withoutHidden(body, () => '') === body;
}

/** A text in single quotes, in which a shell reads nothing but their end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The format with which printf writes these bytes: what is not seen as octal escapes, and no `%` or `\` that means something. */
function printfOf(body: string | Uint8Array): string {
  const octal = (bytes: Uint8Array) => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  if (typeof body !== 'string') {
    const latin = Buffer.from(body).toString('latin1');
    return quoted(latin.replace(/[^ -$&-[\]-~]|^-/g, (character) => octal(Buffer.from(character, 'latin1'))));
  }
  // A format that begins with a hyphen would be taken for an option.
  const safe = body.replace(/[%\\]|^-/g, (character) => octal(Buffer.from(character)));
  return quoted(withoutHidden(safe, (character) => octal(Buffer.from(character))));
}
