import type { CaseFinished, Reporter, RunEvent } from '../runner/events.js';
import type { SourcePosition } from '../src/language/case.js';
import { groupAlike } from './alike.js';
import { shortReason } from './block.js';
import { brokenChecks } from './outcome.js';
import type { Out } from './output.js';
import type { EventOf } from './reporter.js';
import { count, printable, shortIds } from './words.js';

/** Annotations of GitHub Actions (workflow commands): errors and warnings at their places in the case files. */
export function github(out: Out): Reporter {
  const annotate = (level: 'error' | 'warning', title: string, message: string, place?: SourcePosition) => {
    const where = place ? `file=${property(place.file)},line=${place.line},col=${place.col},` : '';
    out.write(`::${level} ${where}title=${property(title)}::${data(message)}\n`);
  };
  /** Cases that say the same have one annotation, at the first of them. */
  const ofAlike = (same: readonly CaseFinished[]) => {
    const [{ result, red }] = same as [CaseFinished];
    const name = same.length === 1 ? result.id : `${result.id} and ${same.length - 1} more`;
    const list = same.length === 1 ? '' : `\nthe same for ${shortIds(same.map((one) => one.result.id))}`;
    const broken = brokenChecks(result);
    for (const { requirement, level, message, text, at } of broken)
      annotate(red ? 'error' : 'warning', `${name} · ${requirement} ${level}`, (message ?? text) + list, at);
    if (broken.length === 0)
      annotate(
        'error',
        `${name} · ${result.standing ?? result.verdict}`,
        shortReason(result) + list,
        result.at ?? result.place,
      );
  };
  let waiting: CaseFinished[] = [];
  const flush = () => {
    for (const same of groupAlike(waiting)) ofAlike(same);
    waiting = [];
  };
  return {
    event(event: RunEvent) {
      if (event.type === 'case.finished' && (event.red || event.result.warned)) waiting.push(event);
      else if (event.type === 'run.finished') flush();
      else if (event.type === 'problem') annotate(event.warning ? 'warning' : 'error', 'proctor', problemText(event));
    },
    async close() {
      flush();
      await out.close?.();
    },
  };
}

function problemText({ message, detail, notRun = 0 }: EventOf<'problem'>): string {
  const rest = notRun > 0 ? `not run because of it: ${count(notRun, 'case')}` : undefined;
  return [message, detail, rest].filter(Boolean).join('\n');
}

/** The message of a workflow command. */
function data(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** A property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
