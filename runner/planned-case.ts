import type { Case, SourcePosition } from '../src/language/case.js';
import { startedIn } from '../src/language/steps.js';
import type { ListedUntestable, TransportName } from '../src/language/target.js';
import type { Skip } from './events.js';
import { parsePattern, type Subject } from './patterns.js';
import type { WireRule } from './types.js';

/** The group of the cases that rules become which watch every message of a run. */
export const WIRE_GROUP = 'wire';

/** Why a case is none of what a run asks: it is for other versions, or needs one of these transports. */
export type NotAsked = 'version' | readonly string[];

/** One case of a plan: a transcript (`case`) or a rule that watches the whole run (`wire`). */
export interface PlannedCase extends Subject {
  /** How reports name it, and no other case of the run: its id, with its leg if there are several. */
  name: string;
  title: string;
  group: string;
  role: string;
  place: SourcePosition;
  transport: TransportName;
  /** Set where the run tests the target in several versions. */
  version?: string;
  /** Set where the run tests the target in several legs. */
  leg?: string;
  case?: Case;
  wire?: WireRule;
  /** Set on a wire case that watches some of the role's cases only: that its rule holds there says nothing of the others. */
  partial?: true;
  /** Set where it won't run, with the verdict that it gets instead. */
  gated?: { verdict: 'skipped' | 'untestable'; reason: string; skip?: Skip; unmapped?: string[]; notAsked?: NotAsked };
  /** Set if it tests a requirement that is newer than the profile of the run. */
  newer?: true;
  /** Set where it lasts as long as the target takes for a behavior that it needs. */
  lasts?: true;
  /** Set where it is skipped only because there is no target file that maps its behaviors. */
  needsFile?: true;
  /** Why the target file lists it as untestable: such a verdict does not make the run red. */
  listed?: string;
}

/** What a result says of the case that it is about. */
export function identityOf({ id, name, leg, version, title, group, role, transport, place, newer }: PlannedCase) {
  const of = {
    ...(leg === undefined ? {} : { leg }),
    ...(version === undefined ? {} : { version }),
    ...(newer ? { newer } : {}),
  };
  return { id, name, ...of, title, group, role, transport, place };
}

/** Whether an entry of `untestable` is about a case, over the transport that it is planned for. */
export function isListedBy(
  entry: Pick<ListedUntestable, 'case' | 'behavior' | 'transport'>,
  one: Subject & Pick<PlannedCase, 'transport' | 'case'>,
): boolean {
  return (entry.transport === undefined || entry.transport === one.transport) && isMeantBy(entry, one);
}

/** Whether an entry of `untestable` is about a case, over whatever transport. */
export function isMeantBy(
  entry: Pick<ListedUntestable, 'case' | 'behavior'>,
  one: Subject & Pick<PlannedCase, 'case'>,
): boolean {
  if (entry.behavior !== undefined) return one.case !== undefined && asksFor(one.case, entry.behavior);
  return entry.case !== undefined && parsePattern(entry.case).matches(one);
}

/** Whether a case needs a behavior, or starts the target with it in every version. */
const asksFor = ({ needs, steps }: Case, behavior: string): boolean =>
  needs.behavior.includes(behavior) || startedIn(steps.filter(({ version }) => !version)).includes(behavior);

/** What an entry of `untestable` is about, as messages name it. */
export const listedAs = ({ case: pattern, behavior }: Pick<ListedUntestable, 'case' | 'behavior'>): string =>
  behavior ?? pattern ?? '';
