import type { Snapshot } from '../../../src/control/snapshot.js';
import { ControlProblem } from '../../../src/control/types.js';
import type {
  ReadTranscriptParams,
  ReadTranscriptResult,
  SaveRecordingParams,
  SaveRecordingResult,
} from '../../../src/generated/types/control-v1.js';
import type { Message } from '../../../src/generated/types/recording-v1.js';
import type { Corpus } from '../../types.js';
import type { Lines } from './lines.js';
import { type Standing, snapshotOf } from './snapshot.js';

/** Makes a file of lines; a text in place of one says why there is none. */
export type Save = (
  format: SaveRecordingParams['format'],
  lines: readonly Message[],
  snapshot: () => Snapshot,
) => SaveRecordingResult | string;

/** Lines that one answer has, unless less are asked for. */
const LIMIT = 1_000;

/** `transcript/read`. */
export function readLines(
  lines: Lines,
  { from = lines.first, limit = LIMIT }: ReadTranscriptParams,
): ReadTranscriptResult {
  const found = lines.read(from, limit);
  const next = (found.at(-1)?.index ?? Math.max(from, lines.first) - 1) + 1;
  return { lines: found, next, end: next >= lines.next };
}

/** A session whose lines can be saved. */
export interface Saved {
  lines: Lines;
  corpus: Pick<Corpus, 'requirements'>;
  save: Save;
}

/** `recording/save`, of lines that are kept. Throws ControlProblem if nothing can be made of them. */
export function saveLines(
  { lines, corpus, save }: Saved,
  { format, lines: wanted }: SaveRecordingParams,
  standing: () => Standing,
): SaveRecordingResult {
  const chosen = wanted?.flatMap((index) => lines.at(index) ?? []) ?? lines.read(lines.first, lines.next);
  const saved = save(
    format,
    chosen.flatMap(({ line }) => (line.type === 'message' ? [line] : [])),
    () => snapshotOf(standing(), chosen, wanted === undefined, corpus),
  );
  if (typeof saved === 'string') throw new ControlProblem(saved);
  return saved;
}
