import { showValue } from '../../../json/display.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import { checkPattern, match } from '../../../language/pattern/pattern.js';
import { resolve, scopeOf } from '../../../language/values/index.js';
import type { Issue } from '../../finding.js';
import { genericPointer, placesOf } from '../../places.js';
import { flagOf, MOST_ISSUES, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/**
 * `among`: a value of an object is one of those that the object itself lists. Settings:
 *
 * - `methods`: only messages of these methods, and the responses to them
 * - `at`: JSON Pointer to the objects, or several; `*` stands for each element
 * - `value`: JSON Pointer, in the object, to the value
 * - `of`: JSON Pointer, or several, in the object, to those that it may be. An object that lists none is not judged
 * - `where`: a pattern for what is listed: an element of the list at `list` that it does not fit is left out
 * - `list`: JSON Pointer, in the object, to the list that `where` is about; `of` then begins at its elements
 * - `unique`: judges instead that those of `of` differ, without `value`
 */
export const among: RuleMaker = (settings) => {
  onlySettings(settings, ['methods', 'at', 'value', 'of', 'where', 'list', 'unique']);
  const methods = new Set(textsOf(settings, 'methods', true));
  const at = textsOf(settings, 'at', true);
  const unique = flagOf(settings, 'unique');
  const [value] = textsOf(settings, 'value', !unique);
  const of = textsOf(settings, 'of', true);
  const [list] = textsOf(settings, 'list');
  const isMeant = patternOf(settings.where);
  for (const pointer of [...at, ...of, value ?? '', list ?? '']) placesOf(null, pointer);

  const listedIn = (object: Json): Json[] => {
    const roots = list === undefined ? [object] : [...placesOf(object, `${list}/*`)].map((one) => one.value);
    return roots
      .filter(isMeant)
      .flatMap((root) => of.flatMap((pointer) => [...placesOf(root, pointer)].map((one) => one.value)));
  };

  return (facts) => {
    const { message, method = '', side } = facts;
    if (!message || facts.forgiven || facts.replayed || !methods.has(method)) return undefined;
    const issues: Issue[] = [];
    let judged = false;
    for (const pointer of at)
      for (const found of placesOf(message, pointer)) {
        if (!isObject(found.value)) continue;
        const listed = listedIn(found.value);
        if (listed.length === 0) continue;
        const seen = unique ? twice(listed) : stray(found.value, value!, listed);
        if (seen === undefined) continue;
        judged = true;
        if (seen === null) continue;
        const path = `${found.pointer}${unique ? '' : value}`;
        const what = unique ? 'is listed twice' : 'is none of those that are listed';
        issues.push({
          key: `${method} ${genericPointer(path)}`,
          path,
          message: `${method}: ${showValue(seen.value)} ${what}`,
          actual: seen.value,
        });
        if (issues.length === MOST_ISSUES) return { subject: side, issues };
      }
    return judged ? { subject: side, issues } : undefined;
  };
};

/** The value, if it is none of those that are listed; null if it is one, undefined if there is none. */
function stray(object: JsonObject, pointer: string, listed: readonly Json[]): { value: Json } | null | undefined {
  const [found] = placesOf(object, pointer);
  if (found === undefined || typeof found.value === 'object') return undefined;
  return listed.some((one) => idKey(one) === idKey(found.value)) ? null : { value: found.value };
}

/** A value that is listed twice; null if there is none. */
function twice(listed: readonly Json[]): { value: Json } | null {
  const keys = new Set<string>();
  for (const value of listed) {
    if (keys.has(idKey(value))) return { value };
    keys.add(idKey(value));
  }
  return null;
}

function patternOf(setting: Json | undefined): (value: Json) => boolean {
  if (setting === undefined) return () => true;
  const pattern = resolve(setting, scopeOf({}), 'pattern');
  const [problem] = checkPattern(pattern);
  if (problem) throw new SettingsError(`\`where\`: ${problem.message}`);
  return (value) => match(pattern, value, {}, '').length === 0;
}
