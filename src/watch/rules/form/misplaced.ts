import type { JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { escapeToken, getPointer } from '../../../json/pointer.js';
import type { Issue } from '../../finding.js';
import { genericPointer, placesOf } from '../../places.js';
import { MOST_ISSUES, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/**
 * `misplaced`: members do not stand where an older form of the protocol had them. Settings:
 *
 * - `methods`: only messages of these methods, and the responses to them
 * - `at`: JSON Pointer to the objects, or several; `*` stands for each element
 * - `members`: the names; with `by`, an object of lists by what stands there
 * - `by`: JSON Pointer, in the object, to what tells its variants apart; others than those in `members` are not judged
 * - `to`: JSON Pointer, in the object, to where they belong
 * - `was`: the name of the older form, for the message
 */
export const misplaced: RuleMaker = (settings) => {
  onlySettings(settings, ['methods', 'at', 'members', 'by', 'to', 'was']);
  const methods = new Set(textsOf(settings, 'methods', true));
  const at = textsOf(settings, 'at', true);
  const [to = ''] = textsOf(settings, 'to', true);
  const [was = ''] = textsOf(settings, 'was', true);
  const membersOf = membersBy(settings);
  for (const pointer of at) placesOf(null, pointer);
  getPointer(null, to);

  return ({ message, method = '', side, forgiven, replayed }) => {
    if (!message || forgiven || replayed || !methods.has(method)) return undefined;
    const issues: Issue[] = [];
    let judged = false;
    for (const pointer of at) {
      for (const found of placesOf(message, pointer)) {
        const { value } = found;
        const members = isObject(value) ? membersOf(value) : undefined;
        if (!members || !isObject(value)) continue;
        judged = true;
        for (const name of members) {
          if (!Object.hasOwn(value, name)) continue;
          const path = `${found.pointer}/${escapeToken(name)}`;
          const belongs = `${found.pointer}${to}/${escapeToken(name)}`;
          issues.push({
            key: `${method} ${genericPointer(path)}`,
            path,
            message: `${method}: ${path} is a member of ${was}; it belongs at ${belongs}`,
            actual: value[name]!,
          });
        }
        if (issues.length >= MOST_ISSUES) return { subject: side, issues };
      }
    }
    if (!judged) return undefined;
    return { subject: side, issues };
  };
};

/** The names that count for an object; undefined where it is of a variant of which nothing is said. */
function membersBy(settings: JsonObject): (value: JsonObject) => readonly string[] | undefined {
  const { by, members } = settings;
  if (by === undefined) {
    const names = textsOf(settings, 'members', true);
    return () => names;
  }
  if (typeof by !== 'string' || !isObject(members))
    throw new SettingsError('with `by`, a JSON Pointer, `members` must be an object of lists');
  getPointer(null, by);
  const lists = new Map(Object.keys(members).map((name) => [name, textsOf(members, name, true)]));
  return (value) => {
    const variant = getPointer(value, by);
    return typeof variant === 'string' ? lists.get(variant) : undefined;
  };
}
