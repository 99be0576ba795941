/** Character strings: 'single quotes' for STRING, "double quotes" for WSTRING, with `$` before what cannot be written. */

const NAMED: Readonly<Record<string, string>> = {
  L: '\n',
  N: '\n',
  P: '\f',
  R: '\r',
  T: '\t',
  $: '$',
  "'": "'",
  '"': '"',
};

/** A string literal that starts at `at`: its length in the text with both quotes, what it stands for, and what is wrong. */
export function readString(text: string, at: number): { length: number; value: string; problem?: string } {
  const quote = text[at]!;
  const digits = quote === "'" ? 2 : 4;
  let value = '';
  let here = at + 1;
  let problem: string | undefined;
  for (;;) {
    const character = text[here];
    if (character === undefined || character === '\n' || character === '\r')
      return { length: here - at, value, problem: 'the string is not closed on its line' };
    here++;
    if (character === quote) return problem ? { length: here - at, value, problem } : { length: here - at, value };
    if (character !== '$') {
      value += character;
      continue;
    }
    const next = text[here] ?? '';
    const named = NAMED[next.toUpperCase()];
    const code = text.slice(here, here + digits);
    if (named !== undefined) {
      value += named;
      here++;
    } else if (code.length === digits && /^[0-9A-Fa-f]+$/.test(code)) {
      value += String.fromCharCode(Number.parseInt(code, 16));
      here += digits;
    } else problem ??= `"$" is followed by ${digits} hexadecimal digits, or one of $ ' " L N P R T`;
  }
}

/** The literal of a text; `readString` reads it back. */
export function writeString(value: string, wide: boolean): string {
  const quote = wide ? '"' : "'";
  let text = quote;
  for (const character of value) {
    const code = character.codePointAt(0)!;
    if (character === '$' || character === quote) text += `$${character}`;
    else if (character === '\n') text += '$L';
    else if (code < 0x20 || code === 0x7f)
      text += `$${code
        .toString(16)
        .toUpperCase()
        .padStart(wide ? 4 : 2, '0')}`;
    else text += character;
  }
  return text + quote;
}
