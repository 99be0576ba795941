import { severalIn } from '../../src/conversation/role-entry.js';
import type { Header } from '../../src/generated/types/recording-v1.js';
import type { TransportName } from '../../src/language/target.js';
import { roleEntry } from '../../src/protocols/index.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import { judgedBy } from '../corpus-digest.js';
import type { RunEvent } from '../events.js';
import { wireCases } from '../plan/plan.js';
import type { Corpus } from '../types.js';
import { judgedSide } from './both-sides.js';
import type { MockMessage } from './mock-message.js';
import { MockWatch, type MockWatchOptions } from './mock-watch.js';
import { peerRole } from './peer-role.js';
import { reportMock } from './report.js';

export interface OpenWatchOptions {
  corpus: Corpus;
  /** The role of the mock. */
  mock: string;
  /** The protocol version; by default that of the reference. */
  version?: string | undefined;
  transport: TransportName;
  clock: Clock;
  /** The version of the kit. */
  proctor: string;
  /** What the peer is called in the report. */
  peer: string;
  /** The command that does it again. */
  rerun: string;
  /** Whether what the mock says is ours alone: no script, no fault. Then what it breaks is a defect of the kit. */
  isOurs: boolean;
  onMessage?: ((message: MockMessage) => void) | undefined;
  /** As of `MockWatch`. */
  byHand?: MockWatchOptions['byHand'] | undefined;
}

/** A watch over a mock and its peer, ready to be put at its border. */
export interface OpenWatch {
  watch: MockWatch;
  /** What a recording of it begins with. */
  header: Header;
  /** How many rules of the peer's role have judged something, of how many. */
  rules(): { judged: number; total: number };
  /** Tells what came of it so far, as the events of a run. Returns the exit code. */
  report(emit: (event: RunEvent) => void): number;
}

/** Prepares the wire rules of the peer's role. Throws an Error where the corpus does not have the role of the mock. */
export async function openWatch(options: OpenWatchOptions): Promise<OpenWatch> {
  const { corpus, mock, transport, clock, proctor, peer, rerun, isOurs, onMessage, byHand } = options;
  const role = peerRole(corpus, mock);
  const own = corpus.roles.get(mock);
  const entry = await roleEntry(mock);
  if (!role || !own || !entry) throw new Error(`the corpus has no role ${mock}`);
  const versions = severalIn(options.version) ?? [options.version ?? entry.version];
  const version = versions.join(', ');
  const sessions = entry.sessions ?? (await roleEntry(role.role))?.sessions;
  const began = clock.now();
  const startedAt = new Date(clock.date()).toISOString();
  const sidesIn = async (one: string) => ({
    kit: await judgedSide(corpus, own, one),
    target: await judgedSide(corpus, role, one),
  });
  const sides = new Map<string, Awaited<ReturnType<typeof sidesIn>>>();
  for (const one of versions) sides.set(one, await sidesIn(one));
  const [first] = sides.values();
  const { together } = entry;
  const watch = new MockWatch({
    ...{ corpus, transport, clock },
    sides: first!,
    ...(together && versions.length > 1 ? { several: { sides, askedBy: (http) => together.askedBy(http) } } : {}),
    ...(sessions ? { sessions } : {}),
    ...(onMessage ? { onMessage } : {}),
    ...(byHand ? { byHand } : {}),
  });
  const rulesIn = versions.flatMap((one) => wireCases(corpus, role.role, one, [transport], { outside: true }));
  // A rule of several versions is one.
  const rules = [...new Map(rulesIn.map((one) => [one.id, one])).values()];
  return {
    watch,
    header: {
      ...{ type: 'header', format: 'proctor-recording', version: 1, proctor, startedAt },
      roles: { kit: mock, target: role.role },
      // Whoever reads the recording reads it in one version.
      ...{ protocolVersion: versions[0]!, transport },
    },
    rules: () => ({
      judged: rules.filter(({ wire }) => wire && watch.watched(wire).judged > 0).length,
      total: rules.length,
    }),
    report: (emit) =>
      reportMock(
        watch,
        {
          ...{
            proctor,
            startedAt,
            rerun,
            ...judgedBy(
              corpus,
              versions.map((one) => ({ role: role.role, version: one })),
            ),
          },
          durationMs: clock.now() - began,
          target: { name: peer, role: role.role, transport, version },
          rules,
          own: isOurs ? watch.ownFindings().map(ownText) : [],
        },
        emit,
      ),
  };
}

function ownText({ requirement, message, record }: ReturnType<MockWatch['ownFindings']>[number]): string {
  return `a message of the mock itself broke ${requirement} (message ${record.seq}): ${message}`;
}
