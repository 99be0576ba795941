import { basename, relative, resolve } from 'node:path';
import type { Target } from '../../../../src/language/target.js';
import { secrets } from '../../../../src/wire/output.js';
import type { CaseFinished, PlannedInfo } from '../../../events.js';
import { WIRE_GROUP } from '../../../planned-case.js';

/** What did not pass in the runs against one target. Ids in the order in which they came. */
export interface LastFailed {
  /** Cases that failed; one is forgotten when it passes. */
  failed: string[];
  /** Cases that could not be judged, or were planned and never run; one is forgotten when it comes out as expected. */
  open: string[];
  /** By wire case that failed: the cases in whose conversations its rule was broken, as far as they were not played again since. */
  wire: { [id: string]: string[] };
}

/** What a run brought for one target. */
export interface Brought {
  planned: readonly Pick<PlannedInfo, 'id' | 'group'>[];
  finished: ReadonlyMap<string, Pick<CaseFinished, 'result' | 'red'>>;
  /** Whether all transports and versions of the target took part, so that a skip is the target's doing. */
  isWhole: boolean;
}

/**
 * What is to be remembered after a run. A failure is forgotten only when it was played again and passed; that of a wire rule when
 * all cases that broke it were played again and the rule held. What a run left out stays as it was.
 */
export function afterRun(before: LastFailed | undefined, brought: Brought): LastFailed {
  const failed = new Set(before?.failed);
  const open = new Set(before?.open);
  const wire = new Map(Object.entries(before?.wire ?? {}));
  for (const { id, group } of brought.planned) {
    const finished = brought.finished.get(id);
    if (group === WIRE_GROUP) {
      if (finished) noteWire(wire, id, finished, brought);
    } else if (finished === undefined) {
      if (!failed.has(id)) open.add(id);
    } else noteCase(failed, open, finished, brought.isWhole);
  }
  return { failed: [...failed], open: [...open], wire: Object.fromEntries(wire) };
}

function noteCase(
  failed: Set<string>,
  open: Set<string>,
  { result, red }: Pick<CaseFinished, 'result' | 'red'>,
  isWhole: boolean,
): void {
  const { id, verdict, standing } = result;
  const hasFailed = red && (verdict === 'fail' || standing !== undefined);
  if (hasFailed) failed.add(id);
  if (!red && verdict === 'pass') failed.delete(id);
  if (red && !failed.has(id)) open.add(id);
  else if (hasFailed || verdict === 'pass' || isWhole) open.delete(id);
}

function noteWire(
  wire: Map<string, string[]>,
  id: string,
  { result, red }: Pick<CaseFinished, 'result' | 'red'>,
  { finished }: Brought,
): void {
  const wasPlayed = (one: string) => ['pass', 'fail'].includes(finished.get(one)?.result.verdict ?? '');
  const left = (wire.get(id) ?? []).filter((one) => !wasPlayed(one));
  const now = [...new Set([...left, ...(result.brokenIn ?? [])])];
  if (red && result.verdict !== 'untestable' && result.verdict !== 'error') wire.set(id, now);
  else if (left.length > 0) wire.set(id, left);
  else if (!red) wire.delete(id);
}

/** The ids that a run must play to repeat what did not pass. Wire rules watch it anyway, and bring all cases where none is named. */
export function idsToRepeat({ failed, open, wire }: LastFailed): string[] {
  return [...new Set([...failed, ...open, ...Object.keys(wire), ...Object.values(wire).flat()])];
}

/**
 * The name under which a target is remembered: its role, its name, and its file below `folder`; without a file its url, or the word
 * of its command that it is named after.
 */
export function keyOf(target: Target, folder: string): string {
  const { url, command = [] } = target.transports[target.transport] ?? {};
  const where = target.file === undefined ? (url ?? command.find((word) => basename(word) === target.name)) : undefined;
  const file = target.file === undefined ? where : relative(folder, resolve(folder, target.file));
  return secrets.text([target.role, target.name, ...(file === undefined ? [] : [file])].join(' '));
}
