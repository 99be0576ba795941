import { fragmentsOfRole } from '../../load/corpus.js';
import type { Corpus } from '../../types.js';
import { packageRoot } from '../root.js';

/** A fragment that the cases of a role may use. */
export interface ListedFragment {
  name: string;
  role: string;
  /** What the line says in which it begins. */
  text: string;
  file: string;
  line: number;
}

/** The fragments that cases of each role may use. */
export async function listedFragments({ roles }: Pick<Corpus, 'roles'>): Promise<ListedFragment[]> {
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
