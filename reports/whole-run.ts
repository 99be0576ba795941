import type { CaseFinished, Reporter } from '../runner/events.js';
import type { Out } from './output.js';
import type { EventOf } from './reporter.js';

/** All that a run came to. */
export interface WholeRun {
  started: EventOf<'run.started'>;
  finished: EventOf<'run.finished'>;
  /** By the name of the case. */
  results: Map<string, CaseFinished>;
  problems: EventOf<'problem'>[];
}

/**
 * A reporter that writes once the run is finished, in the pieces that `text` gives. A run that never came to its end, not even by an
 * interruption, leaves nothing.
 */
export function atEnd(out: Out, text: (run: WholeRun) => Iterable<string>): Reporter {
  const results: WholeRun['results'] = new Map();
  const problems: WholeRun['problems'] = [];
  let started: WholeRun['started'] | undefined;
  return {
    event(event) {
      if (event.type === 'run.started') started = event;
      else if (event.type === 'problem') problems.push(event);
      else if (event.type === 'case.finished') results.set(event.result.name, event);
      else if (event.type === 'run.finished' && started)
        for (const piece of text({ started, finished: event, results, problems })) out.write(piece);
    },
    close: async () => out.close?.(),
  };
}
