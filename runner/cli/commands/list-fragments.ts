import { fragmentsOfRole } from '../../load/corpus.js';
import type { Corpus } from '../../types.js';
import { packageRoot } from '../root.js';

/** The fragments that cases of each role may use, with what the line says in which each begins. */
export async function listedFragments({ roles }: Corpus) {
  const ofRoles = await Promise.all(
    [...roles.keys()].map(async (role) => ({ role, fragments: await fragmentsOfRole(packageRoot, { roles }, role) })),
  );
  return ofRoles.flatMap(({ role, fragments }) =>
    [...fragments].map(([name, { source, pointer }]) => {
      const { file, line } = source.place(pointer, 'key');
      const text = /:\s+#\s*(.*)$/.exec(source.text.split('\n')[line - 1] ?? '')?.[1] ?? '';
      return { name, role, text, file, line };
    }),
  );
}
