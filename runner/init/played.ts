import { readText } from '../../src/files/read.js';
import type { Case } from '../../src/language/case.js';
import type { CaseResult } from '../events.js';
import { writeAll } from './files.js';
import { patternsFor } from './patterns.js';
import type { Trial } from './smoke.js';
import { OWN, TargetDocument, UNKNOWN } from './target-document.js';

/** What of a case a report says that matters here. */
type PlayedCase = Pick<CaseResult, 'id' | 'verdict' | 'standing' | 'reason'>;

/** A case of the target's role. */
type RoleCase = Pick<Case, 'id' | 'requirements' | 'needs'>;

const isLost = ({ verdict, standing }: PlayedCase) => verdict === 'untestable' && standing === undefined;

/** The behaviors that cases need which turned out untestable. */
function doubtful(cases: readonly PlayedCase[], everything: readonly RoleCase[]): Set<string> {
  const lost = new Set(cases.filter(isLost).map(({ id }) => id));
  return new Set(everything.flatMap(({ id, needs }) => (lost.has(id) ? needs.behavior : [])));
}

/** The cases that need a behavior which the target did not show again, and that were not played yet. */
export function casesInDoubt(
  cases: readonly PlayedCase[],
  everything: readonly RoleCase[],
  { again }: Pick<Trial, 'again'>,
): string[] {
  const played = new Set(cases.map(({ id }) => id));
  const ids = [...doubtful(cases, everything)].flatMap((name) => again.get(name) ?? []);
  return [...new Set(ids)].filter((id) => !played.has(id));
}

/**
 * Lists the cases in a target file that turned out untestable when they were played: what it maps the target did not show then. A
 * behavior that nothing proved is listed as a whole, for all its cases. Such an entry is its reader's from then on. Returns the ids of
 * the cases. Throws WriteError.
 *
 * @param path the target file
 * @param everything all cases of its role
 * @param folder where the project is
 */
export function listPlayed(
  path: string,
  cases: readonly PlayedCase[],
  everything: readonly RoleCase[],
  folder: string,
  { unproven }: Pick<Trial, 'unproven'> = { unproven: new Set() },
): string[] {
  const found = cases.filter(isLost);
  if (found.length === 0) return [];
  const document = TargetDocument.from(readText(path));
  const byCause = new Map<string, Set<string>>();
  const behaviors = new Map<string, string>();
  for (const one of found) {
    const unmapped = UNMAPPED.exec(one.reason ?? '')?.[1];
    if (unmapped !== undefined) {
      behaviors.set(unmapped, `${OWN}${UNKNOWN}`);
      continue;
    }
    const why = `when init played it: ${cause(one.reason ?? '')}`;
    const wholes = [...doubtful([one], everything)].filter((name) => unproven.has(name));
    for (const name of wholes) if (!behaviors.has(name)) behaviors.set(name, why);
    if (wholes.length === 0) byCause.set(why, (byCause.get(why) ?? new Set()).add(one.id));
  }
  document.addUntestable([
    ...[...behaviors].map(([behavior, reason]) => ({ behavior, reason })),
    ...[...byCause].flatMap(([reason, ids]) => patternsFor(ids, everything).map((one) => ({ case: one, reason }))),
  ]);
  writeAll([{ path, text: document.text(true) }], folder);
  return found.map(({ id }) => id);
}

/** The reason of a case whose behavior no line of the target file maps. */
const UNMAPPED = /does not map the behavior `([^`]+)`/;

/** A reason in one line, without the advice behind it. */
const cause = (reason: string) => reason.split('\n')[0]!.replace(/; `proctor explain .*$/, '');
