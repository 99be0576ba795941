import { ControlProblem } from '../../../src/control/types.js';
import type {
  ReadRequirementsResult,
  ReadTranscriptParams,
  ReadTranscriptResult,
  SaveRecordingParams,
  SaveRecordingResult,
} from '../../../src/generated/types/control-v1.js';
import type { Message } from '../../../src/generated/types/recording-v1.js';
import type { Corpus } from '../../types.js';
import type { Lines } from './lines.js';

/** Makes a file of lines; a text in place of one says why there is none. */
export type Save = (format: SaveRecordingParams['format'], lines: readonly Message[]) => SaveRecordingResult | string;

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

/** `recording/save`, of lines that are kept. Throws ControlProblem if nothing can be made of them. */
export function saveLines(
  lines: Lines,
  save: Save,
  { format, lines: wanted }: SaveRecordingParams,
): SaveRecordingResult {
  const chosen = wanted?.flatMap((index) => lines.at(index) ?? []) ?? lines.read(lines.first, lines.next);
  const saved = save(
    format,
    chosen.flatMap(({ line }) => (line.type === 'message' ? [line] : [])),
  );
  if (typeof saved === 'string') throw new ControlProblem(saved);
  return saved;
}

/** `requirement/read`. */
export function readRequirements(
  { requirements }: Pick<Corpus, 'requirements'>,
  ids: readonly string[],
): ReadRequirementsResult {
  return {
    requirements: [...new Set(ids)].flatMap((one) => {
      const found = requirements.get(one);
      if (!found) return [];
      const { id, level, text, source, url } = found;
      return [{ id, level, text, source, ...(url === undefined ? {} : { url }) }];
    }),
  };
}
