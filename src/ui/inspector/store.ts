import { batch, computed, signal } from '@preact/signals';
import type { Control } from '../../control/types.js';
import type { CaseState, Line, Method, Page, Pending, Requirement, State } from '../../generated/types/control-v1.js';
import { type Address, readAddress, type Tab, writeAddress } from '../model/address.js';
import type { Entry } from '../model/entry.js';
import { parseFilter } from '../model/filter/parse.js';
import { Shown } from '../model/filter/shown.js';
import { FilterProblem } from '../model/filter/words.js';
import { KnownValues } from '../model/form/known.js';
import { Transcript } from '../model/transcript.js';
import { visible } from '../model/visible.js';
import { partOf } from '../model/wording.js';
import type { LinkListener } from '../shared/link.js';
import { onceAFrame } from './frames.js';

/** The origin of a transcript that has not come yet. */
const NOBODY = { by: 'mock' as const, roles: { kit: 'proctor', target: 'peer' } };

/** All that the page shows, as signals, and what changes it. It knows no element. */
export class Store {
  readonly connection = signal<{ is: 'connecting' | 'open' | 'lost'; retryAt?: number }>({ is: 'connecting' });
  readonly state = signal<State | undefined>(undefined);
  readonly pending = signal<readonly Pending[]>([]);
  readonly cases = signal<ReadonlyMap<string, CaseState>>(new Map());
  readonly requirements = signal<ReadonlyMap<string, Requirement>>(new Map());
  readonly methods = signal<readonly Method[] | undefined>(undefined);
  /** The other pages that are open on this machine. */
  readonly pages = signal<readonly Page[]>([]);
  /** Counts up when rows have changed: what shows rows reads it. */
  readonly drawn = signal(0);
  readonly filter = signal('');
  readonly filterProblem = signal<string | undefined>(undefined);
  readonly view = signal<Address['view']>('rows');
  readonly tab = signal<Tab>('message');
  /** Which column is seen where there is room for one. */
  readonly pane = signal<'sessions' | 'transcript' | 'details'>('transcript');
  readonly selected = signal<number | undefined>(undefined);
  readonly chosen = signal<ReadonlySet<number>>(new Set());
  /** The id of the question that is looked at. */
  readonly asked = signal<string | undefined>(undefined);
  /** Whether the list follows its end. */
  readonly follows = signal(true);
  /** Rows that came since it does not. */
  readonly newer = signal(0);
  /** The rows that are seen, by their positions. */
  readonly range = signal<{ first: number; last: number } | undefined>(undefined);
  readonly paused = signal(false);
  readonly held = signal(0);
  readonly helps = signal(false);
  /** What is announced to a screen reader. */
  readonly said = signal('');
  /** What the page did last, in its foot. */
  readonly note = signal('');
  /** Something longer that stays until it is closed. */
  readonly notice = signal<{ title: string; lines: readonly string[] } | undefined>(undefined);
  /** The time of the page (ms), counted while something is waited for. */
  readonly now = signal(Date.now());

  private rows = new Transcript(NOBODY);
  private visibleRows = new Shown(this.rows);
  known = new KnownValues();
  control: Control | undefined;
  readonly token: string | undefined;
  private queue: Line[] = [];
  /** Of what is shown; a recording may not have it. */
  private startedAt: string | undefined;
  /** Whether what was there at first has come: findings are announced from then on. */
  private settled = false;
  private readonly wanted = new Set<string>();
  private readonly asksFrame = onceAFrame((ms) => this.flush(ms));

  /** What the other side is called. */
  readonly peer = computed(() => partOf(this.state.value?.roles.target ?? 'peer'));
  readonly question = computed(() => {
    const all = this.pending.value;
    return all.find(({ id }) => id === this.asked.value) ?? all[0];
  });

  constructor(
    hash: string,
    /** When the page was saved as a file (RFC 3339); undefined while Proctor serves it. */
    readonly savedAt?: string,
  ) {
    const { token, filter, view, tab, selected } = readAddress(hash);
    this.token = token;
    this.view.value = view;
    this.tab.value = tab;
    this.selected.value = selected;
    if (selected !== undefined) this.follows.value = false;
    this.setFilter(filter);
  }

