import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { TransportName } from '../../src/language/target.js';
import type { Finding, Side } from '../../src/watch/finding.js';
import type { Border, Carried, HttpHead } from '../../src/wire/carried.js';
import { isSame } from '../../src/wire/carry.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { WatchedRule } from '../judge/wire.js';
import type { Corpus, WireRule } from '../types.js';
import type { JudgedSide } from './both-sides.js';
import { EachVersion } from './each-version.js';
import { Endings } from './endings.js';
import { ExchangedRequests } from './exchanged.js';
import type { MockMessage } from './mock-message.js';

/** Sessions that are remembered; of more, the one that was quiet for the longest is forgotten. */
const MOST_SESSIONS = 2_000;

export interface MockWatchOptions {
  corpus: Corpus;
  /** The mock is `kit`, and its peer `target`. */
  sides: { [side in Side]: JudgedSide };
  /** The same by version, for a mock that speaks several, and which of them a request is for. */
  several?: { sides: ReadonlyMap<string, { [side in Side]: JudgedSide }>; askedBy(http: HttpHead): string } | undefined;
  transport: TransportName;
  clock: Clock;
  sessions?: RoleEntry['sessions'];
  /** Told of everything that crosses the wire, in its order. */
  onMessage?(message: MockMessage): void;
  /** Whether a person made what the mock sends, and whether it is broken on purpose. Default: nobody did. */
  byHand?(carried: Carried): 'sound' | 'broken' | undefined;
}

/** The wire rules over everything that a mock and its peers say. */
export class MockWatch {
  private readonly watch: EachVersion;
  private readonly began: number;
  private found: Finding[] = [];
  /** Sessions that are not over, the one that was heard of last at the end. */
  private readonly sessions = new Set<string>();
  private readonly endings: Endings;
  private seq = 0;
  private connections = 0;
  private readonly spoke = { kit: false, target: false };
  /** The mock leaves: whoever still waits for it or answers it is not judged by that. */
  private left = false;

  constructor(private readonly options: MockWatchOptions) {
    const { sides, several = { sides: new Map([['', sides]]), askedBy: undefined }, transport, clock } = options;
    this.began = clock.now();
    this.endings = new Endings(transport);
    this.watch = new EachVersion({ ...several, transport, told: (finding) => void this.found.push(finding) });
  }

  /**
   * A border that sees what crosses the wire beyond `inner`, where faults act. What these changed was broken on purpose. A reply
   * whose id only has another type is told of, and delivered as if it had the right one: one mistake shall not hide all others.
   */
  border(inner: Border): Border {
    const connection = this.connection();
    return {
      sends: (carried, emit) =>
        inner.sends(carried, (emitted) => {
          const made = this.options.byHand?.(emitted);
          if (made !== undefined) connection.note('kit', emitted, made === 'broken');
          else if (isSame(carried, emitted)) connection.note('kit', emitted, false);
          else connection.note('kit', emitted, true, carried);
          emit(emitted);
        }),
      hears: (carried, deliver) => inner.hears(connection.note('target', carried, false), deliver),
      ofConnection: () => this.border(inner.ofConnection?.() ?? inner),
    };
  }

  /**
   * What takes what a connection carried, for whoever stands between both sides: nothing is mended, as it has left already. `changed` says
   * that it was broken on purpose.
   */
  observer(): (from: Side, carried: Carried, changed: boolean) => void {
    const connection = this.connection();
    return (from, carried, changed) => void connection.note(from, carried, changed);
  }

  /** What the mock itself said against the rules, and no fault made it say. */
  ownFindings(): Finding[] {
    return this.watch.findings('kit');
  }

  /** How many messages some rule judged. */
  messages(): number {
    return this.watch.messages();
  }

  /** What the watch knows of one rule, for one side. */
  watched(rule: WireRule, side: Side = 'target'): Omit<WatchedRule, 'strict'> {
    return {
      judged: this.watch.judged(side)[rule.id] ?? 0,
      broken: this.watch.broken(side)[rule.id] ?? 0,
      findings: this.watch.findings(side).filter((one) => one.rule === rule.id),
      requirement: this.options.corpus.requirements.get(rule.requirement)!,
      anything: this.spoke[side],
      brokenIn: [],
    };
  }

  /** From now on the mock ends what is still open, as a signal told it to. */
  leave(): void {
    this.end('cut');
    this.left = true;
  }

  /** Ends the sessions that are still open: `target` where the mock has given up on its peer. */
  end(ending: 'target' | 'cut'): void {
    for (const session of this.sessions) {
      this.found = [];
      this.watch.close(session, this.endings.take(session) ?? ending);
      if (this.found.length === 0) continue;
      const closed: WireRecord = { ...this.stamp('target', 'main'), kind: 'closed', closed: { how: 'end' } };
      this.options.onMessage?.({ session, record: closed, findings: this.found });
    }
    this.sessions.clear();
  }

  private stamp(from: Side, channel: string) {
    return { seq: this.seq++, time: this.options.clock.now() - this.began, from, channel };
  }

  private connection() {
    const { sessions } = this.options;
    this.connections += 1;
    const connection = this.connections;
    const numberOf = sessions?.() ?? (() => 1);
    const requests = new ExchangedRequests();
    const prefix = `session ${connection === 1 ? '' : `${connection}.`}`;
    return {
      /** Takes what one side said. Returns it as it is delivered. */
      note: (from: 'kit' | 'target', carried: Carried, deliberate: boolean, before?: Carried): Carried => {
        const channel = carried.stream ?? (connection === 1 ? 'main' : `connection ${connection}`);
        const { message } = carried;
        const delivered = message === undefined ? message : requests.mended(from, message);
        const method = requests.note(from, message);
        const record: WireRecord = { ...carried, ...this.stamp(from, channel) };
        if (method !== undefined) record.method = method;
        if (deliberate || this.left) record.deliberate = true;
        this.tell(`${prefix}${numberOf(record)}`, record, before);
        return delivered === message ? carried : { ...withoutText(carried), message: delivered! };
      },
    };
  }

  private tell(session: string, record: WireRecord, before?: Carried): void {
    if (record.kind !== 'closed' && record.kind !== 'exit') this.spoke[record.from] = true;
    this.found = [];
    this.watch.observe(session, record);
    this.sessions.delete(session);
    const ended = this.endings.endedBy(session, record);
    if (ended) this.watch.close(session, ended);
    else this.sessions.add(session);
    this.options.onMessage?.({ session, record, findings: this.found, ...(before ? { before } : {}) });
    const [oldest] = this.sessions;
    if (this.sessions.size <= MOST_SESSIONS || oldest === undefined) return;
    this.sessions.delete(oldest);
    this.watch.close(oldest, this.endings.take(oldest) ?? 'cut');
  }
}

/** The exact text would say otherwise than the message. */
function withoutText({ text: _, ...carried }: Carried): Carried {
  return carried;
}
