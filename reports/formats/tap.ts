import type { CaseFinished, Reporter, RunEvent } from '../../runner/events.js';
import { jsonText } from '../../src/json/json-escapes.js';
import { oneLine } from '../../src/json/visible.js';
import type { Out } from '../output.js';
import type { EventOf } from '../reporter.js';
import { judgedBy } from '../text/judged-by.js';
import { brokenChecks, shortReason } from '../text/outcome.js';
import { placeText } from '../text/words.js';

/**
 * TAP 14: a line for each case, while the run goes on. What is known to fail is `TODO`, what the target does not offer `SKIP`. A failure has a
 * block of YAML with its reason. What belongs to no case has a line too, after those of the cases. Without a plan at its end the run was cut
 * off.
 */
export function tap(out: Out): Reporter {
  let number = 0;
  let started: EventOf<'run.started'> | undefined;
  const done = new Set<string>();
  const problems: EventOf<'problem'>[] = [];
  const point = (ok: boolean, name: string, directive = '', more: object = {}) => {
    number += 1;
    const end = directive === '' ? '' : ` # ${directive}`;
    out.write(`${ok ? 'ok' : 'not ok'} ${number} - ${described(name)}${end}\n${diagnostics(more)}`);
  };
  return {
    event(event: RunEvent) {
      if (event.type === 'run.started') {
        started = event;
        out.write(`TAP version 14\n${comment(judgedBy(event))}`);
      } else if (event.type === 'case.finished') {
        done.add(event.result.name);
        point(...pointOf(event));
      } else if (event.type === 'problem') problems.push(event);
      else if (event.type === 'run.finished') {
        for (const { name } of started?.planned ?? [])
          if (!done.has(name)) point(false, name, '', { severity: 'notRun', message: 'planned, and never run' });
        for (const { message, detail, warning, exit } of problems) {
          if (warning) out.write(comment(`warning: ${message}`));
          else point(false, message, '', { severity: 'problem', exit, ...(detail === undefined ? {} : { detail }) });
        }
        if (event.interrupted) out.write('Bail out! interrupted\n');
        out.write(`1..${number}\n`);
      }
    },
    close: async () => out.close?.(),
  };
}

type Point = [ok: boolean, name: string, directive?: string, more?: object];

function pointOf({ result, outcome, red }: CaseFinished): Point {
  const { name } = result;
  switch (outcome) {
    case 'pass':
    case 'nonStrict':
      return [true, name, '', result.warned ? failure(result, 'warning') : {}];
    case 'skipped':
      return [true, name, `SKIP ${described(shortReason(result))}`];
    case 'expectedFail':
      return [false, name, `TODO ${described(shortReason(result))}`, failure(result, outcome)];
    case 'flaky':
    case 'untestable':
    case 'error':
      if (!red) return [true, name, `SKIP ${described(shortReason(result))}`];
      return [false, name, '', failure(result, outcome)];
    case 'fail':
    case 'unexpectedPass':
      return [false, name, '', failure(result, outcome)];
  }
}

function failure(result: CaseFinished['result'], severity: string): object {
  const broken = brokenChecks(result);
  return {
    severity,
    message: shortReason(result) || broken.map(({ message, text }) => message ?? text).join('\n'),
    title: result.title,
    at: placeText(result.at ?? result.place),
    ...(broken.length > 0
      ? {
          requirements: broken.map(({ requirement, level, url }) => ({
            ...{ requirement, level },
            ...(url === undefined ? {} : { url }),
          })),
        }
      : {}),
  };
}

/** A text in a line, in which no `#` begins a directive. */
const described = (text: string): string => oneLine(text).replace(/[\\#]/g, (character) => `\\${character}`);

const comment = (text: string): string => `# ${described(text)}\n`;

/** A block of YAML, whose values are JSON: each is one line, so that nothing in it ends the block. */
function diagnostics(members: object): string {
  const lines = Object.entries(members).map(([name, value]) => `  ${name}: ${jsonText(value)}\n`);
  return lines.length === 0 ? '' : `  ---\n${lines.join('')}  ...\n`;
}
