import { batch, computed, signal } from '@preact/signals';
import type { Control } from '../../control/types.js';
import type {
  CaseState,
  HostedAnswer,
  HostedRun,
  HostedStep,
  Line,
  Requirement,
  State,
} from '../../generated/types/control-v1.js';
import { readAddress, writeAddress } from '../model/address.js';
import type { Entry } from '../model/entry.js';
import { wordOf as filterWord } from '../model/filter/parse.js';
import { groupsOf } from '../model/hosted/grid.js';
import { type Standing, standingOf } from '../model/hosted/standing.js';
import { type Mark, markOf, tallyOf, wordOf } from '../model/hosted/verdicts.js';
import { Transcript } from '../model/transcript.js';
import { visible } from '../model/visible.js';
import type { LinkListener } from '../shared/link.js';

/** Lines of before that a page asks for when it opens. */
const MOST_READ = 200;
/** Messages that are shown, and how far back they are looked for. */
const [SHOWN, LOOKED_AT] = [8, 2000];
/** ms in which a new step takes no answer: whoever clicks then has not read it, and meant the one before. */
const UNREAD = 400;
/** Requirements that one request may name. */
const MOST_IDS = 200;

/** What each answer says, on its button. */
export const ANSWERS: { readonly [answer in HostedAnswer]: string } = {
  again: 'Try this again',
  absent: 'It did not appear',
  lacking: 'My client has no such thing',
  crashed: 'The client crashed',
  worked: 'It worked',
  failed: 'It showed an error',
};

const NOBODY = { by: 'run' as const, roles: { kit: 'proctor', target: 'client' } };

/** All that the page shows, as signals, and what changes it. It knows no element. */
export class Store {
  readonly connection = signal<{ is: 'connecting' | 'open' | 'lost'; retryAt?: number }>({ is: 'connecting' });
  readonly run = signal<HostedRun | undefined>(undefined);
  readonly cases = signal<ReadonlyMap<string, CaseState>>(new Map());
  readonly requirements = signal<ReadonlyMap<string, Requirement>>(new Map());
  /** Why the page shows no run although it is connected. */
  readonly refused = signal<string | undefined>(undefined);
  /** Whether the reader has said once that the run should end. */
  readonly ending = signal(false);
  /** Whether an answer is on its way. */
  readonly sending = signal(false);
  /** Whether the step has been there long enough to be read. */
  readonly settled = signal(true);
  /** What became of the last answer. */
  readonly note = signal('');
  /** What is announced to a screen reader. */
  readonly said = signal('');
  /** The case that is looked at, and the one that has the focus among all cells. */
  readonly opened = signal<string | undefined>(undefined);
  readonly cell = signal<string | undefined>(undefined);
  /** The time of the page (ms), counted while something is waited for. */
  readonly now = signal(Date.now());
  /** Counts up when messages have come: what shows them reads it. */
  private readonly drawn = signal(0);
  private rows = new Transcript(NOBODY);
  private startedAt: string | undefined;
  private state: State | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly asked = new Set<string>();
  control: Control | undefined;
  readonly token: string | undefined;

  readonly names = computed(
    () => new Set([...(this.run.value?.kinds.flatMap(({ cases }) => cases) ?? []), ...this.cases.value.keys()]),
  );
  readonly tally = computed(() => tallyOf(this.names.value, this.cases.value, this.isOver));
  readonly groups = computed(() => (this.run.value ? groupsOf(this.run.value, this.cases.value) : []));
  readonly standing = computed((): Standing => {
    const { is } = this.connection.value;
    if (is === 'open' && this.refused.value !== undefined)
      return { tone: 'skip', symbol: '○', text: 'not a hosted run' };
    return standingOf(this.run.value, is, this.tally.value);
  });

  constructor(hash: string) {
    this.token = readAddress(hash).token;
  }

  /** What the page asks of its connection. */
  readonly listener: LinkListener = {
    opened: (control, state) => {
      this.control = control;
      batch(() => {
        this.connection.value = { is: 'open' };
        if (this.startedAt !== state.startedAt || state.next < this.rows.next) this.begin(state);
        // What nobody looked at meanwhile is not fetched: the last messages are enough.
        else if (state.next - this.rows.next > MOST_READ) this.restart(state, state.next - MOST_READ);
        this.state = state;
      });
      void this.read(control);
      return this.rows.next;
    },
    lines: (lines) => {
      for (const line of lines) this.take(line);
      this.drawn.value++;
    },
    changed: (name, params) => {
      if (name === 'hosted/changed') this.show((params as { run: HostedRun }).run);
      else if (name === 'session/changed') this.state = (params as { state: State }).state;
      else if (name === 'case/changed') {
        const cases = new Map(this.cases.value);
        for (const one of (params as { cases: CaseState[] }).cases) cases.set(one.id, one);
        this.cases.value = cases;
        this.ended();
      }
    },
    lost: (retry) => {
      if (this.connection.value.is === 'open' && !this.isOver)
        this.said.value = 'The page lost its connection to Proctor.';
      this.control = undefined;
      this.now.value = Date.now();
      this.connection.value = { is: 'lost', retryAt: Date.now() + retry };
    },
  };

  /** The last messages, the oldest first. Pieces and heads of HTTP tell a person nothing, unless something is wrong with them. */
  get seen(): Entry[] {
    this.drawn.value;
    const seen: Entry[] = [];
    const { first, next } = this.rows;
    for (let at = next - 1; at >= Math.max(first, next - LOOKED_AT) && seen.length < SHOWN; at--) {
      const entry = this.rows.at(at);
      if (entry && (/^(?:request|reply|notify|dropped)$/.test(entry.kind) || entry.worst)) seen.unshift(entry);
    }
    return seen;
  }

