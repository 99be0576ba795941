import type { Header } from '../../src/generated/types/recording-v1.js';
import type { Level } from '../../src/language/requirement.js';
import type { Role } from '../../src/language/role.js';
import type { TransportName } from '../../src/language/target.js';
import { roleEntry } from '../../src/protocols/index.js';
import type { ProxySide, Tap } from '../../src/proxy/proxy.js';
import type { Finding, Side } from '../../src/watch/finding.js';
import type { Border, Carried } from '../../src/wire/carried.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import { judgedBy } from '../corpus-digest.js';
import type { RunEvent } from '../events.js';
import { earlierVersion } from '../history.js';
import { wireCases } from '../plan/plan.js';
import type { PlannedCase } from '../planned-case.js';
import type { Corpus } from '../types.js';
import { agreedVersion } from './agreed-version.js';
import { judgedSide } from './both-sides.js';
import type { MockMessage } from './mock-message.js';
import { MockWatch } from './mock-watch.js';
import { peerRole } from './peer-role.js';
import { proxiedBinding } from './proxied-binding.js';
import { reportMock } from './report.js';

/** From which level on a broken requirement fails: `any` is every one of them. */
export type FailOn = 'must' | 'should' | 'any';

export interface ProxyWatchOptions {
  corpus: Corpus;
  role: Role;
  /** The protocol version; by default that of the reference. */
  version?: string | undefined;
  transport: TransportName;
  clock: Clock;
  /** The version of Proctor. */
  proctor: string;
  /** What the role is called in the report. */
  name: string;
  /** The command that does it again. */
  rerun: string;
  /** Whether what the role says is changed by faults: then only the other side is judged. */
  isFaulty(): boolean;
  onMessage(message: MockMessage): void;
  /** Told what a person should know, a line each. */
  say?(line: string): void;
}

/** How many findings there were of each level. */
export type Broken = { [level in Level]: number };

/** The wire rules over both sides of a proxy. In records `target` is the role that was named, and `kit` its peer. */
export interface ProxyWatch {
  tap: Tap;
  /** The border that faults of the role stand at, as a proxy takes one. */
  borderOf(faults: Border): Border;
  header: Header;
  /** Nothing more comes. Judges what is still open. */
  end(): void;
  broken(): Broken;
  /** How many messages some rule judged. */
  messages(): number;
  /** The judged roles that said nothing. */
  silent(): string[];
  /** How many rules of the role have judged something, of how many. */
  rules(): { judged: number; total: number };
  /** Reports what came of it, as the events of a run that ends with `exit`. */
  report(emit: (event: RunEvent) => void, exit: number): void;
}

/** What a side says, as against how its connections begin and end. */
const SAYS: ReadonlySet<Carried['kind']> = new Set(['message', 'body', 'bytes', 'sse']);

/** Prepares the wire rules of a role and its peer. Throws an Error if the corpus has no peer of it. */
export async function openProxyWatch(options: ProxyWatchOptions): Promise<ProxyWatch> {
  const { corpus, role, transport, clock, proctor, isFaulty, onMessage } = options;
  const peer = peerRole(corpus, role.role);
  const entry = await roleEntry(role.role);
  if (!peer || !entry) throw new Error(`the corpus has no peer of ${role.role}`);
  const version = options.version ?? entry.version;
  const other = await roleEntry(peer.role);
  const sessions = entry.sessions ?? other?.sessions;
  const entries = other ? [entry, other] : [entry];
  const binding = proxiedBinding(entries, transport, version, (line) => options.say?.(line));
  const began = clock.now();
  const startedAt = new Date(clock.date()).toISOString();
  const broken: Broken = { must: 0, should: 0, may: 0, derived: 0 };
  /** What is newer than the version that the two have agreed on, once that is known to be an earlier one. */
  let newer: ReadonlySet<string> = new Set();
  const isJudged = ({ blame, requirement }: Finding) => (!isFaulty() || blame === 'kit') && !newer.has(requirement);
  const heard = new Set<Side>();
  const watch = new MockWatch({
    ...{ corpus, transport, clock },
    sides: { kit: await judgedSide(corpus, peer, version), target: await judgedSide(corpus, role, version) },
    ...(sessions ? { sessions } : {}),
    onMessage: (message) => {
      if (SAYS.has(message.record.kind)) heard.add(message.record.from);
      const agreed = agreedVersion(message.record);
      if (agreed !== undefined) newer = earlierVersion(corpus, role.role, agreed, version)?.newer ?? newer;
      const findings = message.findings.filter(isJudged);
      for (const { requirement } of findings) broken[corpus.requirements.get(requirement)?.level ?? 'must'] += 1;
      onMessage({ ...message, findings });
    },
  });
  const server: Side = role.side === 'server' ? 'target' : 'kit';
  const client: Side = server === 'target' ? 'kit' : 'target';
  const sideOf = (from: ProxySide) => (from === 'server' ? server : client);
  const observers = new Map<number, ReturnType<MockWatch['observer']>>();
  const isOfVersion = ({ wire }: PlannedCase) => wire === undefined || !newer.has(wire.requirement);
  const rulesOf = (one: string) => wireCases(corpus, one, version, [transport], { outside: true });
  return {
    tap: (carried, from, connection, changed) => {
      const observe = observers.get(connection) ?? watch.observer();
      observers.set(connection, observe);
      observe(sideOf(from), binding.read(carried, from), changed);
      if (carried.kind === 'exit' || (carried.kind === 'closed' && carried.stream === undefined && transport === 'ws'))
        observers.delete(connection);
    },
    // The border of a proxy is that of the server. What a client sends is what its server hears.
    borderOf: (faults) =>
      binding.border(
        role.side === 'server'
          ? faults
          : {
              sends: (carried, emit) => faults.hears(carried, emit),
              hears: (carried, emit) => faults.sends(carried, emit),
            },
      ),
    header: {
      ...{ type: 'header', format: 'proctor-recording', version: 1, proctor, startedAt, by: 'proxy' },
      roles: { kit: peer.role, target: role.role },
      ...{ protocolVersion: version, transport },
    },
    end: () => watch.end('cut'),
    broken: () => broken,
    messages: () => watch.messages(),
    silent: () => {
      const judged: [Side, string][] = [
        ['kit', peer.role],
        ...(isFaulty() ? [] : [['target', role.role] as [Side, string]]),
      ];
      return judged.flatMap(([side, name]) => (heard.has(side) ? [] : name));
    },
    rules: () => {
      const rules = rulesOf(role.role).filter(isOfVersion);
      return { judged: rules.filter(({ wire }) => wire && watch.watched(wire).judged > 0).length, total: rules.length };
    },
    report: (emit, exit) =>
      void reportMock(
        watch,
        {
          ...{ proctor, startedAt, rerun: options.rerun, exit, own: [] },
          ...judgedBy(corpus, [
            { role: role.role, version },
            { role: peer.role, version },
          ]),
          durationMs: clock.now() - began,
          target: { name: options.name, role: role.role, transport, version },
          rules: isFaulty() ? [] : rulesOf(role.role).filter(isOfVersion),
          otherRules: rulesOf(peer.role).filter(isOfVersion),
        },
        emit,
      ),
  };
}

/** Whether findings of these levels fail. */
export function fails(broken: Broken, failOn: FailOn): boolean {
  const levels: Level[] = { must: ['must'], should: ['must', 'should'], any: ['must', 'should', 'may', 'derived'] }[
    failOn
  ] as Level[];
  return levels.some((level) => broken[level] > 0);
}
