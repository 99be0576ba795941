import { readText } from '../../src/files/read.js';
import type { CaseResult } from '../events.js';
import type { Subject } from '../patterns.js';
import { writeAll } from './files.js';
import { patternsFor } from './patterns.js';
import { TargetDocument } from './target-document.js';

/** What of a case a report says that matters here. */
type PlayedCase = Pick<CaseResult, 'id' | 'verdict' | 'standing' | 'reason'>;

/**
 * Lists the cases in a target file that turned out untestable when they were played: what it maps the target did not show then.
 * Such an entry is its reader's from then on. Returns the ids of the cases. Throws WriteError.
 *
 * @param path the target file
 * @param everything all cases of its role
 * @param folder where the project is
 */
export function listPlayed(
  path: string,
  cases: readonly PlayedCase[],
  everything: readonly Subject[],
  folder: string,
): string[] {
  const found = cases.filter(({ verdict, standing }) => verdict === 'untestable' && standing === undefined);
  if (found.length === 0) return [];
  const document = TargetDocument.from(readText(path));
  const byCause = new Map<string, Set<string>>();
  for (const { id, reason = '' } of found) {
    const why = cause(reason);
    byCause.set(why, (byCause.get(why) ?? new Set()).add(id));
  }
  const entries = [...byCause].flatMap(([reason, ids]) =>
    patternsFor(ids, everything).map((pattern) => ({
      case: pattern,
      reason: `when init played it: ${reason}`,
    })),
  );
  document.addUntestable(entries);
  writeAll([{ path, text: document.text(true) }], folder);
  return found.map(({ id }) => id);
}

/** A reason in one line, without the advice behind it. */
const cause = (reason: string) => reason.split('\n')[0]!.replace(/; `proctor explain .*$/, '');
