import { createInterface } from 'node:readline/promises';

/** The terminal that a question goes to. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/** Asks a person a question of yes or no, where there is one: without a terminal the answer is no. An empty answer is `otherwise`. */
export async function agrees(
  question: string,
  otherwise: boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<boolean> {
  if (!input.isTTY || !output.isTTY) return false;
  const dialog = createInterface({ input, output });
  // Whoever ends the input answers nothing.
  const ended = new Promise<string>((resolve) => dialog.once('close', () => resolve('n')));
  try {
    const answer = (await Promise.race([dialog.question(question), ended])).trim().toLowerCase();
    return answer === '' ? otherwise : answer.startsWith('y');
  } finally {
    dialog.close();
  }
}
