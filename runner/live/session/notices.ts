import type { ControlListener, ControlNotifications } from '../../../src/control/types.js';
import type { CaseState, Line, Pending, State } from '../../../src/generated/types/control-v1.js';
import { realClock } from '../../../src/wire/clock/clock.js';

/** ms between two notices of one kind: a page draws no faster. */
const LINES = 40;
const STATE = 200;
/** Lines of one notice. */
const MOST_LINES = 2_000;

/** Tells listeners what happens, a burst at once. Its pace is that of the machine: whoever looks at it lives in that. */
export class Notices {
  private readonly listeners = new Set<ControlListener>();
  private lines: Line[] = [];
  private readonly due = new Map<string, () => void>();

  constructor(
    private readonly state: () => State,
    private readonly pending: () => Pending[],
    private readonly cases: () => CaseState[] = () => [],
  ) {}

  watch(listener: ControlListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  line(line: Line): void {
    if (this.listeners.size === 0) return;
    this.lines.push(line);
    this.later('lines', LINES, () => {
      const lines = this.lines.splice(0);
      for (let at = 0; at < lines.length; at += MOST_LINES)
        this.tell('transcript/line', { lines: lines.slice(at, at + MOST_LINES) });
    });
    this.changed();
  }

  /** The state is another one. */
  changed(): void {
    if (this.listeners.size > 0)
      this.later('state', STATE, () => this.tell('session/changed', { state: this.state() }));
  }

  /** Other requests wait for a person. */
  pendingChanged(): void {
    if (this.listeners.size > 0)
      this.later('pending', LINES, () => this.tell('pending/changed', { pending: this.pending() }));
  }

  /** Cases stand otherwise than before. */
  casesChanged(): void {
    if (this.listeners.size > 0) this.later('cases', STATE, () => this.tell('case/changed', { cases: this.cases() }));
  }

  /** Tells at once whatever waits to be told. */
  flush(): void {
    for (const act of [...this.due.values()]) act();
  }

  private later(kind: string, ms: number, act: () => void): void {
    if (this.due.has(kind)) return;
    let cancel = () => {};
    const run = () => {
      cancel();
      this.due.delete(kind);
      act();
    };
    this.due.set(kind, run);
    cancel = realClock.after(ms, run);
  }

  private tell<N extends keyof ControlNotifications>(name: N, params: ControlNotifications[N]['params']): void {
    for (const listener of this.listeners) listener(name, params);
  }
}
