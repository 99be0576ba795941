import { wildcard } from '../../../src/bounded/wildcard.js';
import { didYouMean, noSuch } from '../../../src/json/suggest.js';
import type { Case } from '../../../src/language/case.js';
import { parsePattern } from '../../patterns.js';
import { playedVersions } from '../../profiles.js';
import type { Behavior, Corpus } from '../../types.js';
import { casesOf } from '../support/index-of.js';
import {
  columns,
  type Done,
  type InfoContext,
  printJson,
  printLines,
  soundCorpus,
  UsageError,
} from '../support/print.js';
import { listedFragments } from './list-fragments.js';
import { listedMethods } from './list-methods.js';
import { LISTS } from './list-names.js';
import { listedSchemas } from './list-schemas.js';

type ListName = (typeof LISTS)[number];

/** One thing of a list: what patterns look at, its columns, and the whole of it for JSON. */
interface Item {
  id: string;
  /** What a pattern may name instead of the id: requirements, or the roles that it is of. */
  requirements: string[];
  row: string[];
  json: unknown;
}

/**
 * `proctor list WHAT [PATTERN…] [--json]`: what there is, one a line, or as `{ WHAT: […] }`. Patterns are those of `run`.
 * Throws UsageError for an unknown list and for a pattern that matches nothing.
 */
export async function list(
  what: string,
  patterns: readonly string[],
  options: { json: boolean },
  context: InfoContext,
): Promise<Done> {
  if (!(LISTS as readonly string[]).includes(what)) throw new UsageError(noSuch('list of', what, LISTS));
  const items =
    what === 'schemas'
      ? schemaItems(patterns.length > 0)
      : await itemsOf(what as Exclude<ListName, 'schemas'>, await soundCorpus(context));
  const chosen = choose(items, patterns, what);
  if (options.json) {
    printJson(context.io, { [what]: chosen.map(({ json }) => json) });
  } else {
    const namesRoles = what === 'behaviors' || what === 'methods' || what === 'fragments';
    const rows = namesRoles && patterns.length > 0 ? withoutCommonRole(chosen) : chosen.map(({ row }) => row);
    printLines(
      context.io,
      columns(rows, context.io, (id, style) => style.bold(id)),
    );
  }
  return { exit: 0 };
}

/** The rows of behaviors or methods without the column of their roles where that says the same of all. */
function withoutCommonRole(items: readonly Item[]): string[][] {
  const isCommon = new Set(items.map(({ row: [, roles] }) => roles)).size === 1;
  return items.map(({ row: [name = '', roles = '', ...rest] }) =>
    isCommon ? [name, ...rest] : [name, roles, ...rest],
  );
}

/**
 * The items that patterns select, in their order; all where there are none. Throws UsageError for a pattern that selects
 * nothing.
 */
export function choose<T extends Pick<Item, 'id' | 'requirements'>>(
  items: readonly T[],
  patterns: readonly string[],
  what: string,
): T[] {
  const parsed = patterns.map((text) => ({ text, matches: matcher(text, what) }));
  for (const { text, matches } of parsed) {
    if (items.some(matches)) continue;
    const suggestion = didYouMean(text, new Set(items.flatMap(({ id }) => heads(id))));
    throw new UsageError(
      `the pattern \`${text}\` matches none of the ${what}${suggestion === undefined ? '' : `; ${suggestion}`}`,
    );
  }
  return parsed.length === 0 ? [...items] : items.filter((item) => parsed.some(({ matches }) => matches(item)));
}

/** An id and everything that it begins with: `a`, `a.b`, `a.b.c`. */
function heads(id: string): string[] {
  return [...id.matchAll(/[./-]|$/g)].map(({ index }) => id.slice(0, index));
}

/** Patterns of cases as `run` has them; elsewhere the beginning of an id, or a pattern with `*`. */
function matcher(text: string, what: string): (item: Pick<Item, 'id' | 'requirements'>) => boolean {
  if (what === 'cases') {
    const pattern = parsePattern(text);
    return (item) => pattern.matches(item);
  }
  const lower = text.toLowerCase();
  const patterns = [lower, ...['.', '/', '-'].map((separator) => `${lower}${separator}*`)].map(wildcard);
  const isNamed = (one: string) => patterns.some((fits) => fits(one.toLowerCase()));
  return ({ id, requirements }) => isNamed(id) || requirements.some(isNamed);
}

