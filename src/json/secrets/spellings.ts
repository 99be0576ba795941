import { printable } from '../visible.js';

/** A way in which a secret may stand in a text. */
export interface Spelling {
  text: string;
  /** Part of a longer text in base64, all of which belongs to the secret. */
  base64?: boolean;
}

/** Shortest line of a secret of several lines, and shortest base64, that tell it apart from other text. */
const TELLING = 8;

/**
 * A secret as it is, as JSON (also in a string of JSON), in URLs and forms, in a line for a shell, in XML, in hex, and in base64 wherever
 * in the coded text it begins. Of a secret of several lines each line too.
 */
export function spellings(secret: string): Spelling[] {
  const bare = secret.trim();
  const lines = bare.split(/[\r\n]+/).map((line) => line.trim());
  const texts = lines.length > 1 ? [bare, ...lines.filter((line) => line.length >= TELLING)] : [bare];
  const plain = texts.flatMap((text) => [text, ...written(text)]);
  const coded = texts.flatMap(encoded).map((text) => ({ text, base64: true }));
  const known = new Set<string>();
  return [...plain.map((text) => ({ text })), ...coded].filter(({ text }) => !known.has(text) && known.add(text));
}

function written(text: string): string[] {
  const utf8 = Buffer.from(text);
  // A lone surrogate can stand in no URL.
  const sound = utf8.toString();
  const inJson = JSON.stringify(text).slice(1, -1);
  const inUrls = [encodeURIComponent(sound), encodeURI(sound), new URLSearchParams({ '': sound }).toString().slice(1)];
  const strict = inUrls[0]!.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return [
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    ...[...inUrls, strict].flatMap((one) => [one, one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]),
    text.replaceAll("'", "'\\''"),
    inXml(text),
    inXml(text).replaceAll('"', '&quot;'),
    printable(text),
    // Bytes are searched as Latin-1.
    utf8.toString('latin1'),
    ...(utf8.length >= TELLING ? [utf8.toString('hex'), utf8.toString('hex').toUpperCase()] : []),
  ];
}

const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** In base64 a text looks different by where it begins in what is coded: what no neighbour changes of each of the three ways. */
function encoded(text: string): string[] {
  const bytes = Buffer.from(text);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const shifted = [0, 1, 2].map((shift) => {
    const coded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const isOpen = (shift + bytes.length) % 3 !== 0;
    return coded.slice(Math.ceil((shift * 8) / 6), isOpen ? -1 : undefined);
  });
  const found = [whole, ...shifted.filter((one) => one.length >= TELLING)];
  return [...found, ...found.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))];
}
