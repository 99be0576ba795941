/** What an agent is told to see what it shows. A prompt is tried for `behavior`, and may show others too. */
export interface ExploringPrompt {
  behavior: string;
  text: string;
  /** What it speaks of, as the behavior gives it. */
  gives?: { [name: string]: string };
}

/** Letters beyond ASCII, a character beyond the BMP, a newline and U+2028, as the behavior echo-turn demands. */
const ECHO = 'größer 😀\nzweite Zeile\u2028Ende';

/** Prompts for what only agents of later versions than 0.12.2 show. */
export const LATER_PROMPTS: readonly ExploringPrompt[] = [
  {
    behavior: 'ask-form',
    text: 'Ask me for a word by a form with one text field (elicitation/create), then say the word that I gave. If I decline, just say so.',
  },
  {
    behavior: 'ask-url',
    text: 'Send me to the page https://example.com/ by an elicitation of the mode url, then say that it is done, whatever I do.',
  },
];

/** In words that any agent with a model understands; each needs as little work as the behavior lets it. */
export const PROMPTS: readonly ExploringPrompt[] = [
  { behavior: 'plain-turn', text: 'Say hello in one short sentence. Use no tool.' },
  {
    behavior: 'echo-turn',
    text: `Answer with exactly the text behind the colon, all lines of it and nothing else:\n${ECHO}`,
    gives: { text: ECHO },
  },
  { behavior: 'streaming-turn', text: 'Count from 1 to 300, a number on each line. Use no tool.' },
  { behavior: 'thinking-turn', text: 'Think first, then answer: which is more, 17 * 23 or 19 * 21? Use no tool.' },
  {
    behavior: 'planned-turn',
    text: 'Make a plan of three steps for tidying a desk and go through it step by step. Keep your plan up to date. Touch no file.',
  },
  {
    behavior: 'tool-turn',
    text: 'List the files of the current folder, and after that list them again. Change nothing.',
  },
  {
    behavior: 'failing-tool',
    text: 'Read the file no-such-file.txt in the current folder. It is not there; just say so.',
  },
  {
    behavior: 'ask-permission',
    text: 'Write a new file proctor-new.txt with the text "hello" into the current folder.',
    gives: { file: 'proctor-new.txt' },
  },
  { behavior: 'run-command', text: 'Run the command `true` in a terminal and wait for its end.' },
];
