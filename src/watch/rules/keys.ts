import { isFoundIn } from '../../bounded/expression.js';
import { Refused } from '../../bounded/refused.js';
import { showValue } from '../../json/display.js';
import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { escapeToken } from '../../json/pointer.js';
import type { Issue } from '../finding.js';
import { genericPointer } from '../places.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../rule.js';

/** How many keys of one message are reported. */
const KEYS = 3;

/**
 * `keys`: the objects that stand in a message under a name of the protocol have keys of a certain form only. Settings:
 *
 * - `of`: the member that holds such an object, wherever it stands
 * - `pattern`: a regular expression that every key of it fits
 * - `outside`: members whose values are not the protocol's, so that nothing inside them is judged
 *
 * Judges the target alone: what the kit makes up is a trial.
 */
export const keys: RuleMaker = (settings) => {
  onlySettings(settings, ['of', 'pattern', 'outside']);
  const [of] = textsOf(settings, 'of', true);
  const [pattern] = textsOf(settings, 'pattern', true);
  const outside = new Set(textsOf(settings, 'outside'));
  const form = formOf(pattern!);

  // Not by recursion: a peer may nest its messages as deep as it likes.
  const wrong = (message: Json): Issue[] => {
    const found: Issue[] = [];
    const open: { value: Json; at: string }[] = [{ value: message, at: '' }];
    for (let next = open.pop(); next !== undefined && found.length < KEYS; next = open.pop()) {
      const { value, at } = next;
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, member] of Object.entries(value)) {
        if (outside.has(name)) continue;
        const path = `${at}/${escapeToken(name)}`;
        if (name !== of || !isObject(member)) open.push({ value: member, at: path });
        else for (const key of Object.keys(member)) if (!isForm(form, key)) found.push(issueOf(of, key, path));
      }
    }
    return found;
  };

  return ({ message, side, forgiven, replayed }) => {
    if (side !== 'target' || !message || forgiven || replayed) return undefined;
    return { subject: side, issues: wrong(message).slice(0, KEYS) };
  };
};

function issueOf(of: string, key: string, path: string): Issue {
  const message = `${showValue(key)} is no key of ${of}`;
  return { key: `key ${genericPointer(path)}`, path, message, actual: key };
}

/** Keys so long are looked at elsewhere, as the form may backtrack on them. */
const LONG = 200;

/** Whether a key has the form; one for which that would cost too much to say has it. */
function isForm(form: RegExp, key: string): boolean {
  if (key.length <= LONG) return form.test(key);
  try {
    return isFoundIn(form, key);
  } catch (error) {
    if (error instanceof Refused) return true;
    throw error;
  }
}

function formOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    throw new SettingsError(`\`pattern\` is no regular expression: ${(error as Error).message}`);
  }
}
