import { ControlProblem } from '../../../src/control/types.js';
import type { TargetMaker } from '../../../src/conversation/target.js';
import type {
  AnswerHostedParams,
  HostedEntry,
  HostedKind,
  HostedRun,
} from '../../../src/generated/types/control-v1.js';
import type { Hosted } from '../../../src/generated/types/role-v1.js';
import type { Case } from '../../../src/language/case.js';
import type { Clock } from '../../../src/wire/clock/clock.js';
import type { WireRecord } from '../../../src/wire/record.js';
import type { PlannedCase } from '../../planned-case.js';
import type { Behavior } from '../../types.js';
import { behaviorsOf, titleOf } from './asked.js';
import type { PersonFacts } from './person-waits.js';
import { HostedPlaying, makerOf, type Seat } from './playing.js';
import { partsOf } from './step-parts.js';

export interface HostedClientOptions
  extends Pick<HostedRun, 'id' | 'role' | 'versions' | 'transport' | 'configurations'> {
  hosted: Hosted;
  behaviors: ReadonlyMap<string, Behavior>;
  questions: PersonFacts['questions'];
  /** The servers of its configuration. */
  seats: readonly Seat[];
  clock: Clock;
}

/** What the page of the run learns of its client. */
export interface HostedListener {
  changed(): void;
  /** A case of the plan begins. */
  begins(id: string): void;
  /** A message of a case, as it comes or goes. */
  record(id: string, record: WireRecord): void;
}

/** A case that waits until the person is asked for what it needs. */
interface Queued {
  subject: Case;
  /** What the case is called in the run. */
  name: string;
  key: string;
  title: string;
  behaviors: readonly string[];
  admit: (playing: HostedPlaying) => void;
}

/** What the person does for some cases. */
interface Kind {
  title: string;
  behaviors: readonly string[];
  cases: string[];
}

/** Which cases wait for the same: they need the same behaviors, and are in one version of the protocol. */
const keyOf = (behaviors: readonly string[], leg: string | undefined) => [behaviors.join(' + '), leg ?? ''].join(' ');

/** What the person does now: as many cases as there are servers need it. */
interface Step {
  id: number;
  key: string;
  behaviors: readonly string[];
  title: string;
  members: Set<HostedPlaying>;
  since: number;
}

/** ms until the cases that begin at the same time have all come. */
const GATHER = 100;

/** The client of a hosted run: cases take turns at its servers, in groups that need the same of the person who has it. */
export class HostedClient {
  private readonly facts: PersonFacts;
  private readonly queue: Queued[] = [];
  private step: Step | undefined;
  private steps = 0;
  private gathering = false;
  private isHeard = false;
  private isOver = false;
  private readonly lacking = new Set<string>();
  /** By key: how many rounds there were. */
  private readonly rounds = new Map<string, number>();
  /** By key, in the order in which the person is asked. */
  private readonly kinds = new Map<string, Kind>();
  private readonly finished = new Set<string>();
  private readonly listeners = new Set<HostedListener>();
  private facing: Pick<HostedRun, 'client' | 'exit' | 'report'> = {};

  constructor(private readonly options: HostedClientOptions) {
    const { questions, hosted, behaviors } = options;
    const asks = [...behaviors.values()].map(({ ask }) => ask);
    const namesFolder = JSON.stringify(asks).includes('${dir}');
    this.facts = { questions, namesFolder, unasked: new Set(hosted.unasked ?? []) };
  }

  /** What stands for it where no case is meant. */
  get maker(): TargetMaker {
    return makerOf(this.options.transport, () => Promise.reject(new Error('a case has to be admitted first')));
  }

  /** How many cases can be played at once. */
  get size(): number {
    return this.options.seats.length;
  }

