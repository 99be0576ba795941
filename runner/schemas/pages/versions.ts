// A page that holds the versions of a protocol side by side.
import { isDeepStrictEqual } from 'node:util';
import { methodTable } from '../methods.js';
import type { Group } from '../types.js';
import { anchorOf, page, table } from './markdown.js';

/** Which version has which method and definition, and where it changes from one to the next. */
export function versionsPage(protocol: string, versions: readonly Group[]): string {
  const heads = versions.map(({ version }) => `[${version}](${version}.md)`);
  const methods = versions.map((group) => methodTable(group)?.methods ?? {});
  const part = (title: string, all: readonly { readonly [name: string]: unknown }[]) => {
    const names = [...new Set(all.flatMap((one) => Object.keys(one)))].sort();
    const rows = names.map((name) => [
      name,
      ...all.map((one, index) => cellOf(name, one, all[index - 1], versions[index]!.version)),
    ]);
    const found = table(['name', ...heads], rows);
    return found && `## ${title}\n\n${found}`;
  };
  return page([
    `# Versions of ${protocol}`,
    '`=` is as in the version on the left, `~` is changed, `+` is new there, and an empty cell has none. Each leads to its definition.',
    part('Methods', methods),
    part(
      'Definitions',
      versions.map(({ defs }) => defs),
    ),
  ]);
}

function cellOf(
  name: string,
  own: { readonly [name: string]: unknown },
  before: { readonly [name: string]: unknown } | undefined,
  version: string,
): string {
  if (!Object.hasOwn(own, name)) return '';
  const isNew = before === undefined || !Object.hasOwn(before, name);
  const mark = isNew ? '+' : isDeepStrictEqual(own[name], before[name]) ? '=' : '~';
  return `[${mark}](${version}.md#${anchorOf(name)})`;
}
