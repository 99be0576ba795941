import { basename, relative, resolve } from 'node:path';
import type { Leg, Target } from '../../../../src/language/target.js';
import { secrets } from '../../../../src/wire/output.js';
import type { CaseFinished, PlannedInfo } from '../../../events.js';
import { WIRE_GROUP } from '../../../planned-case.js';

/** What did not pass in the runs against one target. Names of cases in the order in which they came. */
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
  planned: readonly Pick<PlannedInfo, 'name' | 'group'>[];
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
  for (const { name, group } of brought.planned) {
    const finished = brought.finished.get(name);
    if (group === WIRE_GROUP) {
      if (finished) noteWire(wire, name, finished, brought);
    } else if (finished === undefined) {
      if (!failed.has(name)) open.add(name);
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
  const { name, verdict, standing } = result;
  const hasFailed = red && (verdict === 'fail' || standing !== undefined);
  if (hasFailed) failed.add(name);
  if (!red && verdict === 'pass') failed.delete(name);
  if (red && !failed.has(name)) open.add(name);
  else if (hasFailed || verdict === 'pass' || isWhole) open.delete(name);
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

/** Under which name a case is remembered: with its leg, also after a run of that leg alone, whose reports do not name it. */
export const rememberedAs = (name: string, leg: Leg | undefined): string =>
  leg?.isOnly ? `${name} ${leg.name}` : name;

/** What a run brought, under the names by which it is remembered. */
export function remembered({ planned, finished, isWhole }: Brought, leg: Leg | undefined): Brought {
  if (!leg?.isOnly) return { planned, finished, isWhole };
  const named = (name: string) => rememberedAs(name, leg);
  const results = [...finished].map(([name, { result, red }]) => {
    const { brokenIn } = result;
    const now = { ...result, name: named(name), ...(brokenIn ? { brokenIn: brokenIn.map(named) } : {}) };
    return [now.name, { result: now, red }] as const;
  });
  return {
    planned: planned.map(({ name, group }) => ({ name: named(name), group })),
    finished: new Map(results),
    isWhole,
  };
}

/** The names of what a run must play to repeat what did not pass. Wire rules watch it anyway, and bring all cases where none is named. */
export function namesToRepeat({ failed, open, wire }: LastFailed): string[] {
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
