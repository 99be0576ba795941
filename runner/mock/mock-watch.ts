import type { RoleEntry } from '../../src/conversation/role-entry.js';
import { type Json, stringifyJson } from '../../src/json/json.js';
import type { Role } from '../../src/language/role.js';
import type { TransportName } from '../../src/language/target.js';
import type { Finding } from '../../src/watch/finding.js';
import { createWatch, type Watch } from '../../src/watch/watch.js';
import type { Border, Carried } from '../../src/wire/carried.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { WatchedRule } from '../judge/wire.js';
import type { RoleProtocol } from '../run/role-protocol.js';
import type { Corpus, WireRule } from '../types.js';
import { ExchangedRequests } from './exchanged.js';
import type { MockMessage } from './mock-message.js';

/** Sessions that are remembered; of more, the one that was quiet for the longest is forgotten. */
const MOST_SESSIONS = 2_000;

export interface MockWatchOptions {
  corpus: Corpus;
  /** The role of the peer. */
  role: Role;
  protocol: RoleProtocol;
  transport: TransportName;
  clock: Clock;
  sessions?: RoleEntry['sessions'];
  /** Told of everything that crosses the wire, in its order. */
  onMessage?(message: MockMessage): void;
}

/** The wire rules over everything that a mock and its peers say. */
export class MockWatch {
  private readonly watch: Watch;
  private readonly began: number;
  private found: Finding[] = [];
  /** Sessions that are not over, the one that was heard of last at the end. */
  private readonly sessions = new Set<string>();
  private seq = 0;
  private connections = 0;
  private heard = false;

  constructor(private readonly options: MockWatchOptions) {
    const { protocol, transport, clock } = options;
    this.began = clock.now();
    this.watch = createWatch({
      ...protocol.watch,
      role: options.role.role,
      transport,
      told: (finding) => void this.found.push(finding),
    });
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
          connection.note('kit', emitted, !isSame(carried, emitted));
          emit(emitted);
        }),
      hears: (carried, deliver) => inner.hears(connection.note('target', carried, false), deliver),
      ofConnection: () => this.border(inner.ofConnection?.() ?? inner),
    };
  }

  /** What the mock itself said against the rules, and no fault made it say. */
  ownFindings(): Finding[] {
    return this.watch.findings().filter(({ blame }) => blame === 'kit');
  }

  /** How many messages some rule judged. */
  messages(): number {
    return this.watch.messages();
  }

  /** What the watch knows of one rule. */
  watched(rule: WireRule): Omit<WatchedRule, 'strict'> {
    return {
      judged: this.watch.judged()[rule.id] ?? 0,
      broken: this.watch.broken()[rule.id] ?? 0,
      findings: this.watch.findings().filter((one) => one.rule === rule.id && one.blame === 'target'),
      requirement: this.options.corpus.requirements.get(rule.requirement)!,
      anything: this.heard,
      brokenIn: [],
    };
  }

  private connection() {
    const { sessions, clock } = this.options;
    this.connections += 1;
    const connection = this.connections;
    const numberOf = sessions?.() ?? (() => 1);
    const requests = new ExchangedRequests();
    return {
      /** Takes what one side said. Returns it as it is delivered. */
      note: (from: 'kit' | 'target', carried: Carried, deliberate: boolean): Carried => {
        const channel = carried.stream ?? (connection === 1 ? 'main' : `connection ${connection}`);
        const { message } = carried;
        const delivered = message === undefined ? message : requests.mended(from, message);
        const method = requests.note(from, message);
        const record: WireRecord = {
          ...carried,
          seq: this.seq++,
          time: clock.now() - this.began,
          from,
          channel,
          ...(method === undefined ? {} : { method }),
          ...(deliberate ? { deliberate } : {}),
        };
        this.tell(`session ${connection === 1 ? '' : `${connection}.`}${numberOf(record)}`, record);
        return delivered === message ? carried : { ...withoutText(carried), message: delivered as Json };
      },
    };
  }

  private tell(session: string, record: WireRecord): void {
    if (record.from === 'target' && record.kind !== 'closed' && record.kind !== 'exit') this.heard = true;
    this.found = [];
    this.watch.observe(session, record);
    this.options.onMessage?.({ record, findings: this.found });
    this.sessions.delete(session);
    // Only the end of a connection ends its session; a stream or an exchange is a part of it.
    if ((record.kind === 'closed' && record.stream === undefined) || record.kind === 'exit') this.watch.end(session);
    else this.sessions.add(session);
    const [oldest] = this.sessions;
    if (this.sessions.size <= MOST_SESSIONS || oldest === undefined) return;
    this.sessions.delete(oldest);
    this.watch.end(oldest);
  }
}

/** The exact text would say otherwise than the message. */
function withoutText({ text: _, ...carried }: Carried): Carried {
  return carried;
}

/** Whether what leaves is what was to leave. */
function isSame(carried: Carried, emitted: Carried): boolean {
  if (carried === emitted) return true;
  if (carried.kind !== emitted.kind || carried.kind !== 'message' || emitted.text !== carried.text) return false;
  return stringifyJson(carried.message ?? null) === stringifyJson(emitted.message ?? null);
}
