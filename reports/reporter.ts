import type { CaseResult, Reporter, RunEvent } from '../runner/events.js';
import type { SourcePosition } from '../src/language/case.js';
import type { Clock } from '../src/wire/clock/clock.js';

/** What reporters may need besides the events. */
export interface ReporterContext {
  /** The text of a case file by the name that a place has; undefined where it can't be read. */
  readSource?(file: string): string | undefined;
  /** Whether the user asked for whole messages. */
  whole?: boolean;
  /** Whether the run is a part of a command that has an exit code of its own. */
  isPart?: boolean;
  /** By which lines about progress come; the machine's own by default. */
  clock?: Pick<Clock, 'now' | 'after'>;
  /** Where a file of the user's speaks of a case. Unset where the cases themselves are the user's files. */
  placeOf?(subject: Pick<CaseResult, 'id' | 'role'>): SourcePosition | undefined;
}

/** The event of one type. */
export type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/**
 * Several reporters as one. A reporter that fails, with an event or when it is closed, does not keep the others from theirs: it
 * gets no further event, `close` waits for all, and then rejects with one Error whose message has a line for each that failed.
 */
export function together(reporters: readonly Reporter[]): Reporter {
  const broken = new Map<Reporter, unknown>();
  return {
    event(event) {
      for (const reporter of reporters) {
        if (broken.has(reporter)) continue;
        try {
          reporter.event(event);
        } catch (error) {
          broken.set(reporter, error);
        }
      }
    },
    async close() {
      const results = await Promise.allSettled(
        reporters.map(async (reporter) => {
          await reporter.close();
          if (broken.has(reporter)) throw broken.get(reporter);
        }),
      );
      const failed = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
      if (failed.length === 1) throw failed[0];
      if (failed.length > 1)
        throw new AggregateError(
          failed,
          failed.map((one) => (one instanceof Error ? one.message : String(one))).join('\n'),
        );
    },
  };
}
