import type { CaseFinished, GroupSummary, RunEvent } from '../events.js';
import { summarize } from '../judge/summary.js';

/** Why a run ended before it was finished. */
export interface Unfinished {
  exit: number;
  interrupted: boolean;
  /** For the reports: a sentence. */
  message: string;
  detail?: string;
}

type Started = Extract<RunEvent, { type: 'run.started' }>;

/**
 * Follows the events of a run, so that it can be brought to an end at any time: `rest` has the events that its reporters lack then.
 */
export class UnfinishedRun {
  private started: Started | undefined;
  private readonly finished = new Map<string, CaseFinished>();
  private readonly groups = new Map<string, GroupSummary>();
  private isFinished = false;
  private readonly began = performance.now();

  /** @param unplanned its first event, where it ends before it has a plan */
  constructor(private readonly unplanned: () => Started) {}

  take(event: RunEvent): void {
    if (event.type === 'run.started') this.begin(event);
    if (event.type === 'run.finished') this.isFinished = true;
    if (event.type !== 'case.finished') return;
    this.finished.set(event.result.name, event);
    this.groups.set(keyOf(event.group), event.group);
  }

  rest({ exit, interrupted, message, detail }: Unfinished): RunEvent[] {
    if (this.isFinished) return [];
    const first: RunEvent[] = [];
    if (this.started === undefined) {
      const started = this.unplanned();
      this.begin(started);
      first.push(started);
    }
    const { planned } = this.started!;
    const results = planned.flatMap(({ name }) => this.finished.get(name)?.result ?? []);
    return [
      ...first,
      { type: 'problem', message, exit, ...(detail === undefined ? {} : { detail }) },
      {
        type: 'run.finished',
        summary: summarize(
          results,
          planned.map(({ name }) => name),
          new Set(planned.flatMap(({ name, newer }) => (newer ? [name] : []))),
        ),
        groups: [...this.groups.values()],
        exit,
        durationMs: performance.now() - this.began,
        interrupted,
        messagesJudged: 0,
      },
    ];
  }

  private begin(started: Started): void {
    this.started = started;
    for (const group of started.groups) this.groups.set(keyOf(group), group);
  }
}

const keyOf = ({ role, leg, name }: GroupSummary) => `${role}\0${leg}\0${name}`;
