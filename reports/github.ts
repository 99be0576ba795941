import type { CaseFinished, Reporter, RunEvent } from '../runner/events.js';
import type { SourcePosition } from '../src/language/case.js';
import { shortReason } from './block.js';
import { brokenChecks } from './outcome.js';
import type { Out } from './output.js';
import { printable } from './words.js';

/** Annotations of GitHub Actions (workflow commands): errors and warnings at their places in the case files. */
export function github(out: Out): Reporter {
  const annotate = (level: 'error' | 'warning', title: string, message: string, place?: SourcePosition) => {
    const where = place ? `file=${property(place.file)},line=${place.line},col=${place.col},` : '';
    out.write(`::${level} ${where}title=${property(title)}::${data(message)}\n`);
  };
  const ofCase = ({ result, red }: CaseFinished) => {
    if (!red && !result.warned) return;
    const broken = brokenChecks(result);
    for (const { requirement, level, message, text, at } of broken)
      annotate(red ? 'error' : 'warning', `${result.id} · ${requirement} ${level}`, message ?? text, at);
    if (broken.length === 0)
      annotate(
        'error',
        `${result.id} · ${result.standing ?? result.verdict}`,
        shortReason(result),
        result.at ?? result.place,
      );
  };
  return {
    event(event: RunEvent) {
      if (event.type === 'case.finished') ofCase(event);
      else if (event.type === 'problem')
        annotate(
          event.warning ? 'warning' : 'error',
          'proctor',
          [event.message, event.detail].filter(Boolean).join('\n'),
        );
    },
    close: async () => out.close?.(),
  };
}

/** The message of a workflow command. */
function data(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** A property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
