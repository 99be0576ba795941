import type { CaseOptions, Driven } from '../../src/conversation/case/drive.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Case } from '../../src/language/case.js';
import { roleIn } from '../../src/language/role.js';
import type { Target, TransportName } from '../../src/language/target.js';
import type { WireRecord } from '../../src/wire/record.js';
import { defaultVersion, profilesOf } from '../profiles.js';
import { CaseFactory, type Makers } from './case-factory.js';
import { loadRoleProtocol } from './role-protocol.js';
import type { RunContext } from './run-context.js';
import { TargetFacts } from './target-facts.js';
import { TargetWatch, type Watched } from './target-watch.js';

/** One target of a run, with all that its cases share. */
export interface TargetRun {
  /** What is known of it. */
  facts: TargetFacts;
  /** What its cases are run with. */
  cases: CaseFactory;
  /** What holds its messages against the wire rules. */
  watch: TargetWatch;
}

/** Prepares a target for running. Loads the validators of its protocol and version. Throws if Proctor does not speak that version.
 *
 * @param makers those of another leg, where it starts the same program
 */
export async function prepareTargetRun(
  written: Target,
  entry: RoleEntry,
  context: RunContext,
  makers?: Makers,
): Promise<TargetRun> {
  const { corpus } = context;
  const target = { ...written, behaviors: new Map(written.behaviors) };
  const known = corpus.roles.get(target.role);
  if (!known) throw new Error(`the corpus has no role ${target.role}`);
  const { protocol } = entry;
  const version = target.version ?? defaultVersion(corpus, protocol);
  if (version === undefined) throw new Error(`the corpus has no version of ${protocol}`);
  if (!entry.versions.includes(version)) throw new Error(`Proctor does not speak ${protocol} ${version}`);
  const role = roleIn(known, version);
  const spoken = profilesOf(corpus, target.role, version).map((profile) => profile.version);
  const rules = await loadRoleProtocol(corpus, role, version);
  const facts = new TargetFacts({ target, role, version, spoken, protocol, corpus, comes: entry.opens === 'target' });
  return {
    facts,
    cases: new CaseFactory(facts, entry, rules, spoken, context, makers),
    watch: new TargetWatch(facts, rules.watch, entry.sessions, context.watches),
  };
}

/** Takes note of the version that a target answered with. What it said before that is not judged: it says so again. */
export function noteVersion({ facts, cases, watch }: TargetRun, answered: string): void {
  facts.speaks(answered);
  cases.speaks(answered);
  if (facts.earlier) watch.restart();
}

/** One conversation with a target that the wire rules watch. */
interface DriveWatched {
  transport: TransportName;
  subject: Case;
  /** How the conversation is named; several of one name have numbers. */
  session: string;
  /** What holds beside the options that all cases of the target share. */
  more: Partial<CaseOptions>;
  /** Called with each record. Default: nothing. */
  saw?(record: WireRecord): void;
}

/**
 * Plays a case while the wire rules watch. One that a person has begin anew is another conversation for them. Resolves with what came of the
 * last playing and with its watch, which the caller ends.
 */
export async function driveWatched(
  { watch, cases }: TargetRun,
  { transport, subject, session, more, saw }: DriveWatched,
): Promise<{ driven: Driven; watched: Watched }> {
  let watched: Watched | undefined;
  const driven = await cases.drive(transport, subject, () => {
    watched?.end();
    const mine = watch.watched(transport, `${session}${cases.nextRound(session)}`);
    watched = mine;
    return {
      ...more,
      joined: (company) => {
        if (company.firstId !== undefined) mine.joins(company.process);
        more.joined?.(company);
      },
      onRecord: (record) => {
        mine.observe(record);
        saw?.(record);
      },
      onJudged: () => undefined,
    };
  });
  return { driven, watched: watched! };
}
