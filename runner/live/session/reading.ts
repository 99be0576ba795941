import type {
  ReadRequirementsResult,
  ReadTranscriptParams,
  ReadTranscriptResult,
} from '../../../src/generated/types/control-v1.js';
import type { Corpus } from '../../types.js';
import type { Lines } from './lines.js';

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
