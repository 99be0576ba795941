import type { CaseFinished, CaseResult, GroupSummary, PlannedInfo } from '../events.js';
import { countOf, isRed } from './count.js';

/** How the suites of a run stand, result by result. Cases of one suite that belong to two roles, or two legs of a target, are two groups. */
export class Groups {
  private readonly byKey = new Map<string, { summary: GroupSummary; reasons: Map<string, number> }>();

  /** @param planned the plan, in whose order the groups are told */
  constructor(planned: readonly PlannedInfo[]) {
    for (const one of planned) {
      const key = keyOf(one);
      const { summary } = this.byKey.get(key) ?? { summary: emptyGroup(one) };
      summary.planned++;
      summary.notRun++;
      this.byKey.set(key, { summary, reasons: new Map() });
    }
  }

  /** Counts a result, and returns the event that tells it. Throws where no case of its group was planned: a defect of the kit. */
  finished(result: CaseResult): CaseFinished {
    const group = this.byKey.get(keyOf(result));
    if (!group) throw new Error(`${result.name} has a result and no case of ${result.group} was planned`);
    const { summary, reasons } = group;
    const outcome = countOf(result);
    summary[outcome]++;
    summary.notRun--;
    if (result.warned) summary.warn++;
    if (result.verdict === 'skipped' && result.reason !== undefined) {
      reasons.set(result.reason, (reasons.get(result.reason) ?? 0) + 1);
      summary.skippedFor = [...reasons].sort((a, b) => b[1] - a[1]).map(([reason]) => reason);
    }
    return { type: 'case.finished', result, outcome, red: isRed(result), group: { ...summary } };
  }

  /** The groups as they stand, in the order of the plan. */
  all(): GroupSummary[] {
    return [...this.byKey.values()].map(({ summary }) => ({ ...summary }));
  }
}

const keyOf = ({ role, leg, group }: Of) => `${role}\0${leg}\0${group}`;

type Of = Pick<PlannedInfo, 'role' | 'leg' | 'group'>;

function emptyGroup({ role, leg, group }: Of): GroupSummary {
  return {
    role,
    ...(leg === undefined ? {} : { leg }),
    name: group,
    planned: 0,
    pass: 0,
    nonStrict: 0,
    fail: 0,
    warn: 0,
    expectedFail: 0,
    unexpectedPass: 0,
    flaky: 0,
    skipped: 0,
    untestable: 0,
    error: 0,
    notRun: 0,
    skippedFor: [],
  };
}
