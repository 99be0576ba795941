import type * as Json from '../../src/generated/types/report-v1.js';
import { type NamedReport, ReportError } from './report-error.js';
import { brokenIn, byName, isRedIn, type Stand, standOf, WORST_FIRST } from './standing.js';

/** What of a report says which counts can be compared. */
export type Compared = Pick<
  Json.ReportFile,
  'proctor' | 'startedAt' | 'target' | 'corpus' | 'profile' | 'summary' | 'musts' | 'exit'
>;

/** A case that came out otherwise than before. */
export interface CaseChange {
  /** Its name: its id, with its leg if there are several. */
  case: string;
  title?: string;
  from: Stand;
  to: Stand;
  /** Requirements that are broken now and were not. */
  broken?: string[];
  /** Requirements that were broken and are not now. */
  mended?: string[];
  /** Why it came out as it does. */
  reason?: string;
}

/** A case that one of two reports has. */
export interface CaseAlone {
  case: string;
  title?: string;
  stands: Stand;
  /** Whether it makes its run red. */
  red: boolean;
}

/** What changed from one report to another. */
export interface ReportDiff {
  old: Compared;
  new: Compared;
  worse: CaseChange[];
  better: CaseChange[];
  /** How many cases stand as before. */
  same: number;
  /** Cases that only the new report has, such as those of newer requirements. */
  added: CaseAlone[];
  /** Cases that only the old report has. */
  removed: CaseAlone[];
}

/**
 * What got better and what got worse, case by case. A case is worse if it stands lower in `WORST_FIRST`, or stands as low and breaks a
 * requirement more. What only one report has is neither. Throws ReportError for reports of different roles or parts.
 */
export function compare(old: NamedReport<Json.ReportFile>, now: NamedReport<Json.ReportFile>): ReportDiff {
  refuse(old, now);
  const [before, after] = [byName(old.report), byName(now.report)];
  const changes = [...after].flatMap(([name, one]) => {
    const change = before.has(name) ? changeOf(name, before.get(name), one) : undefined;
    return change ? [change] : [];
  });
  const common = [...after.keys()].filter((name) => before.has(name)).length;
  return {
    old: about(old.report),
    new: about(now.report),
    worse: changes.filter(({ isWorse }) => isWorse).map(({ change }) => change),
    better: changes.filter(({ isWorse }) => !isWorse).map(({ change }) => change),
    same: common - changes.length,
    added: alone(after, before),
    removed: alone(before, after),
  };
}

function refuse(old: NamedReport<Json.ReportFile>, now: NamedReport<Json.ReportFile>): void {
  const [left, right] = [old.report, now.report];
  if (left.target.role !== right.target.role)
    throw new ReportError(
      `${old.file} is of ${left.target.role} and ${now.file} of ${right.target.role}: reports of one role can be compared`,
    );
  const [part, other] = [left, right].map(({ shard }) =>
    shard ? `part ${shard.index} of ${shard.count}` : 'a whole run',
  );
  if (part !== other)
    throw new ReportError(
      `${old.file} is ${part} and ${now.file} is ${other}: merge parts first, with proctor report merge`,
    );
}

function changeOf(
  name: string,
  before: Json.CaseResult | undefined,
  after: Json.CaseResult | undefined,
): { isWorse: boolean; change: CaseChange } | undefined {
  const [from, to] = [before, after].map((one) => (one ? standOf(one) : 'notRun')) as [Stand, Stand];
  const [was, is] = [before, after].map((one) => (one ? brokenIn(one) : [])) as [string[], string[]];
  const broken = is.filter((id) => !was.includes(id));
  const mended = was.filter((id) => !is.includes(id));
  const steps = WORST_FIRST.indexOf(to) - WORST_FIRST.indexOf(from);
  // As low as before it is worse if it breaks more, whatever else it keeps now.
  const isWorse = steps < 0 || (steps === 0 && broken.length > 0);
  if (steps === 0 && broken.length === 0 && mended.length === 0) return undefined;
  const title = (after ?? before)?.title;
  return {
    isWorse,
    change: {
      case: name,
      ...(title === undefined ? {} : { title }),
      ...{ from, to },
      ...(broken.length > 0 ? { broken } : {}),
      ...(mended.length > 0 ? { mended } : {}),
      ...(after?.reason === undefined ? {} : { reason: after.reason }),
    },
  };
}

function alone(
  mine: ReadonlyMap<string, Json.CaseResult | undefined>,
  other: ReadonlyMap<string, Json.CaseResult | undefined>,
): CaseAlone[] {
  return [...mine].flatMap(([name, one]) =>
    other.has(name)
      ? []
      : [
          {
            case: name,
            ...(one?.title === undefined ? {} : { title: one.title }),
            stands: one ? standOf(one) : ('notRun' as const),
            red: one ? isRedIn(one) : true,
          },
        ],
  );
}

export function about({
  proctor,
  startedAt,
  target,
  corpus,
  profile,
  summary,
  musts,
  exit,
}: Json.ReportFile): Compared {
  return {
    ...{ proctor, startedAt, target },
    ...(corpus ? { corpus } : {}),
    ...(profile === undefined ? {} : { profile }),
    summary,
    ...(musts ? { musts } : {}),
    ...(exit === undefined ? {} : { exit }),
  };
}
