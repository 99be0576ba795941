import type { CaseResult, RunEvent } from '../../events.js';

type Problem = Extract<RunEvent, { type: 'problem' }>;

/**
 * What is to be said of cases that come to one thing alone and to another in a process that other cases had before. State that passes from
 * one conversation to the next is a warning; a pass that others bring about is wrong, and makes the run red.
 *
 * @param strict whether warnings make it red, too
 */
export function leaksIn(results: readonly CaseResult[], strict: boolean): Problem[] {
  return results.flatMap(({ name, verdict, onlyAfter }): Problem[] => {
    if (!onlyAfter) return [];
    const { cases } = onlyAfter;
    const after = cases.length === 1 ? cases[0]! : `${cases.length} cases (${cases[0]} to ${cases.at(-1)})`;
    if (onlyAfter.verdict === 'pass' && verdict !== 'pass')
      return [{ type: 'problem', message: `${name} passes only after ${after}`, detail: ALONE, exit: 1 }];
    const does = onlyAfter.verdict === 'pass' ? 'has a warning' : 'fails';
    const message = `${name} ${does} only after ${after}: state passes from one conversation to the next`;
    return [
      { type: 'problem', message, detail: onlyAfter.reason, ...(strict ? { exit: 1 } : { exit: 0, warning: true }) },
    ];
  });
}

const ALONE = 'the verdict is that of the case alone; `isolation: case` in the target file runs every case alone';
