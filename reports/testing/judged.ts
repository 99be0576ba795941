import type { CaseFinished, RunEvent } from '../../runner/events.js';
import { Groups } from '../../runner/judge/groups.js';

/** What a run says of what its target is judged by. */
export const JUDGED_BY = {
  proctor: '0.1.0',
  corpus: { digest: `sha256:${'9f86d081884c7d65'.repeat(4)}`, own: `sha256:${'2c26b46b68ffc68f'.repeat(4)}` },
  profile: '0.1.0',
};

/** The members of events that the judge works out. */
type WorkedOut = 'groups' | Exclude<keyof CaseFinished, 'type' | 'result'>;
/** An event without them. */
type Bare<T extends RunEvent['type']> = T extends 'case.ended'
  ? Extract<RunEvent, { type: T }>
  : Omit<Extract<RunEvent, { type: T }>, WorkedOut>;
export type BareEvent = { [T in RunEvent['type']]: Bare<T> }[RunEvent['type']];

/** The events as a run tells them. Of cases that no `run.started` before them planned, nothing else is in their group. */
export function judged(events: readonly BareEvent[]): RunEvent[] {
  let groups = new Groups(events.flatMap((event) => (event.type === 'case.finished' ? [event.result] : [])));
  return events.map((event): RunEvent => {
    if (event.type === 'run.started') groups = new Groups(event.planned);
    if (event.type === 'case.finished') return groups.finished(event.result);
    if (event.type === 'run.started' || event.type === 'run.finished') return { ...event, groups: groups.all() };
    return event;
  });
}
