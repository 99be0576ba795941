import {
  type ControlListener,
  type ControlMethod,
  type ControlParams,
  ControlProblem,
  type ControlResult,
  type LiveSession,
} from '../../../src/control/types.js';
import type { CaseState, Ending, Line, State } from '../../../src/generated/types/control-v1.js';
import type { Message } from '../../../src/generated/types/recording-v1.js';
import type { CheckResult, RunEvent } from '../../events.js';
import type { Corpus } from '../../types.js';
import type { Lines } from './lines.js';
import { Notices } from './notices.js';
import { readLines, type Save, saveLines } from './reading.js';
import { readRequirements } from './requirements.js';
import type { Facts } from './steered-session.js';

export interface ReadSessionOptions {
  save: Save;
  facts: Facts;
  corpus: Pick<Corpus, 'requirements'>;
  lines: Lines;
  /** How many rules have judged something, of how many. Default: none. */
  rules?: { judged: number; total: number };
}

/** Lines of one case whose index is remembered, so that a check can be shown at its message. */
const MOST_SEEN = 20_000;

/** A run or a file as its page sees it: it can be read, and nothing of it changed. */
export class ReadSession implements LiveSession {
  private readonly notices: Notices;
  private readonly cases = new Map<string, CaseState>();
  /** Those that stand otherwise than the page knows. */
  private readonly changed = new Set<string>();
  /** Of the case that its messages are read of: index of the line, by position in its transcript. */
  private readonly seen = new Map<string, Map<number, number>>();
  private facts: Facts;
  private ending: Ending | undefined;
  private dropped = 0;

  constructor(private readonly options: ReadSessionOptions) {
    this.facts = options.facts;
    this.notices = new Notices(
      () => this.state(),
      () => [],
      () => this.changedCases(),
    );
  }

  watch(listener: ControlListener): () => void {
    return this.notices.watch(listener);
  }

  /** Takes a line of a recording. */
  recorded(line: Line): void {
    this.notices.line(line);
  }

  /** Messages are missing in the recording. */
  missing(count: number): void {
    this.dropped += count;
    this.notices.line(this.options.lines.addDropped(count));
  }

  end(ending: Ending): void {
    this.ending = ending;
    this.notices.changed();
    this.notices.flush();
  }

  /** Takes an event of a run, without secrets. */
  event(event: RunEvent): void {
    const { lines } = this.options;
    switch (event.type) {
      case 'run.started':
        this.facts = {
          ...this.facts,
          protocolVersion: event.target.version,
          transport: transportOf(event.target.transport),
        };
        for (const { name, title, gated } of event.planned)
          this.stands({ id: name, title, ...(gated ? { verdict: gated.verdict } : {}) });
        break;
      case 'case.started':
        this.stands({ ...this.cases.get(event.name), id: event.name, running: true });
        break;
      case 'message': {
        const name = nameOf(event.case, event.leg);
        const message: Message = {
          type: 'message',
          session: name,
          record: event.record as unknown as Message['record'],
          findings: [],
        };
        const line = lines.addRecorded(message, event.record);
        this.note(name, event.record.seq, line.index);
        this.notices.line(line);
        break;
      }
      case 'check':
        this.checked(nameOf(event.case, event.leg), event.check);
        break;
      case 'case.finished': {
        const { name, verdict, checks, title, reason, warned } = event.result;
        const failed = checks.filter(({ status }) => status === 'fail');
        const broken = failed.map(({ requirement }) => requirement);
        const problem = reason ?? failed.map(({ message }) => message).find((one) => one !== undefined);
        this.stands({
          ...{ id: name, title, verdict },
          ...(broken.length > 0 ? { requirements: [...new Set(broken)] } : {}),
          ...(warned ? { warned } : {}),
          ...(problem === undefined ? {} : { problem }),
        });
        this.seen.delete(name);
        break;
      }
      case 'run.finished':
        this.end({ text: `the run ended with exit code ${event.exit}`, time: event.durationMs });
        break;
      default:
        break;
    }
  }

  flush(): void {
    this.notices.flush();
  }

  async request<M extends ControlMethod>(method: M, params: NonNullable<ControlParams<M>>): Promise<ControlResult<M>> {
    const handler = this.handlers[method] as ((params: NonNullable<ControlParams<M>>) => unknown) | undefined;
    if (!handler)
      throw new ControlProblem(
        this.options.facts.by === 'file'
          ? 'this is a file that was recorded: nothing in it can be changed'
          : 'the cases of a run say what is sent: nothing can be changed here',
      );
    return handler(params) as ControlResult<M>;
  }

  private readonly handlers: {
    [M in ControlMethod]?: (params: NonNullable<ControlParams<M>>) => ControlResult<M>;
  } = {
    'session/list': () => {
      // Whoever asks for the state wants to know of every case.
      for (const id of this.cases.keys()) this.changed.add(id);
      this.notices.casesChanged();
      return this.state();
    },
    'transcript/read': (params) => readLines(this.options.lines, params),
    'requirement/read': ({ ids }) => readRequirements(this.options.corpus, ids),
    'recording/save': (params) =>
      saveLines(this.options, params, () => ({ state: this.state(), cases: [...this.cases.values()] })),
  };

  private changedCases(): CaseState[] {
    const ids = [...this.changed];
    this.changed.clear();
    return ids.flatMap((id) => this.cases.get(id) ?? []);
  }

  private stands(state: CaseState): void {
    this.cases.set(state.id, state);
    this.changed.add(state.id);
    this.notices.casesChanged();
  }

  private note(name: string, seq: number, index: number): void {
    const seen = this.seen.get(name) ?? new Map<number, number>();
    this.seen.set(name, seen);
    if (seen.size < MOST_SEEN) seen.set(seq, index);
  }

  /** Shows what a check found wrong at the message that it is about; without one, at the last of the case. */
  private checked(name: string, check: CheckResult): void {
    const seen = this.seen.get(name);
    if (check.status !== 'fail' || !seen) return;
    const index = (check.seq === undefined ? undefined : seen.get(check.seq)) ?? [...seen.values()].at(-1);
    const [difference] = check.differences ?? [];
    const line =
      index === undefined
        ? undefined
        : this.options.lines.addFinding(index, {
            ...{ rule: 'case', requirement: check.requirement, level: check.level, blame: 'target', label: 'invalid' },
            message: difference?.message ?? check.message ?? 'the check failed',
            ...(difference === undefined ? {} : { path: difference.path, expected: difference.expected }),
            ...(difference?.actual === undefined ? {} : { actual: difference.actual }),
          });
    if (line) this.notices.line(line);
  }

  private state(): State {
    const { lines, rules = { judged: 0, total: 0 } } = this.options;
    return {
      ...this.facts,
      state: this.ending ? 'ended' : lines.next > 0 ? 'live' : 'waiting',
      ...(this.ending ? { ended: this.ending } : {}),
      ...{ first: lines.first, next: lines.next },
      ...(this.dropped > 0 ? { dropped: this.dropped } : {}),
      sessions: lines.sessions(),
      rules,
      ...{ faults: [], permissive: [], held: [], can: [] },
    };
  }
}

/** Of a target with several: the first. */
const transportOf = (name: string): State['transport'] =>
  (['stdio', 'http', 'ws', 'rest'] as const).find((one) => name.startsWith(one)) ?? 'stdio';

/** How reports name a case. */
const nameOf = (id: string, leg: string | undefined) => (leg === undefined ? id : `${id} ${leg}`);
