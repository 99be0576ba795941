import type { CaseFinished, Reporter } from '../../runner/events.js';
import { jsonText } from '../../src/json/json-escapes.js';
import type { Out } from '../output.js';
import { count, digits } from '../text/words.js';
import { atEnd, type WholeRun } from '../whole-run.js';

/**
 * The endpoint format of shields.io: one JSON object for a badge with the musts that the target keeps. It is red exactly if the run is. In a
 * green run it is a little less bright if something is not as it should be.
 */
export const badge = (out: Out): Reporter =>
  atEnd(out, (run) => {
    const { target } = run.started;
    const { message, isWhole } = countedMusts(run);
    const content = {
      schemaVersion: 1,
      label: `${target.role} ${target.version}`.trim(),
      message,
      color: run.finished.exit !== 0 ? 'red' : isWhole ? 'brightgreen' : 'green',
    };
    return [`${jsonText(content)}\n`];
  });

/** "118 of 120 musts, 2 failed": of the musts that concern the target those that were judged and held in every case. */
function countedMusts({ results, finished: { summary, exit, musts } }: WholeRun): {
  message: string;
  isWhole: boolean;
} {
  const judged = mustsOf([...results.values()], () => true);
  const broken = mustsOf([...results.values()], (status) => status === 'fail');
  const failed = mustsOf(
    [...results.values()].filter(({ red }) => red),
    (status) => status === 'fail',
  );
  const concerned = Math.max(judged.size, musts?.of ?? 0);
  const red = [...results.values()].filter((one) => one.red).length;
  const known = [...broken].filter((id) => !failed.has(id)).length;
  const parts = [
    concerned === 0 ? 'no must judged' : `${digits(judged.size - broken.size)} of ${count(concerned, 'must')}`,
    failed.size > 0 ? `${digits(failed.size)} failed` : red > 0 ? `${count(red, 'case')} red` : '',
    known > 0 ? `${digits(known)} known to fail` : '',
    summary.warn > 0 ? count(summary.warn, 'warning') : '',
  ].filter((part) => part !== '');
  if (exit !== 0 && red === 0) parts.push(`exit ${exit}`);
  return { message: parts.join(', '), isWhole: parts.length === 1 && concerned > 0 && judged.size === concerned };
}

/** The musts of which some check has one of these statuses. */
function mustsOf(results: readonly CaseFinished[], isMeant: (status: string) => boolean): Set<string> {
  const checks = results.flatMap(({ result }) => result.checks);
  const meant = checks.filter(({ level, status }) => level === 'must' && status !== 'not-reached' && isMeant(status));
  return new Set(meant.map(({ requirement }) => requirement));
}
