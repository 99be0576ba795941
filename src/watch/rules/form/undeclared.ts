import type { Json } from '../../../json/json.js';
import type { UndeclaredExtension } from '../../../language/undeclared-extension.js';
import { oncePerRecord } from '../../once-per-record.js';
import { genericPointer } from '../../places.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

const KINDS: readonly UndeclaredExtension['what'][] = ['method', 'member', 'variant'];

/**
 * `undeclared`: the target sends nothing that it has made up where the protocol leaves no room for it. Settings:
 *
 * - `what`: what is looked for: `method` (its names), `member` (of objects that the protocol defines), `variant` (values
 *   that name a kind of object)
 *
 * Extensions that another version of the protocol defines are reported as not judged. Only the target is judged: cases send extensions
 * on purpose. A protocol without a list of its own names has nothing for this rule to judge.
 */
export const undeclared: RuleMaker = (settings, { definitions }) => {
  onlySettings(settings, ['what']);
  const wanted = textsOf(settings, 'what', true);
  for (const what of wanted)
    if (!(KINDS as readonly string[]).includes(what))
      throw new SettingsError(`\`${what}\` is nothing to look for; there are ${KINDS.join(', ')}`);
  return (facts) => {
    const { message, shape, side, method, forgiven, replayed } = facts;
    if (side !== 'target' || !message || shape === 'invalid' || forgiven || replayed) return undefined;
    const extensions = extensionsIn(facts, definitions);
    if (extensions === undefined) return undefined;
    const found = extensions.filter(({ what }) => wanted.includes(what));
    const unjudged = found.filter(({ elsewhere }) => elsewhere).map((one) => nameOf(one, method));
    return {
      subject: side,
      ...(unjudged.length > 0 ? { unjudged } : {}),
      issues: found
        .filter(({ elsewhere }) => !elsewhere)
        .map((finding) => ({
          key: `${finding.what} ${genericPointer(finding.path)} ${finding.what === 'method' ? finding.name : ''}`,
          label: finding.what === 'variant' ? 'undeclared extension' : 'invalid',
          message: wordsFor(finding, method),
          path: finding.path,
          actual: finding.name satisfies Json,
        })),
    };
  };
};

const extensionsIn = oncePerRecord(({ message, method }, definitions) => definitions.undeclared?.(message!, method));

/** The name of an extension in a report. */
function nameOf({ what, name, definition }: UndeclaredExtension, method: string | undefined): string {
  if (what === 'method') return name;
  return `${what} ${JSON.stringify(name)} of ${definition ?? method ?? 'a message'}`;
}

function wordsFor({ what, name, path, definition }: UndeclaredExtension, method: string | undefined): string {
  const quoted = JSON.stringify(name);
  if (what === 'method') return `the method ${quoted} is none of the protocol, and its name has no underscore in front`;
  const where = `${method ?? 'the message'}: ${path}`;
  if (what === 'member') return `${where}: ${definition ?? 'a message'} has no member ${quoted}`;
  return `${where}: ${definition ?? 'the protocol'} has no variant ${quoted}`;
}
