import type { CaseFinished, Reporter } from '../../runner/events.js';
import type { Out } from '../output.js';
import type { EventOf } from '../reporter.js';
import { followers } from '../text/follows.js';
import { jsonText } from '../text/value.js';
import { caseJson } from './case-json.js';

/**
 * One JSON object for the whole run, as schemas/report describes it, cases in the order of the plan and one on each line.
 * Written when the run is finished; a run that never came to its end, not even by an interruption, leaves nothing.
 */
export function json(out: Out): Reporter {
  const cases = new Map<string, CaseFinished>();
  const problems: EventOf<'problem'>[] = [];
  let started: EventOf<'run.started'> | undefined;
  return {
    event(event) {
      if (event.type === 'run.started') started = event;
      else if (event.type === 'problem') problems.push(event);
      else if (event.type === 'case.finished') cases.set(event.result.id, event);
      else if (event.type === 'run.finished' && started) write(out, started, event, cases, problems);
    },
    close: async () => out.close?.(),
  };
}

function write(
  out: Out,
  started: EventOf<'run.started'>,
  finished: EventOf<'run.finished'>,
  cases: Map<string, CaseFinished>,
  problems: EventOf<'problem'>[],
): void {
  const { proctor, startedAt, target, planned, rerun } = started;
  const { summary, exit, durationMs, interrupted, messagesJudged, musts, notObserved = [] } = finished;
  const notRun = planned.filter(({ id }) => !cases.has(id)).map(({ id }) => id);
  const told = problems.map(({ type: _type, ...problem }) => problem);
  const about = { proctor, startedAt, target, rerun, durationMs, interrupted, messagesJudged };
  const head = { ...about, ...(musts ? { musts } : {}), exit, summary };
  const tail = {
    ...(told.length > 0 ? { problems: told } : {}),
    ...(notRun.length > 0 ? { notRun } : {}),
    ...(notObserved.length > 0 ? { notObserved } : {}),
  };
  const results = planned.flatMap(({ id }) => cases.get(id) ?? []);
  const following = followers(results);
  const lines = results.map(({ result }) => jsonText(caseJson(result, rerun, following.get(result.id))));
  out.write(`${jsonText(head).slice(0, -1)},"cases":[\n`);
  for (const [index, line] of lines.entries()) out.write(`${line}${index < lines.length - 1 ? ',' : ''}\n`);
  const rest = jsonText(tail).slice(1);
  out.write(`]${rest === '}' ? '' : ','}${rest}\n`);
}
