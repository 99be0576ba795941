import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '../../src/schemas/json-schema.js';
import type { Index } from './publish.js';
import type { Group, MethodTable, Schema, WrittenMethod, WrittenTable } from './types.js';

/** The groups that a build has published in `folder`, such as those of the package, with the usual versions. Throws for what is no output of a build. */
export function publishedGroups(folder: string): { groups: Group[]; usual: Index['usual'] } {
  const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
  const { bundles, usual } = read<Index>('index.json');
  const groups = bundles.map(({ bundle: name, kind, file, methods, errata }): Group => {
    const [protocol, version] = name.split('/') as [string, string];
    const { $schema, $id, $comment, $defs, ...root } = read<Bundle>(file);
    const { title = name, description = '' } = root;
    return {
      ...{ protocol, version, kind, title, description, taken: new Map() },
      defs: $defs as Group['defs'],
      ...(kind === 'format' ? { root: root as Schema } : {}),
      ...(methods === undefined ? {} : { methods: written(read<MethodTable>(`methods/${name}.json`)) }),
      ...(errata && { errata }),
    };
  });
  return { groups, usual };
}

/** A method table as `methods.yaml` would say it. */
function written({ methods, ...table }: MethodTable): WrittenTable {
  const entries = Object.entries(methods).map(
    ([name, { results, paramsRequired, params, ...rest }]): [string, WrittenMethod] => [
      name,
      {
        ...rest,
        ...(rest.message === undefined && params !== undefined ? { params } : {}),
        ...(results.length > 0 ? { result: results } : {}),
      },
    ],
  );
  return { ...table, methods: Object.fromEntries(entries) };
}
