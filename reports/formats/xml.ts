import { spelling, withoutHidden } from '../../src/json/visible.js';

const ENTITIES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
};

/** Character data of XML 1.0: hidden characters are spelt out as `\x1b` or `\u{d800}`. */
export function xmlText(text: string): string {
  return visible(text).replace(/[&<>\r]/g, (character) => ENTITIES[character]!);
}

/** The same for an attribute value, where line ends would otherwise become spaces. */
function xmlAttribute(text: string): string {
  return visible(text).replace(/[&<>"\n\t\r]/g, (character) => ENTITIES[character]!);
}

/** One tag with its attributes; those that are undefined are left out. */
export function xmlTag(name: string, attributes: { [name: string]: string | number | undefined }): string {
  const list = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<${name}${list.map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`).join('')}`;
}

/** Hidden characters, which are all that XML can't hold and more, spelt out; line ends and tabs stay. */
function visible(text: string): string {
  return withoutHidden(text, (character) => (/[\n\r\t]/.test(character) ? character : spelling(character)));
}
