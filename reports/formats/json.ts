import type { Reporter } from '../../runner/events.js';
import { jsonText } from '../../src/json/json-escapes.js';
import type { Out } from '../output.js';
import { followers } from '../text/causes/follows.js';
import { atEnd, type WholeRun } from '../whole-run.js';
import { caseJson } from './case-json.js';
import { causesJson } from './causes-json.js';

/** One JSON object for the whole run, as schemas/report describes it, cases in the order of the plan and one on each line. */
export const json = (out: Out): Reporter => atEnd(out, pieces);

function* pieces({ started, finished, results: cases, problems }: WholeRun): Generator<string> {
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
  const notRun = planned.filter(({ name }) => !cases.has(name)).map(({ name }) => name);
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
  const results = planned.flatMap(({ name }) => cases.get(name) ?? []);
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
    ...(starts ? { starts } : {}),
    ...(resources ? { resources } : {}),
    ...(notObserved.length > 0 ? { notObserved } : {}),
  };
  const following = followers(results);
  const lines = results.map(({ result }) => jsonText(caseJson(result, rerun, following.get(result.name))));
  yield `${jsonText(head).slice(0, -1)},"cases":[\n`;
  for (const [index, line] of lines.entries()) yield `${line}${index < lines.length - 1 ? ',' : ''}\n`;
  const rest = jsonText(tail).slice(1);
  yield `]${rest === '}' ? '' : ','}${rest}\n`;
}
