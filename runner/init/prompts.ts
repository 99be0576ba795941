import type { Exploration, OwnPrompt, ShownBehavior } from '../../src/conversation/explorer.js';
import { lacksValues, onYourWord, quoted } from '../../src/conversation/own-prompts.js';
import type { Json } from '../../src/json/json.js';
import { closest } from '../../src/json/suggest.js';
import type { Behavior } from '../types.js';
import { InitError } from './init-error.js';

/** The members of `gives` that hold what is sent to the target. */
const PROMPTS = ['prompt', 'parts'];

/**
 * What `--prompt NAME=text` says, each for a behavior that a prompt shows. Throws InitError.
 *
 * @param meaning the behaviors of the role
 */
export function ownPrompts(
  given: readonly string[],
  role: string,
  meaning: ReadonlyMap<string, Behavior>,
): OwnPrompt[] {
  if (given.length === 0) return [];
  const shown = [...meaning].filter(([, { gives }]) => PROMPTS.some((name) => name in gives));
  if (shown.length === 0) throw new InitError(`--prompt: no behavior of ${role} is shown by a prompt`, 2);
  const names = shown.map(([name]) => name);
  return given.map((one): OwnPrompt => {
    const at = one.indexOf('=');
    const [behavior, text] = [one.slice(0, at), one.slice(at + 1)];
    if (at < 1)
      throw new InitError(`--prompt ${JSON.stringify(one)}: write NAME="text", such as ${names[0]}="say hello"`, 2);
    if (text.trim() === '') throw new InitError(`--prompt ${behavior}: there is no text after the =`, 2);
    if (!names.includes(behavior)) throw new InitError(unknown(behavior, role, names, meaning), 2);
    const values = Object.keys(meaning.get(behavior)!.gives).filter((name) => !PROMPTS.includes(name));
    return { behavior, text, values };
  });
}

function unknown(name: string, role: string, names: readonly string[], meaning: ReadonlyMap<string, Behavior>): string {
  const near = closest(name, names);
  const what = meaning.has(name) ? `no prompt shows the behavior \`${name}\`` : `${role} has no behavior \`${name}\``;
  return `--prompt: ${what}${near === undefined ? '' : `; did you mean \`${near}\`?`}; a prompt shows ${names.join(', ')}`;
}

/** The mappings that prompts make of a role whose targets nobody can explore: its owner's word alone says that they hold. */
export function mappedUnseen(prompts: readonly OwnPrompt[], meaning: ReadonlyMap<string, Behavior>): Exploration {
  const shows = new Map<string, ShownBehavior>();
  const lacks = new Map<string, string>();
  const notes = prompts.map((own) => {
    const { behavior, text } = own;
    const why = lacksValues(own);
    if (why !== undefined) lacks.set(behavior, why);
    else if (!shows.has(behavior))
      shows.set(behavior, { gives: givenBy(text, meaning.get(behavior)!), costs: true, unproven: true });
    return `${quoted(text)} was not tried; ${why ?? onYourWord(behavior)}`;
  });
  return { shows, lacks, notes };
}

function givenBy(text: string, { gives }: Behavior): { [name: string]: Json } {
  if ('parts' in gives) return { parts: [{ kind: 'text', text }] };
  const { type } = gives.prompt as { type?: Json };
  return { prompt: type === 'array' ? [{ type: 'text', text }] : text };
}
