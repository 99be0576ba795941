import type { Tone } from '../model/entry.js';

/** A verdict is a symbol and a word; the colour comes third. */
export const SYMBOLS: { readonly [tone in Tone]: string } = { fail: '✗', warn: '⚠', skip: '≈', hint: '✎' };
const WORDS: { readonly [tone in Tone]: string } = {
  fail: 'broken must',
  warn: 'warning',
  skip: 'undeclared extension',
  hint: 'on purpose',
};

/** A finding in a row: its symbol, its requirement, and how many more there are. */
export function FindingChip({ tone, requirement, more }: { tone: Tone; requirement: string; more: number }) {
  return (
    <>
      <span class={`chip ${tone}`}>
        <span aria-hidden="true">{SYMBOLS[tone]}</span>
        <span class="sr">{WORDS[tone]} </span>
        {requirement}
      </span>
      {more > 0 && <span class="more">+{more}</span>}
    </>
  );
}