  get isOver(): boolean {
    return this.run.value?.state === 'ended';
  }

  markOf(name: string): Mark {
    return markOf(this.cases.value.get(name), this.isOver);
  }

  wordOf(name: string): string {
    return wordOf(this.cases.value.get(name), this.isOver);
  }

  /** The server of the configuration that a message came to. */
  entryOf(session: string | undefined): string | undefined {
    const entries = this.run.value?.entries ?? [];
    return entries.length < 2 ? undefined : entries.find((one) => one.case === session || one.name === session)?.name;
  }

  /** Where the inspector shows this run, or one case of it. */
  inspector(name?: string): string {
    const filter = name === undefined ? '' : filterWord('session', name);
    const token = this.token === undefined ? {} : { token: this.token };
    return `/inspector${writeAddress({ ...token, filter, view: 'rows', tab: 'message' })}`;
  }

  /** Says of a step, or of one server in it, how it went. `step` is the one that was shown to whoever answers. */
  async answer({ id }: HostedStep, answer: HostedAnswer, entry?: string): Promise<void> {
    if (!this.settled.value || this.sending.value) return;
    const of = entry === undefined ? '' : ` of ${entry}`;
    const params = { step: id, answer, ...(entry !== undefined && { entry }) };
    await this.attempt(`You said${of}: ${ANSWERS[answer]}.`, (control) => control.request('hosted/answer', params));
  }

  async end(): Promise<void> {
    this.ending.value = false;
    await this.attempt('You ended the run.', (control) => control.request('hosted/end', {}));
  }

  /** Reads the text of requirements that broken cases name, each once. */
  readRequirements(): void {
    const { control } = this;
    const ids = [...this.cases.value.values()]
      .flatMap(({ requirements = [] }) => requirements)
      .filter((id) => !this.asked.has(id));
    const some = [...new Set(ids)].slice(0, MOST_IDS);
    if (some.length === 0 || control === undefined) return;
    for (const id of some) this.asked.add(id);
    control.request('requirement/read', { ids: some }).then(
      ({ requirements }) => {
        const read = requirements.map((one): [string, Requirement] => [one.id, one]);
        this.requirements.value = new Map([...this.requirements.value, ...read]);
        this.readRequirements();
      },
      () => {
        for (const id of some) this.asked.delete(id);
      },
    );
  }

  private async attempt(done: string, work: (control: Control) => Promise<unknown>): Promise<void> {
    const { control } = this;
    this.sending.value = true;
    try {
      if (control === undefined) throw new Error('the page has no connection to Proctor');
      await work(control);
      this.note.value = done;
    } catch (error) {
      this.note.value = `⚠ Proctor did not take that: ${(error as Error).message}`;
    } finally {
      this.sending.value = false;
    }
    this.said.value = visible(this.note.value);
  }

  private async read(control: Control): Promise<void> {
    const before = this.run.value;
    try {
      const run = await control.request('hosted/read', {});
      // What was said meanwhile is newer.
      if (this.run.value === before) this.show(run);
      this.refused.value = undefined;
    } catch (error) {
      if (this.control === control) this.refused.value = (error as Error).message;
    }
  }

  private show(run: HostedRun): void {
    const before = this.run.value;
    batch(() => {
      this.run.value = run;
      this.now.value = Date.now();
      if (run.state === 'ended') this.ending.value = false;
      if (before && run.step?.id !== before.step?.id) this.unsettle();
    });
    const words = newsOf(before, run);
    if (words !== undefined) this.said.value = visible(words);
    this.ended();
  }

  /** The last verdicts may come after the end. */
  private ended(): void {
    if (!this.isOver) return;
    this.said.value = `The run has ${this.standing.value.text}.`;
    this.readRequirements();
  }

  private unsettle(): void {
    this.note.value = '';
    this.settled.value = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.settled.value = true;
    }, UNREAD);
  }

  private begin(state: State): void {
    this.startedAt = state.startedAt;
    this.run.value = undefined;
    this.cases.value = new Map();
    this.opened.value = undefined;
    this.restart(state, Math.max(state.first, state.next - MOST_READ));
  }

  private restart({ by, roles }: State, first: number): void {
    this.rows = new Transcript({ by, roles }, first);
  }

  private take(line: Line): void {
    if (line.index > this.rows.next && this.state) this.restart(this.state, line.index);
    if (line.index >= this.rows.next) this.rows.add(line);
    else this.rows.replace(line);
  }
}

/** What a person should hear of a change; the end is said with its result. */
function newsOf(before: HostedRun | undefined, run: HostedRun): string | undefined {
  if (before === undefined || run.state === 'ended') return undefined;
  const { step, notice } = run;
  const heard = notice !== undefined && notice !== before.notice ? `${notice} ` : '';
  const [now, last] = [partNow(run), partNow(before)];
  if (step?.gone && !before.step?.gone) return `${heard}The client is gone. ${step.title}`;
  if (run.state === 'working') return before.state === 'working' ? heard || undefined : `${heard}Nothing to do now.`;
  if (step && step.id !== before.step?.id) return `${heard}New step: ${step.title}. ${now}`;
  if (before.state === 'working') return `${heard}Your turn: ${now}`;
  return now === last || now === '' ? heard || undefined : `${heard}Next: ${now}`;
}

/** What the person does now, in the words of the step. */
const partNow = ({ step }: HostedRun): string => {
  const parts = step?.parts ?? [];
  return (parts.find(({ state }) => state === 'now') ?? parts[0])?.text ?? '';
};
