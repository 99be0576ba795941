import { count } from '../../../reports/text/words.js';
import { builtGroups, definitionsOf } from '../../../src/schemas/index.js';

/** A bundle of schemas, or one definition of it. */
interface ListedSchema {
  schema: string;
  title?: string;
  description?: string;
  /** How many definitions a bundle has. */
  definitions?: number;
}

/** What there are schemas of: the bundles, or with `all` their definitions. */
export function listedSchemas(all: boolean): { listed: ListedSchema; row: string[] }[] {
  const groups = builtGroups().sort();
  if (!all)
    return groups.map((schema) => {
      const definitions = definitionsOf(schema).length;
      return { listed: { schema, definitions }, row: [schema, count(definitions, 'definition')] };
    });
  return groups.flatMap((group) =>
    definitionsOf(group).map(({ name, ...about }) => {
      const schema = `${group}/${name}`;
      return { listed: { schema, ...about }, row: [schema, firstOf(about.description ?? '')] };
    }),
  );
}

/** The first sentence. */
const firstOf = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
