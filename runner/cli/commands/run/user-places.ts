import { relative, resolve } from 'node:path';
import type { SourcePosition } from '../../../../src/language/case.js';
import type { Target } from '../../../../src/language/target.js';
import type { CaseResult } from '../../../events.js';
import type { Corpus } from '../../../types.js';
import { isOfProject } from '../../support/reporters.js';

/**
 * Where the files of a project speak of a case: where it stands itself, if it is one of theirs, else where the first behavior is mapped that it needs, else at the beginning of the file;
 * undefined where the target has no file.
 *
 * @param root the folder that the names of files are told from: that of the repository
 */
export function userPlaces(corpus: Corpus, targets: readonly Target[], root: string) {
  const own = new Map(corpus.cases.filter(({ place }) => isOfProject(place.file)).map(({ id, place }) => [id, place]));
  const needs = new Map(corpus.cases.map(({ id, needs: { behavior } }) => [id, behavior]));
  return ({ id, role }: Pick<CaseResult, 'id' | 'role'>): SourcePosition | undefined => {
    const written = own.get(id);
    if (written) return { ...written, file: relative(root, resolve(written.file)) };
    const target = targets.find((one) => one.role === role);
    if (target?.file === undefined) return undefined;
    const mapped = (needs.get(id) ?? []).map((name) => target.behaviors.get(name)?.place);
    const place = mapped.find((one) => one !== undefined) ?? { line: 1, col: 1 };
    return { ...place, file: relative(root, resolve(target.file)) };
  };
}
