// All files that are published of a folder of schemas.
import { createHash } from 'node:crypto';
import type { PublishFile } from '../../src/generated/types/publish-v1.js';
import type { Bundle } from '../../src/schemas/json-schema.js';
import { typesOf } from './declarations.js';
import type { Exchanges } from './exchanges.js';
import { bundleOf, mapRefs } from './groups.js';
import { methodTable } from './methods.js';
import { openRpc } from './openrpc.js';
import { pagesOf } from './pages/pages.js';
import type { TestedRequirement } from './pages/requirements.js';
import { publishedAs } from './publish-file.js';
import type { Group, Loose } from './types.js';

export interface PublishOptions {
  /** How each `$id` and each address begins, with a slash at its end: `https://example.com/schemas/`. */
  base: string;
  about: PublishFile;
  /** Which release of Proctor made it. */
  proctor: string;
  /** Makes the TypeScript types of a group. Default: as `typesOf`; null leaves them out. */
  types?: ((group: Group) => Promise<string>) | null;
  /** By protocol, the version whose types `types/PROTOCOL` exports. Default: the newest. */
  usual?: { readonly [protocol: string]: string };
  /** What the pages say of requirements. Default: nothing. */
  requirements?: readonly TestedRequirement[];
  /** What was really said, for the pages. Default: they show the examples of the definitions. */
  exchanges?: Exchanges;
  /** Whether each definition is a file, too, and whether there are pages. Default: both. */
  singles?: boolean;
  pages?: boolean;
}

/** An entry of `index.json`. */
export interface Indexed {
  bundle: string;
  kind: Group['kind'];
  title: string;
  $id: string;
  file: string;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
  definitions: number;
  methods?: number;
  upstream?: { url: string; version: string; licence?: string };
  /** Where it differs from upstream's schema on purpose. */
  errata?: { id: string; definition: string; why: string }[];
}

/** What `index.json` holds. */
export interface Index {
  proctor: string;
  base: string;
  usual: { [protocol: string]: string };
  bundles: Indexed[];
}

/** Path below the folder of the output -> text. */
type Files = Map<string, string>;

/** The bundle of a group with where it comes from. */
function commentedBundle(group: Group, { base, about, proctor }: Omit<PublishOptions, 'types'>): Bundle {
  const { $schema, $id, ...rest } = bundleOf(group, base);
  return { $schema: $schema!, $id: $id!, $comment: originOf(group, about, proctor), ...rest };
}

/** Upstream, version, release and errata in one sentence each. */
function originOf(group: Group, about: PublishFile, proctor: string): string {
  const { upstream } = publishedAs(about, group);
  const { errata = [] } = group;
  const licence = upstream?.licence === undefined ? '' : ` (${upstream.licence})`;
  return [
    upstream && `Written from ${upstream.url}, version ${upstream.version ?? group.version}${licence}.`,
    `Made by Proctor ${proctor}.`,
    errata.length > 0 && `It differs from upstream's schema in ${errata.map(({ id }) => id).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Everything: bundles, single definitions, method tables, OpenRPC, types, pages, `index.json` and `catalog.json`. */
export async function publish(groups: readonly Group[], options: PublishOptions): Promise<Files> {
  const files: Files = new Map();
  const {
    base,
    about,
    types = typesOf,
    singles = true,
    pages = true,
    requirements = [],
    exchanges = new Map(),
  } = options;
  const index: Indexed[] = [];
  for (const group of groups) {
    const { protocol, version } = group;
    const name = `${protocol}/${version}`;
    const file = `schemas/${name}.json`;
    const bundle = commentedBundle(group, options);
    const text = json(bundle);
    files.set(file, text);
    if (singles && group.kind === 'protocol')
      for (const [one, schema] of Object.entries(singlesOf(group, base)))
        files.set(`schemas/${name}/${one}.json`, json(schema));
    const table = methodTable(group);
    if (table) {
      files.set(`methods/${name}.json`, `${JSON.stringify(table)}\n`);
      files.set(`openrpc/${name}.json`, json(openRpc(group)));
    }
    if (types) files.set(`types/${name}.d.ts`, await types(group));
    const { upstream } = publishedAs(about, group);
    index.push({
      ...{ bundle: name, kind: group.kind, title: group.title, $id: bundle.$id!, file },
      sha256: createHash('sha256').update(text).digest('hex'),
      definitions: Object.keys(group.defs).length,
      ...(table && { methods: Object.keys(table.methods).length }),
      ...(upstream && { upstream: { ...upstream, version: upstream.version ?? version } }),
      ...(group.errata && { errata: group.errata.map(({ id, definition, why }) => ({ id, definition, why })) }),
    });
  }
  const usual = { ...newestOf(groups), ...options.usual };
  if (types) {
    for (const [protocol, version] of Object.entries(usual))
      files.set(`types/${protocol}.d.ts`, `export * from './${protocol}/${version}.js';\n`);
    // Types without code, which a program in CommonJS may import as well: they need not be those of an ES module.
    files.set('types/package.json', json({ type: 'commonjs' }));
  }
  files.set('index.json', json({ proctor: options.proctor, base, usual, bundles: index } satisfies Index));
  files.set('catalog.json', json(catalogOf(groups, options)));
  if (pages)
    for (const [path, text] of pagesOf(groups, about, requirements, exchanges)) files.set(`pages/${path}`, text);
  return files;
}

/** The last version of each protocol, with numbers in them compared as numbers. */
function newestOf(groups: readonly Group[]): { [protocol: string]: string } {
  const newest: { [protocol: string]: string } = {};
  for (const { protocol, version } of groups)
    if (version.localeCompare(newest[protocol] ?? '', 'en', { numeric: true }) > 0) newest[protocol] = version;
  return newest;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Each definition as a schema in a file beside those that it refers to. */
function singlesOf(group: Group, base: string): { [name: string]: Loose } {
  const { protocol, version, defs } = group;
  const entries = Object.entries(defs).map(([name, schema]): [string, Loose] => [
    name,
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `${base}${protocol}/${version}/${name}.json`,
      ...mapRefs(schema, (ref) => `${encodeURIComponent(ref.replace('#/$defs/', ''))}.json`),
    },
  ]);
  return Object.fromEntries(entries);
}

/** A catalog as SchemaStore has it, of the bundles that are for files of a name. */
function catalogOf(groups: readonly Group[], { base, about }: PublishOptions): Loose {
  const schemas = groups.flatMap((group) => {
    const { fileMatch } = publishedAs(about, group);
    if (!fileMatch) return [];
    const { protocol, version, title, description } = group;
    return [{ name: title, description, fileMatch, url: `${base}${protocol}/${version}.json` }];
  });
  return { $schema: 'https://json.schemastore.org/schema-catalog.json', version: 1, schemas };
}
