import type * as Json from '../../src/generated/types/report-v1.js';
import { WIRE_GROUP } from '../planned-case.js';

type Placed = Json.CaseResult;

/**
 * The cases of several parts of a plan in the order of the whole: by target and leg, then as the cases stand in their files, wire cases last.
 * Within a part the order stays as it is.
 */
export function inPlanOrder(lists: readonly (readonly Placed[])[]): Placed[] {
  const legs = [...new Set(lists.flatMap((cases) => cases.map(legOf)))];
  const rank = new Map(legs.map((leg, index) => [leg, index]));
  const isBefore = (a: Placed, b: Placed): boolean => {
    const [left, right] = [a, b].map((one) => [rank.get(legOf(one))!, one.group === WIRE_GROUP ? 1 : 0] as const);
    if (left![0] !== right![0]) return left![0] < right![0];
    if (left![1] !== right![1]) return left![1] < right![1];
    return comparePlaces(a.place ?? '', b.place ?? '') < 0;
  };
  const at = lists.map(() => 0);
  const merged: Placed[] = [];
  for (;;) {
    let next: number | undefined;
    for (const [index, cases] of lists.entries()) {
      const head = cases[at[index]!];
      if (head === undefined) continue;
      const best = next === undefined ? undefined : lists[next]![at[next]!];
      if (best === undefined || isBefore(head, best)) next = index;
    }
    if (next === undefined) return merged;
    merged.push(lists[next]![at[next]!]!);
    at[next]!++;
  }
}

const legOf = ({ role, leg = '' }: Placed): string => `${role}\0${leg}`;

/** `file:line:col`, folder by folder as their names are sorted, then by line and column. */
function comparePlaces(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left.isOwn !== right.isOwn) return left.isOwn ? 1 : -1;
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.col - right.col;
}

/** Cases of a project come after those of Proctor. */
function partsOf(place: string): { file: string; line: number; col: number; isOwn: boolean } {
  const [, file = '', line = 0, col = 0] = /^(.+):(\d+):(\d+)$/s.exec(place) ?? [];
  return { file, line: Number(line), col: Number(col), isOwn: !file.startsWith('cases/') };
}
