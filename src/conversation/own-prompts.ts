import { oneLine } from '../json/visible.js';
import type { OwnPrompt } from './explorer.js';

/** How many characters of a prompt or an answer are shown. */
const SHOWN = 50;

/** A text in quotes, in one line, cut. */
export function quoted(text: string): string {
  const line = oneLine(text);
  return `"${line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line}"`;
}

/** Why a prompt that seems to do what its owner says does not map its behavior: a mapping has more values. Undefined if it has none. */
export function lacksValues({ behavior, values }: OwnPrompt): string | undefined {
  if (values.length === 0) return undefined;
  return `${behavior} is mapped by ${values.map((one) => `\`${one}\``).join(', ')} too: write it into the file by hand`;
}

/** What is said of a behavior that is mapped by the word of its owner alone. */
export const onYourWord = (behavior: string) =>
  `neither shows nor refutes ${behavior}, which is mapped because you say so`;
