import type { ReadRequirementsResult } from '../../../src/generated/types/control-v1.js';
import type { Corpus } from '../../types.js';

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
