import type { CaseFinished, CheckResult, Reporter, RunEvent } from '../../runner/events.js';
import type { SourcePosition } from '../../src/language/case.js';
import type { Out } from '../output.js';
import type { EventOf, ReporterContext } from '../reporter.js';
import { groupAlike } from '../text/causes/alike.js';
import { brokenChecks, shortReason } from '../text/outcome.js';
import { count, shortIds } from '../text/words.js';
import { commandData, commandProperty } from './github-escapes.js';

/** GitHub shows no more than this of one step, errors and warnings apart. */
const MOST = 10;

interface Annotation {
  level: 'error' | 'warning';
  title: string;
  message: string;
  place: SourcePosition | undefined;
}

/**
 * Annotations of GitHub Actions (workflow commands), errors first. They stand where the context says that the user's own file speaks
 * of the case; without it at the steps of the cases.
 */
export function github(out: Out, { placeOf }: ReporterContext = {}): Reporter {
  /** Cases that say the same have one annotation for each check, at the first of them. */
  const ofAlike = (same: readonly CaseFinished[]): Annotation[] => {
    const [{ result, red }] = same as [CaseFinished];
    const name = same.length === 1 ? result.name : `${result.name} and ${same.length - 1} more`;
    const list = same.length === 1 ? '' : `\nthe same for ${shortIds(same.map((one) => one.result.name))}`;
    const at = (place: SourcePosition) => (placeOf === undefined ? place : placeOf(result));
    const broken = brokenChecks(result);
    if (broken.length === 0)
      return [
        {
          level: 'error',
          title: `${name} · ${result.standing ?? result.verdict}`,
          message: shortReason(result) + list,
          place: at(result.at ?? result.place),
        },
      ];
    return broken.map(({ requirement, level, message, text, url, at: step }: CheckResult) => ({
      level: red ? 'error' : 'warning',
      title: `${name} · ${requirement} ${level}`,
      message: [(message ?? text) + list, url].filter((part) => part !== undefined).join('\n'),
      place: at(step),
    }));
  };
  const waiting: CaseFinished[] = [];
  const annotations: Annotation[] = [];
  return {
    event(event: RunEvent) {
      if (event.type === 'case.finished' && (event.red || event.result.warned)) waiting.push(event);
      else if (event.type === 'problem')
        annotations.push({
          level: event.warning ? 'warning' : 'error',
          title: 'proctor',
          message: problemText(event),
          place: undefined,
        });
    },
    async close() {
      annotations.push(...groupAlike(waiting).flatMap(ofAlike));
      for (const level of ['error', 'warning'] as const)
        out.write(
          atMost(annotations.filter((one) => one.level === level))
            .map(command)
            .join(''),
        );
      await out.close?.();
    },
  };
}

/** As many as GitHub shows, the last of which says how many there are beside them. */
function atMost(annotations: readonly Annotation[]): readonly Annotation[] {
  const [first] = annotations;
  if (first === undefined || annotations.length <= MOST) return annotations;
  const shown = annotations.slice(0, MOST - 1);
  const message = `${annotations.length - shown.length} more of them stand in the report`;
  return [...shown, { level: first.level, title: 'proctor', message, place: undefined }];
}

function command({ level, title, message, place }: Annotation): string {
  const where = place ? `file=${commandProperty(place.file)},line=${place.line},col=${place.col},` : '';
  return `::${level} ${where}title=${commandProperty(title)}::${commandData(message)}\n`;
}

function problemText({ message, detail, notRun = 0 }: EventOf<'problem'>): string {
  const rest = notRun > 0 ? `not run because of it: ${count(notRun, 'case')}` : undefined;
  return [message, detail, rest].filter(Boolean).join('\n');
}
