import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closest, listOf } from '../../json/suggest.js';
import { builtFiles, builtGroups } from './package-files.js';

/** One definition of a bundle, as its schema describes it. */
export interface NamedSchema {
  name: string;
  title?: string;
  description?: string;
}

interface Bundle extends Omit<NamedSchema, 'name'> {
  examples?: unknown[];
  $defs?: { [name: string]: Omit<NamedSchema, 'name'> };
}

/** How many names a hint has at most. */
const MOST = 4;

/** What a bundle describes: its definitions; of a format of ours the whole file first, under the name of the format. */
export function definitionsOf(group: string): NamedSchema[] {
  const bundle = JSON.parse(readFileSync(join(builtFiles(), 'schemas', `${group}.json`), 'utf8')) as Bundle;
  const pick = (name: string, { title, description }: Omit<NamedSchema, 'name'>): NamedSchema => ({
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  });
  const [format = ''] = group.split('/');
  // The root of a protocol is the union of its messages, without examples.
  const isFormat = 'examples' in bundle;
  return [
    ...(isFormat ? [pick(format, bundle)] : []),
    ...Object.entries(bundle.$defs ?? {}).map(([name, one]) => pick(name, one)),
  ];
}

/**
 * What could have been meant by `PROTOCOL/VERSION/NAME` where there is no such definition, as the end of an error message.
 *
 * @param name what was written
 */
export function meantBy(name: string): string {
  const groups = builtGroups();
  const names = (group: string) => definitionsOf(group).map((one) => one.name);
  if (groups.includes(name)) return `name one of its definitions, such as \`${name}/${names(name)[0]}\``;
  const parts = name.split('/');
  const group = parts.slice(0, 2).join('/');
  if (groups.includes(group)) {
    const near = closest(parts.slice(2).join('/'), names(group));
    if (near !== undefined) return `did you mean \`${group}/${near}\`?`;
    return `\`proctor list schemas ${group}\` lists its definitions`;
  }
  const [protocol = ''] = parts;
  const definition = parts.at(-1) ?? '';
  const ofProtocol = groups.filter((one) => one.startsWith(`${protocol}/`));
  const where = parts.length === 1 ? groups : ofProtocol;
  const has = where.filter((one) => names(one).includes(definition));
  const version = closest(group, has);
  const meant = version === undefined ? has.slice(-MOST) : [version];
  if (meant.length > 0)
    return `did you mean ${listOf(
      meant.map((one) => `${one}/${definition}`),
      'or',
    )}?`;
  const versions = ofProtocol.map((one) => one.slice(protocol.length + 1));
  if (versions.length > 0) return `${protocol} has the version${versions.length > 1 ? 's' : ''} ${listOf(versions)}`;
  const near = closest(protocol, new Set(groups.map((one) => one.split('/')[0]!)));
  return near === undefined
    ? '`proctor list schemas` lists all'
    : `did you mean \`${[near, ...parts.slice(1)].join('/')}\`?`;
}