  /** All rows. Rows are no signals: what draws some of them is drawn again when any have changed. */
  get transcript(): Transcript {
    this.drawn.value;
    return this.rows;
  }

  /** The rows that the filter leaves. */
  get shown(): Shown {
    this.drawn.value;
    return this.visibleRows;
  }

  /** What the page asks of its connection. */
  readonly listener: LinkListener = {
    opened: (control, state) => {
      this.control = control;
      batch(() => {
        this.connection.value = { is: 'open' };
        // Another run at the same address: nothing of the last one holds.
        if (this.startedAt !== state.startedAt || state.next < this.transcript.next) this.begin(state);
        this.setState(state);
      });
      void this.readMethods();
      void this.readPages();
      return Math.max(this.transcript.next, (this.queue.at(-1)?.index ?? -1) + 1);
    },
    lines: (lines) => {
      this.queue.push(...lines);
      if (this.paused.value) this.held.value = this.queue.length;
      else this.asksFrame();
    },
    changed: (name, params) => {
      if (name === 'pending/changed') this.setPending((params as { pending: Pending[] }).pending);
      else if (name === 'session/changed') this.setState((params as { state: State }).state);
      else if (name === 'case/changed') {
        const cases = new Map(this.cases.value);
        for (const one of (params as { cases: CaseState[] }).cases) cases.set(one.id, one);
        this.cases.value = cases;
      }
    },
    lost: (retry) => {
      if (this.connection.value.is === 'open') this.said.value = 'The page lost its connection to Proctor.';
      this.control = undefined;
      this.connection.value = { is: 'lost', retryAt: Date.now() + retry };
    },
  };

  /** Why something can't be done beside reading; undefined if it can. */
  refusalOf(what: State['can'][number]): string | undefined {
    const state = this.state.value;
    if (this.connection.value.is !== 'open' || state === undefined) return 'The page has no connection to Proctor.';
    if (state.by === 'file') return 'This is a recording: it can be read, and nothing else.';
    if (state.state === 'ended') return `The ${this.peer.value} has ended: this works again when it runs again.`;
    return state.can.includes(what) ? undefined : `This ${state.by} can’t do that.`;
  }

  /** Begins with another filter. One that can't be read leaves the last one. */
  setFilter(text: string): void {
    this.filter.value = text;
    try {
      this.shown.set(parseFilter(text));
      this.filterProblem.value = undefined;
      this.drawn.value++;
      this.asksFrame();
    } catch (error) {
      if (!(error instanceof FilterProblem)) throw error;
      this.filterProblem.value = error.message;
    }
  }

  /** Selects a row. The list follows its end from then on only if that is the row. */
  select(index: number | undefined): void {
    batch(() => {
      this.selected.value = index;
      if (index === undefined) return;
      const atEnd = this.shown.indexAt(this.shown.length - 1) === index;
      this.follows.value = atEnd;
      if (atEnd) this.newer.value = 0;
      this.tab.value = 'message';
    });
  }

  /** The row that is selected. */
  get entry(): Entry | undefined {
    return this.transcript.at(this.selected.value);
  }

  /** Shows a row wherever it is: a filter that hides it is taken away. */
  reveal(index: number): void {
    if (!this.shown.has(index)) this.setFilter('');
    this.pane.value = 'transcript';
    this.select(index);
  }

  /** Goes to the end and follows it. */
  follow(): void {
    this.newer.value = 0;
    this.follows.value = true;
    this.drawn.value++;
  }

  pause(paused: boolean): void {
    this.paused.value = paused;
    this.held.value = 0;
    if (!paused) this.asksFrame();
  }

  /** The address of what is looked at now. */
  get address(): string {
    const [filter, view, tab, selected] = [this.filter.value, this.view.value, this.tab.value, this.selected.value];
    const token = this.token === undefined ? {} : { token: this.token };
    return writeAddress({ ...token, filter, view, tab, ...(selected !== undefined && { selected }) });
  }

  /** ms since the beginning, by the clock of what is looked at. */
  get elapsed(): number {
    const state = this.state.value;
    if (state?.clock === 'stepped') return state.now ?? 0;
    return state ? Math.max(0, this.now.value - Date.parse(state.startedAt)) : 0;
  }

