import type { Revision } from './revisions.js';
import type { Erratum, Loose } from './types.js';

/** Errata by folder: what `errata.yaml` says, and what it keeps of the version that its own extends. */
export function errataByFolder(
  files: Map<string, Loose>,
  revisions: Map<string, Revision>,
): (folder: string) => Erratum[] | undefined {
  const of = (folder: string, waiting: readonly string[] = []): Erratum[] => {
    const file = files.get(folder);
    if (file === undefined || waiting.includes(folder)) return [];
    const base = revisions.get(folder)?.extends;
    const before = base === undefined ? [] : of(`${folder.split('/')[0]}/${base}`, [...waiting, folder]);
    const kept = before.filter(({ id }) => ((file.keeps ?? []) as string[]).includes(id));
    return [...kept, ...(file.errata as Erratum[]).map(({ id, definition, why }) => ({ id, definition, why }))];
  };
  return (folder) => {
    const all = of(folder);
    return all.length > 0 ? all : undefined;
  };
}
