/** Characters that XML 1.0 does not allow, lone surrogates among them: its production Char, turned round. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
};

/** Character data of XML 1.0: what it can't hold is spelt out as `\x1b` or `\ud800`. */
export function xmlText(text: string): string {
  return spelt(text).replace(/[&<>\r]/g, (character) => ENTITIES[character]!);
}

/** The same for an attribute value, where line ends would otherwise become spaces. */
function xmlAttribute(text: string): string {
  return spelt(text).replace(/[&<>"\n\t\r]/g, (character) => ENTITIES[character]!);
}

/** One tag with its attributes; those that are undefined are left out. */
export function xmlTag(name: string, attributes: { [name: string]: string | number | undefined }): string {
  const list = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<${name}${list.map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`).join('')}`;
}

function spelt(text: string): string {
  return text.replace(FORBIDDEN, (character) => {
    const code = character.codePointAt(0)!;
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}
