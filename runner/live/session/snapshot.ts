import type { Snapshot } from '../../../src/control/snapshot.js';
import type { CaseState, Line, State } from '../../../src/generated/types/control-v1.js';
import type { Corpus } from '../../types.js';
import { readRequirements } from './requirements.js';

/** A session whose lines are saved. */
export interface Standing {
  state: State;
  /** Only of a run. */
  cases?: readonly CaseState[];
}

/** Makes a snapshot of all lines that are kept, or of the chosen ones, which are numbered anew. */
export function snapshotOf(
  { state, cases = [] }: Standing,
  lines: readonly Line[],
  isWhole: boolean,
  corpus: Pick<Corpus, 'requirements'>,
): Snapshot {
  const shown = isWhole ? [...lines] : numbered(lines);
  const names = lines.flatMap(({ line }) =>
    line.type === 'message' ? line.findings.map(({ requirement }) => requirement) : [],
  );
  const { holdable: _, ...rest } = state;
  const first = shown[0]?.index ?? 0;
  const part = isWhole ? { sessions: state.sessions, cases: [...cases] } : partOf(lines, state, cases);
  return {
    savedAt: new Date().toISOString(),
    state: {
      ...rest,
      ...{ first, next: first + shown.length, sessions: part.sessions },
      // What could be changed in the session is of no use in a file.
      ...{ faults: [], permissive: [], held: [], can: [] },
    },
    lines: shown,
    requirements: readRequirements(corpus, names).requirements,
    cases: part.cases,
  };
}

/** Lines without the gaps between them. A reply keeps its request if that is among them. */
function numbered(lines: readonly Line[]): Line[] {
  const places = new Map(lines.map(({ index }, place) => [index, place]));
  return lines.map(({ replyTo, ...line }, index) => {
    const request = replyTo === undefined ? undefined : places.get(replyTo);
    return { ...line, index, ...(request === undefined ? {} : { replyTo: request }) };
  });
}

/** The sessions and cases that the lines belong to: of the others, nothing was chosen. */
function partOf(lines: readonly Line[], { sessions }: State, cases: readonly CaseState[]) {
  const counts = new Map<string, number>();
  for (const { line } of lines) {
    if (line.type !== 'message') continue;
    const id = line.session ?? 'session 1';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return {
    sessions: sessions.flatMap((one) => {
      const count = counts.get(one.id);
      return count === undefined ? [] : [{ ...one, lines: count, open: 0 }];
    }),
    cases: cases.filter(({ id }) => counts.has(id)),
  };
}
