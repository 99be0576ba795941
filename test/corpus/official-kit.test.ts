import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCorpus } from '../../runner/load/corpus.js';
import { PERMISSIVE_OPTIONS as OF_CLIENTS } from '../../src/protocols/a2a/client/permissive/variants.js';
import { PERMISSIVE_OPTIONS as OF_SERVERS } from '../../src/protocols/a2a/server/permissive/variants.js';

const root = resolve(import.meta.dirname, '../..');

/** The rows of the table of docs/internals/a2a-official-kit.md about the official kit: what it says, and the names in the other cells. */
function rows(): { says: string; id: string; mutant: string; permissive: string }[] {
  const text = readFileSync(resolve(root, 'docs/internals/a2a-official-kit.md'), 'utf8');
  return [...text.matchAll(/^\| (.+?) \| `(a2a\.\S+)` \| `(a2a\.\S+)` \| (?:`(\S+)` )?\|$/gm)].map(
    ([, says, id, mutant, permissive = '']) => ({ says: says!, id: id!, mutant: mutant!, permissive }),
  );
}

describe('where the official kit for A2A errs', () => {
  it('each row names a case and a mutant that it catches', async () => {
    const { corpus } = await loadCorpus(root, { compiled: resolve(root, 'dist/corpus') });
    const kills = new Map<string, readonly string[]>([
      ...corpus.cases.map(({ id, kills }) => [id, kills] as const),
      ...corpus.wire.flatMap(({ id, roles = [], kills = [] }) =>
        roles.map((role) => [`${role.replace('/', '.')}.wire.${id}`, kills] as const),
      ),
    ]);
    expect(rows().length).toBeGreaterThan(10);
    for (const { says, id, mutant } of rows()) expect(kills.get(id), `${says}: ${id}`).toContain(mutant);
  });

  it('each way that is left open is one of the reference', () => {
    for (const { id, permissive } of rows()) {
      const read = id.startsWith('a2a.client.') ? OF_CLIENTS.read : OF_SERVERS.read;
      if (permissive !== '') expect(read([permissive])).toEqual(new Set([permissive]));
    }
  });
});
