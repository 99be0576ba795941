import type { CaseFinished, Reporter } from '../../runner/events.js';
import type * as Report from '../../src/generated/types/report-v1.js';
import { jsonText } from '../../src/json/json-escapes.js';
import type { Out } from '../output.js';
import { followers } from '../text/causes/follows.js';
import { atEnd, type WholeRun } from '../whole-run.js';
import { caseJson } from './case-json.js';
import { causesJson } from './causes-json.js';

/** One JSON object for the whole run, as schemas/report describes it, cases in the order of the plan and one on each line. */
export const json = (out: Out): Reporter => atEnd(out, pieces);

/** All that the report has beside its cases: what stands before them, and what stands behind. */
function around({ started, finished, results: byName, problems }: WholeRun, results: readonly CaseFinished[]) {
  const { proctor, startedAt, target, planned, rerun, notAsked, corpus, profile, shard } = started;
  const {
    summary,
    exit,
    durationMs,
    interrupted,
    messagesJudged,
    musts,
    levels,
    requirements,
    since,
    starts,
    resources,
    notObserved = [],
  } = finished;
  const notRun = planned.filter(({ name }) => !byName.has(name)).map(({ name }) => name);
  const told = problems.map(({ type: _type, ...problem }) => problem);
  const about = {
    proctor,
    startedAt,
    ...(corpus ? { corpus } : {}),
    ...(profile === undefined ? {} : { profile }),
    ...(shard ? { shard } : {}),
    target,
    rerun,
    durationMs,
    interrupted,
    messagesJudged,
  };
  const causes = causesJson(results, problems, rerun);
  const head = {
    ...about,
    ...(musts ? { musts } : {}),
    ...(levels ? { levels } : {}),
    exit,
    summary,
    ...(notAsked ? { notAsked } : {}),
    ...(since ? { since } : {}),
    ...(causes.length > 0 ? { causes } : {}),
  };
  const tail = {
    ...(told.length > 0 ? { problems: told } : {}),
    ...(notRun.length > 0 ? { notRun } : {}),
    ...(requirements ? { requirements } : {}),
    ...(starts ? { starts: [...starts] } : {}),
    ...(resources ? { resources } : {}),
    ...(notObserved.length > 0 ? { notObserved } : {}),
  };
  return { head, tail };
}

/** The results of a run, in the order of the plan. */
const inOrder = ({ started, results }: WholeRun): CaseFinished[] =>
  started.planned.flatMap(({ name }) => results.get(name) ?? []);

/** The report as one value, which other formats show. */
export function reportOf(run: WholeRun): Report.ReportFile {
  const results = inOrder(run);
  const following = followers(results);
  const { head, tail } = around(run, results);
  const cases = results.map(({ result }) => caseJson(result, run.started.rerun, following.get(result.name)));
  return { ...head, cases, ...tail };
}

function* pieces(run: WholeRun): Generator<string> {
  const results = inOrder(run);
  const { head, tail } = around(run, results);
  const following = followers(results);
  const lines = results.map(({ result }) => jsonText(caseJson(result, run.started.rerun, following.get(result.name))));
  yield `${jsonText(head).slice(0, -1)},"cases":[\n`;
  for (const [index, line] of lines.entries()) yield `${line}${index < lines.length - 1 ? ',' : ''}\n`;
  const rest = jsonText(tail).slice(1);
  yield `]${rest === '}' ? '' : ','}${rest}\n`;
}
