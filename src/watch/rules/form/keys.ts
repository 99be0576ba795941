import { isFoundIn } from '../../../bounded/expression.js';
import { Refused } from '../../../bounded/refused.js';
import { showValue } from '../../../json/display.js';
import type { Json } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { parsePointer } from '../../../json/pointer.js';
import { walk } from '../../../json/walk.js';
import { shapeOf } from '../../../jsonrpc/messages.js';
import type { Issue } from '../../finding.js';
import { genericPointer } from '../../places.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/** How many keys of one message are reported. */
const KEYS = 3;
/** Longest key that is judged, in characters: on longer texts an expression may take more memory than V8 gives it. */
const LONGEST = 64 * 1024;

/**
 * `keys`: the objects that stand in a message under a name of the protocol have keys of a certain form only. Settings:
 *
 * - `of`: the member that holds such an object, wherever it stands
 * - `pattern`: a regular expression that every key of it fits
 * - `outside`: members whose values are not judged
 * - `below`: only the values of these members are judged; by default everything
 * - `shapes`: only messages of these shapes are judged (`request`, `notification`, `response`); by default all
 *
 * Judges the target alone: what the kit makes up is a trial.
 */
export const keys: RuleMaker = (settings) => {
  onlySettings(settings, ['of', 'pattern', 'outside', 'below', 'shapes']);
  const [of] = textsOf(settings, 'of', true);
  const [pattern] = textsOf(settings, 'pattern', true);
  const outside = new Set(textsOf(settings, 'outside'));
  const below = textsOf(settings, 'below');
  const shapes = textsOf(settings, 'shapes');
  const form = formOf(pattern!);
  const isBelow = (path: string) => below.length === 0 || parsePointer(path).some((name) => below.includes(name));

  const wrong = (message: Json): Issue[] => {
    const found: Issue[] = [];
    walk(message, (value, name, at) => {
      if (typeof name === 'number') return true;
      if (outside.has(name)) return false;
      if (name !== of || !isObject(value)) return true;
      for (const key of Object.keys(value)) {
        if (key.length > LONGEST || isForm(form, key)) continue;
        const path = at.path();
        if (!isBelow(path)) break;
        found.push(issueOf(of, key, path));
        if (found.length === KEYS) return 'stop';
      }
      return false;
    });
    return found;
  };

  return ({ message, side, forgiven, replayed }) => {
    if (side !== 'target' || !message || forgiven || replayed) return undefined;
    if (shapes.length > 0 && !shapes.includes(shapeOf(message))) return undefined;
    return { subject: side, issues: wrong(message) };
  };
};

function issueOf(of: string, key: string, path: string): Issue {
  const message = `${showValue(key)} is not a key of ${of}`;
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
    throw new SettingsError(`\`pattern\` is not a regular expression: ${(error as Error).message}`);
  }
}