const schemaItems = (all: boolean): Item[] =>
  listedSchemas(all).map(({ listed, row }) => ({ id: listed.schema, requirements: [], row, json: listed }));

async function itemsOf(what: Exclude<ListName, 'schemas'>, corpus: Corpus): Promise<Item[]> {
  switch (what) {
    case 'cases':
      return caseItems(corpus);
    case 'requirements':
      return requirementItems(corpus);
    case 'behaviors':
      return behaviorItems(corpus);
    case 'fragments':
      return fragmentItems(corpus);
    case 'mutants':
      return mutantItems(corpus);
    case 'roles':
      return roleItems(corpus);
    case 'methods':
      return methodItems(corpus);
  }
}

async function fragmentItems(corpus: Corpus): Promise<Item[]> {
  return (await listedFragments(corpus)).map((one) => {
    const { name, role, text } = one;
    return { id: name, requirements: [role], row: [name, role, text], json: one };
  });
}

function caseItems(corpus: Corpus): Item[] {
  return [...casesOf(corpus).values()].map(({ id, title, role, suite, place, requirements, case: transcript }) => {
    const json = {
      id,
      title,
      role,
      suite,
      requirements,
      kills: transcript?.kills ?? [],
      needs: needsOf(transcript),
      at: `${place.file}:${place.line}:${place.col}`,
    };
    return { id, requirements, row: [id, title], json };
  });
}

function requirementItems(corpus: Corpus): Item[] {
  return [...corpus.requirements.values()].map(
    ({ id, level, roles, text, source, url, version, since, until, excluded, note }) => ({
      id,
      requirements: roles,
      row: [id, level, excluded === undefined ? text : `${text} (excluded)`],
      json: { id, level, roles, text, source, url, version, since, until, excluded, note },
    }),
  );
}

function behaviorItems(corpus: Corpus): Item[] {
  return [...corpus.behaviors.values()].flatMap((ofProtocol) =>
    [...ofProtocol.values()].map(({ name, protocol, roles, text, with: takes, gives }) => ({
      id: name,
      requirements: [`${protocol}/${name}`, ...roles],
      row: [name, roles.join(' '), givenInWords(gives), text],
      json: { name, protocol, roles, text, with: takes, gives },
    })),
  );
}

/** What a target file gives with a behavior, by name. */
function givenInWords(gives: Behavior['gives']): string {
  const names = Object.keys(gives);
  return names.length === 0 ? '' : `gives ${names.join(', ')}`;
}

function mutantItems(corpus: Corpus): Item[] {
  return [...corpus.mutants.values()].map(({ id, breaks, role, fault }) => ({
    id,
    requirements: [breaks, role],
    row: [id, breaks, typeof fault.title === 'string' ? fault.title : role],
    json: { id, breaks, role, ...fault },
  }));
}

function roleItems(corpus: Corpus): Item[] {
  const cases = [...casesOf(corpus).values()];
  return [...corpus.roles.values()].map(({ role, peer, transports }) => {
    const number = cases.filter((one) => one.role === role).length;
    const versions = playedVersions(corpus, role);
    return {
      id: role,
      requirements: [],
      row: [role, versions.join(', '), `${number} cases`, `Proctor plays ${peer}, over ${transports.join(' or ')}`],
      json: { role, versions, peer, transports, cases: number },
    };
  });
}

async function methodItems(corpus: Corpus): Promise<Item[]> {
  const methods = await listedMethods(corpus);
  return methods.map(({ listed, row }) => ({ id: listed.method, requirements: [listed.role], row, json: listed }));
}

/** What a case needs, as JSON has it: `without` is absent where it is empty; `version` is absent where any will do, and a text where it is one. */
function needsOf(subject: Case | undefined) {
  const { version = [], without = [], ...lists } = subject?.needs ?? { capability: [], behavior: [], transport: [] };
  return {
    ...lists,
    ...(without.length === 0 ? {} : { without }),
    ...(version.length === 0 ? {} : { version: version.length === 1 ? version[0] : version }),
  };
}