  /** Tells `listener` what happens from now on. Returns what ends that. */
  watch(listener: HostedListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Takes note of all cases of the run, those of each version in the order in which they run. */
  expects(versions: readonly (readonly PlannedCase[])[]): void {
    // What came before, to learn about the client, was no round of them.
    this.rounds.clear();
    const all = versions.flatMap((cases) => this.keyed(cases.map((planned) => ({ planned }))));
    for (const { one, behaviors, key } of all) {
      const { case: subject, gated, name, leg } = one.planned;
      if (gated || !subject) continue;
      const known = this.kinds.get(key);
      if (known) known.cases.push(name);
      else this.kinds.set(key, { title: this.titleOf(behaviors, leg), behaviors, cases: [name] });
    }
    this.changed();
  }

  /** The cases of a version in the order in which the person is asked for what they need. */
  order<T extends { planned: PlannedCase }>(cases: readonly T[]): T[] {
    return this.keyed(cases).map(({ one }) => one);
  }

  private keyed<T extends { planned: PlannedCase }>(cases: readonly T[]) {
    const names = [...this.options.behaviors.keys()];
    const rank = new Map(names.map((name, index) => [name, index]));
    const base = this.options.hosted.base;
    const keyed = cases.map((one) => {
      const behaviors = one.planned.case ? behaviorsOf(one.planned.case, base) : [base];
      return { one, behaviors, key: keyOf(behaviors, one.planned.leg) };
    });
    const place = ({ behaviors }: (typeof keyed)[number]) =>
      behaviors.includes(base) ? -1 : (rank.get(behaviors.at(-1)!) ?? names.length);
    return keyed.sort((a, b) => place(a) - place(b));
  }

  /** Waits until the person is asked for what a case needs. */
  admit(
    subject: Case,
    { name, leg, isFirst = false }: { name: string; leg?: string | undefined; isFirst?: boolean },
  ): Promise<HostedPlaying> {
    const behaviors = behaviorsOf(subject, this.options.hosted.base);
    const key = keyOf(behaviors, leg);
    const title = this.titleOf(behaviors, leg);
    return new Promise((admit) => {
      const queued = { subject, name, title, key, behaviors, admit };
      if (this.lacking.has(key)) return this.refuse(queued, lacks(title));
      if (this.isOver) return this.refuse(queued, 'the run was ended');
      if (isFirst) this.queue.unshift(queued);
      else this.queue.push(queued);
      this.gather();
    });
  }

  /** A playing is over. */
  leave(playing: HostedPlaying): void {
    // One that begins anew is not over.
    if (playing.over) this.finished.add(playing.id);
    this.step?.members.delete(playing);
    if (this.step?.members.size === 0) {
      this.step = undefined;
      this.gather();
    }
    this.changed();
  }

  /** The run ends: no case waits for the person any longer. */
  end(): void {
    this.isOver = true;
    for (const one of [...this.queue]) this.refuse(one, 'the run was ended');
    for (const one of this.step?.members ?? []) one.giveUp('the run was ended');
    this.changed();
  }

  /** What is known of the run beside its steps. */
  knows(facts: Pick<HostedRun, 'client' | 'exit' | 'report'>): void {
    this.facing = { ...this.facing, ...facts };
    this.changed();
  }

  /** Takes what a person says of the step that is shown. Throws ControlProblem if that is another one by now. */
  answer({ step, answer, entry }: AnswerHostedParams): void {
    if (this.step?.id !== step) throw new ControlProblem('this step is over: what you see now is another one');
    const members = [...this.step.members].filter(
      (one) => !one.over && (entry === undefined || one.seat?.name === entry),
    );
    if (members.length === 0) throw new ControlProblem(`no case waits at ${entry ?? 'any server'}`);
    const { title } = this.step;
    switch (answer) {
      case 'again':
        for (const one of members) one.restart();
        break;
      case 'absent':
        for (const one of members.filter(({ needsPerson }) => needsPerson))
          one.giveUp(`the person at the client says: it did not appear (${one.waits})`);
        break;
      case 'lacking':
        this.lacking.add(this.step.key);
        for (const one of members) one.giveUp(lacks(title));
        for (const one of this.queue.filter(({ key }) => this.lacking.has(key))) this.refuse(one, lacks(title));
        break;
      case 'crashed':
        for (const one of members) one.crashed();
        break;
      default:
        for (const one of members.filter(({ asksOutcome }) => asksOutcome)) one.ended(answer === 'worked' ? 0 : 1);
    }
    this.changed();
  }

  state(): HostedRun {
    const { id, role, versions, transport, configurations } = this.options;
    const members = [...(this.step?.members ?? [])];
    const isAsked = members.some(({ needsPerson }) => needsPerson);
    const { exit } = this.facing;
    return {
      ...{ id, role, versions, transport, configurations },
      ...this.facing,
      state: exit !== undefined ? 'ended' : !this.isHeard ? 'waiting' : isAsked ? 'step' : 'working',
      entries: this.options.seats.map(({ name }) => this.entryOf(name, members)),
      kinds: this.kindsOf(),
      ...(this.step && exit === undefined ? { step: this.stepOf(this.step, members) } : {}),
    };
  }

  private entryOf(name: string, members: readonly HostedPlaying[]): HostedEntry {
    const playing = members.find(({ seat }) => seat?.name === name);
    if (!playing) return { name, state: 'free' };
    const { id, title, waits, needsPerson, asksOutcome, connected, over } = playing;
    return {
      ...{ name, state: over ? 'done' : needsPerson ? 'waiting' : 'working', case: id, title },
      ...(waits === undefined ? {} : { waits }),
      ...(asksOutcome ? { asks: true } : {}),
      ...(connected ? { connected: true } : {}),
    };
  }

  private kindsOf(): HostedKind[] {
    return [...this.kinds].map(([key, { title, behaviors, cases }]) => ({
      ...{ title, behavior: behaviors.join(' + '), cases },
      state: key === this.step?.key ? 'now' : cases.every((one) => this.finished.has(one)) ? 'done' : 'next',
    }));
  }

  private stepOf(
    { id, key, title, behaviors: asked, since }: Step,
    members: readonly HostedPlaying[],
  ): NonNullable<HostedRun['step']> {
    const { hosted, behaviors, clock } = this.options;
    const kinds = [...this.kinds.keys()];
    const number = Math.max(1, kinds.indexOf(key) + 1);
    const round = this.rounds.get(key) ?? 1;
    const left = this.queue.filter((one) => one.key === key).length;
    const gone = members.some((one) => one.gone);
    const asks = members.some(({ asksOutcome }) => asksOutcome);
    const rounds = Math.ceil((this.kinds.get(key)?.cases.length ?? 1) / this.size);
    return {
      ...{ id, title, behavior: asked.join(' + '), number, of: Math.max(kinds.length, number) },
      ...{ round, rounds: Math.max(rounds, round + (left > 0 ? 1 : 0)) },
      parts: partsOf(members, { hosted, behaviors, isFirst: !this.isHeard }),
      answers: [
        ...(asks ? (['worked', 'failed'] as const) : []),
        ...(gone ? (['crashed'] as const) : []),
        'again',
        'absent',
        'lacking',
      ],
      since: new Date(clock.date() - (clock.now() - since)).toISOString(),
      ...(gone ? { gone } : {}),
    };
  }

  private refuse(queued: Queued, reason: string): void {
    const at = this.queue.indexOf(queued);
    if (at >= 0) this.queue.splice(at, 1);
    const playing = this.playing(queued, undefined);
    playing.giveUp(reason);
    queued.admit(playing);
  }

  private gather(): void {
    if (this.gathering || this.step) return;
    this.gathering = true;
    this.options.clock.after(GATHER, () => {
      this.gathering = false;
      this.begin();
    });
  }

  /** Begins a step for the first that waits, and for all that need the same. */
  private begin(): void {
    const [first] = this.queue;
    if (this.step || !first) return;
    const chosen = this.queue.filter(({ key }) => key === first.key).slice(0, this.size);
    const { clock, seats } = this.options;
    this.rounds.set(first.key, (this.rounds.get(first.key) ?? 0) + 1);
    const { key, title, behaviors } = first;
    this.step = { ...{ id: ++this.steps, key, title, behaviors }, members: new Set(), since: clock.now() };
    for (const [index, queued] of chosen.entries()) {
      this.queue.splice(this.queue.indexOf(queued), 1);
      const playing = this.playing(queued, seats[index]);
      this.step.members.add(playing);
      // What comes before the plan is there, to learn about the client, is no case of it.
      if (this.kinds.size > 0) for (const listener of this.listeners) listener.begins(playing.id);
      queued.admit(playing);
    }
    this.changed();
  }

  /** What the person does, and in which version if there are several. */
  private titleOf(behaviors: readonly string[], leg: string | undefined): string {
    const title = titleOf(behaviors, this.options.behaviors);
    return leg === undefined ? title : `${title}, ${leg}`;
  }

  private playing({ subject, name: id, behaviors }: Queued, seat: Seat | undefined): HostedPlaying {
    const { transport } = this.options;
    const { title } = subject;
    return new HostedPlaying({ id, title, behaviors, seat, transport }, this.facts, {
      changed: () => this.changed(),
      record: (record) => {
        this.isHeard ||= record.from === 'target';
        for (const listener of this.listeners) listener.record(id, record);
      },
    });
  }

  private changed(): void {
    for (const { changed } of this.listeners) changed();
  }
}

const lacks = (title: string) => `the person at the client says that it has no such thing: ${title}`;
