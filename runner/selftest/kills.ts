import { tableOf } from '../../src/language/case.js';
import { absentIn } from '../history.js';
import { wireRulesOf } from '../profiles.js';
import type { Corpus, WireRule } from '../types.js';
import type { Kill } from './types.js';

/**
 * Which cases of a role name which mutants. A mutant that every row of a table names is the table's: one row has to catch
 * it. What only some rows name, each of them has to catch.
 */
export function killsOf(corpus: Corpus, role: string): Map<string, Kill[]> {
  const kills = new Map<string, Kill[]>();
  const add = (mutant: string, kill: Kill) => kills.set(mutant, [...(kills.get(mutant) ?? []), kill]);
  for (const [id, rows] of tablesOf(corpus, role)) {
    for (const mutant of new Set(rows.flatMap(({ kills }) => kills))) {
      const named = rows.filter(({ kills }) => kills.includes(mutant)).map((row) => row.id);
      if (named.length === rows.length) add(mutant, { id, cases: named });
      else for (const row of named) add(mutant, { id: row, cases: [row] });
    }
  }
  return kills;
}

/** The wire rules that watch a role in a version of its protocol: its own, and those of the roles that it extends. */
export function wireRules(
  corpus: Pick<Corpus, 'roles' | 'versions' | 'defaults' | 'history' | 'requirements' | 'wire'>,
  role: string,
  version: string,
): WireRule[] {
  const absent = absentIn(corpus, role, version);
  return wireRulesOf(corpus, role, version).filter(({ requirement }) => !absent.has(requirement));
}

/** The cases of a role by table; a case that is in none stands alone under its own id. */
function tablesOf(corpus: Corpus, role: string) {
  const tables = new Map<string, Corpus['cases']>();
  for (const one of corpus.cases) {
    if (one.role !== role) continue;
    const table = tableOf(one);
    tables.set(table, [...(tables.get(table) ?? []), one]);
  }
  return tables;
}
