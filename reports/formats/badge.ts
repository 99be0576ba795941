import type { Reporter } from '../../runner/events.js';
import { saysLittle } from '../../runner/says-little.js';
import type { Out } from '../output.js';
import type { EventOf } from '../reporter.js';
import { jsonText } from '../text/value.js';

/** The endpoint format of shields.io: one JSON object for a badge with the share of the cases that passed. */
export function badge(out: Out): Reporter {
  let started: EventOf<'run.started'> | undefined;
  return {
    event(event) {
      if (event.type === 'run.started') started = event;
      if (event.type !== 'run.finished' || !started) return;
      const { summary, exit, musts } = event;
      const passed = summary.pass + summary.nonStrict;
      // What the target does not advertise says nothing about it.
      const judged = summary.planned - summary.skipped;
      const { role, version } = started.target;
      out.write(
        `${jsonText({
          schemaVersion: 1,
          label: `${role} ${version}`.trim(),
          message: `${passed} of ${judged} passed`,
          color: exit === 0 ? colorOf(passed === judged, musts !== undefined && saysLittle(musts)) : 'red',
        })}\n`,
      );
    },
    close: async () => out.close?.(),
  };
}

function colorOf(isWhole: boolean, isLittle: boolean): string {
  if (isLittle) return 'yellow';
  return isWhole ? 'brightgreen' : 'yellowgreen';
}
