import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { TransportName } from '../../src/language/target.js';
import type { Finding, WatchRule } from '../../src/watch/finding.js';
import { createWatch, type Watch } from '../../src/watch/watch.js';
import type { WireRecord } from '../../src/wire/record.js';
import { invalidBehaviorValue } from './invalid-behavior-value.js';
import type { RoleProtocol } from './role-protocol.js';
import { SessionNames } from './session-names.js';
import type { TargetFacts } from './target-facts.js';

/** One run of a case under the eyes of the watch. */
export interface Watched {
  observe(record: WireRecord): void;
  /** The case has the connection of others: one session for the rules, until the connection ends. */
  joins(connection: object): void;
  /** What the target file gives that made messages of this run break a schema. */
  invalidValues(): string[];
  /** What the target broke in this run: the first ten different mistakes of each of its sessions. */
  broken(): Finding[];
  /** Ends it. What comes later belongs to no case: nobody waits for it any more. */
  end(): void;
}

/** Holds what a target says against the wire rules, over all its cases. */
export class TargetWatch {
  private readonly watches = new Map<TransportName, Watch>();
  private readonly connections = new WeakMap<object, string>();
  private opened = 0;
  /** Takes what is found wrong with values of the target file, while a case is watched. */
  private noteInvalid: (text: string) => void = () => undefined;

  constructor(
    private readonly facts: TargetFacts,
    private readonly options: RoleProtocol['watch'],
    private readonly sessions: RoleEntry['sessions'],
    private readonly judges?: (rule: WatchRule) => boolean,
  ) {}

  /** The watch of one transport. */
  on(transport: TransportName): Watch {
    const known = this.watches.get(transport) ?? this.create(transport);
    this.watches.set(transport, known);
    return known;
  }

  /** Watches one run of a case, until it ends. */
  watched(transport: TransportName, session: string): Watched {
    const { facts } = this;
    let over = false;
    const names = new SessionNames(session, this.sessions?.());
    const invalidValues = new Set<string>();
    let connection: string | undefined;
    return {
      joins: (of) => {
        connection = this.connectionOf(of);
      },
      observe: (record) => {
        if (over && connection === undefined) return;
        facts.note(record);
        this.noteInvalid = (text) => {
          invalidValues.add(text);
          facts.invalidValues.add(text);
        };
        if (record.apart) return;
        if (connection === undefined) this.on(transport).observe(names.of(record), record);
        else {
          this.on(transport).observe(connection, record, session);
          if (record.kind === 'closed' && record.channel === 'main') this.on(transport).end(connection);
        }
      },
      invalidValues: () => [...invalidValues],
      broken: () =>
        connection === undefined
          ? names.all().flatMap((name) => this.on(transport).brokenIn(name))
          : [...this.on(transport).brokenIn(session)],
      end: () => {
        over = true;
        for (const name of connection === undefined ? names.all() : [session]) this.on(transport).end(name);
      },
    };
  }

  private connectionOf(connection: object): string {
    const known = this.connections.get(connection) ?? `connection ${++this.opened}`;
    this.connections.set(connection, known);
    return known;
  }

  /** The watches of all transports that a case has used. */
  all(): Watch[] {
    return [...this.watches.values()];
  }

  /** Forgets what it has seen, and goes by what is known of the target now. */
  restart(): void {
    this.watches.clear();
  }

  private create(transport: TransportName): Watch {
    const { facts, options } = this;
    const rules = options.rules.filter(({ requirement }) => facts.judges(requirement));
    const { earlier } = facts;
    return createWatch({
      ...options,
      rules,
      ...(earlier ? { isOwn: earlier.isOwn } : {}),
      transport,
      ...(this.judges ? { judges: this.judges } : {}),
      excuses: (finding) => this.excuses(finding),
    });
  }

  private excuses(finding: Finding): boolean {
    const text = invalidBehaviorValue(finding, this.facts.target.file);
    if (text !== undefined) this.noteInvalid(text);
    return text !== undefined;
  }
}
