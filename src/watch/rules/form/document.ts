import type { Json } from '../../../json/json.js';
import type { Linted } from '../../../language/remark.js';
import type { Issue } from '../../finding.js';
import { genericPointer } from '../../places.js';
import { MOST_ISSUES, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/**
 * `document`: what a server gives out beside its messages is judged as what it is. Settings:
 *
 * - `kind`: the kind of document, as `proctor validate` names it
 * - `at`: the paths of HTTP at which it is, or their ends
 * - `says`: the requirement of which this entry has the remarks
 */
export const document: RuleMaker = (settings, { documents }) => {
  onlySettings(settings, ['kind', 'at', 'says']);
  const [kind] = textsOf(settings, 'kind', true);
  const paths = textsOf(settings, 'at', true);
  const [says] = textsOf(settings, 'says', true);
  const lint = documents?.get(kind!);
  if (documents !== undefined && lint === undefined) throw new SettingsError(`there is no document \`${kind}\``);

  return ({ record, side, got }) => {
    if (lint === undefined || got === undefined || record.message === undefined || record.deliberate) return undefined;
    const [path = ''] = got.split('?');
    if (!paths.some((one) => path.endsWith(one))) return undefined;
    const issues = remarksOn(record.message, lint).filter(({ requirement }) => requirement === says);
    return {
      subject: side,
      issues: issues.slice(0, MOST_ISSUES).map(
        ({ path: at, message }): Issue => ({
          key: `${kind} ${genericPointer(at)} ${message}`,
          path: at,
          message: at === '' ? message : `${at} ${message}`,
        }),
      ),
    };
  };
};

type Lint = (document: Json) => Linted;

/** What each linter says of a document: it is asked once for all requirements. */
const known = new WeakMap<Lint, WeakMap<object, Linted['remarks']>>();

function remarksOn(document: Json, lint: Lint): Linted['remarks'] {
  if (typeof document !== 'object' || document === null) return lint(document).remarks;
  const of = known.get(lint) ?? new WeakMap<object, Linted['remarks']>();
  const remarks = of.get(document) ?? lint(document).remarks;
  known.set(lint, of.set(document, remarks));
  return remarks;
}
