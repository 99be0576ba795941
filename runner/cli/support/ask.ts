import { createInterface } from 'node:readline/promises';
import { type Output, stdout } from '../../../src/wire/output.js';

/** The terminal that a question goes to. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: Pick<Output, 'isTTY' | 'write'>;
}

/** Asks a person a question of yes or no, where there is one: without a terminal the answer is no. An empty answer is `otherwise`. */
export async function agrees(
  question: string,
  otherwise: boolean,
  { input, output }: Terminal = { input: process.stdin, output: stdout },
): Promise<boolean> {
  if (!input.isTTY || !output.isTTY) return false;
  // The terminal itself edits the line: a dialog that draws would draw the question, past what escapes it.
  const dialog = createInterface({ input, terminal: false });
  // Whoever ends the input answers nothing.
  const ended = new Promise<string>((resolve) => dialog.once('close', () => resolve('n')));
  try {
    output.write(question);
    const answer = (await Promise.race([dialog.question(''), ended])).trim().toLowerCase();
    return answer === '' ? otherwise : answer.startsWith('y');
  } finally {
    dialog.close();
  }
}