  private begin(state: State): void {
    this.startedAt = state.startedAt;
    this.queue = [];
    this.settled = false;
    this.known = new KnownValues();
    this.chosen.value = new Set();
    this.pending.value = [];
    this.newer.value = 0;
    this.methods.value = undefined;
    this.restart(state, state.first);
  }

  private restart({ by, roles }: State, first: number): void {
    this.rows = new Transcript({ by, roles }, first);
    this.visibleRows = new Shown(this.rows);
    this.setFilter(this.filter.value);
  }

  private setState(state: State): void {
    const before = this.state.value;
    this.state.value = state;
    if (before && state.state === 'ended' && before.state !== 'ended')
      this.said.value = visible(state.ended?.text ?? '') || `The ${this.peer.value} has ended.`;
  }

  private setPending(pending: readonly Pending[]): void {
    const known = new Set(this.pending.value.map(({ id }) => id));
    const fresh = pending.filter(({ id }) => !known.has(id));
    this.pending.value = pending;
    this.now.value = Date.now();
    if (fresh.length > 0) this.said.value = visible(`A request waits for your answer: ${fresh.at(-1)!.question}`);
  }

  /** Takes lines in, and works on the filter. Returns whether all is done. */
  private flush(ms: number): boolean {
    const until = performance.now() + ms;
    let taken = 0;
    batch(() => {
      const [rows, found] = [this.shown.length, this.transcript.findings.length];
      while (!this.paused.value && taken < this.queue.length && performance.now() < until)
        this.take(this.queue[taken++]!);
      this.queue.splice(0, taken);
      const wasBusy = this.shown.isBusy;
      this.shown.work(Math.max(1, until - performance.now()));
      if (taken > 0 || wasBusy) this.drawn.value++;
      if (!this.follows.value && !wasBusy) this.newer.value += Math.max(0, this.shown.length - rows);
      if (this.settled && this.transcript.findings.length > found) this.announce();
      if (this.queue.length === 0 && this.transcript.length > 0) this.settled = true;
    });
    this.readRequirements();
    return (this.paused.value || this.queue.length === 0) && !this.shown.isBusy;
  }

  private take(line: Line): void {
    // What was between is kept by nobody: the rows begin anew.
    if (line.index > this.transcript.next && this.state.value) this.restart(this.state.value, line.index);
    const isNew = line.index >= this.transcript.next;
    const entry = isNew ? this.transcript.add(line) : this.transcript.replace(line);
    if (entry === undefined) return;
    this.shown.noted(entry);
    for (const { requirement } of entry.findings)
      if (!this.requirements.value.has(requirement)) this.wanted.add(requirement);
  }

  private announce(): void {
    const finding = this.transcript.at(this.transcript.findings.at(-1))?.worst?.finding;
    if (finding) this.said.value = visible(`Finding: ${finding.requirement}, ${finding.message}`);
  }

  private readRequirements(): void {
    const { control } = this;
    const ids = [...this.wanted].slice(0, 200);
    if (ids.length === 0 || control === undefined) return;
    for (const id of ids) this.wanted.delete(id);
    control.request('requirement/read', { ids }).then(
      ({ requirements }) => {
        const read = requirements.map((one): [string, Requirement] => [one.id, one]);
        this.requirements.value = new Map([...this.requirements.value, ...read]);
      },
      // What is missing is asked for again with the next finding.
      () => undefined,
    );
  }

  /** Reads what can be sent: that may change as a conversation goes on. */
  async readMethods(): Promise<void> {
    const { control } = this;
    if (!this.state.value?.can.includes('send') || control === undefined) return;
    try {
      this.methods.value = (await control.request('method/list')).methods;
    } catch {
      this.methods.value = [];
    }
  }

  /** Reads which other pages are open: they come and go without a word. */
  async readPages(): Promise<void> {
    const { control } = this;
    if (control === undefined || this.savedAt !== undefined) return;
    try {
      const { pages } = await control.request('page/list');
      if (JSON.stringify(pages) !== JSON.stringify(this.pages.value)) this.pages.value = pages;
    } catch {
      this.pages.value = [];
    }
  }
}
