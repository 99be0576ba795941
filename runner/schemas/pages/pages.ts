// Pages of what is published, in Markdown: one for each bundle, one that compares the versions of a protocol, and an index.
import type { PublishFile } from '../../../src/generated/types/publish-v1.js';
import type { Exchange, Exchanges } from '../exchanges.js';
import { methodTable } from '../methods.js';
import { publishedAs } from '../publish-file.js';
import type { Group, Method, MethodError, MethodTable, Schema } from '../types.js';
import { anchorOf, block, code, page, plain, table } from './markdown.js';
import { requirementPages, type TestedRequirement } from './requirements.js';
import { valueIn } from './value.js';
import { versionsPage } from './versions.js';

/** Path -> Markdown. Anchors are the names of methods and definitions, and so stay as long as these do. */
export function pagesOf(
  groups: readonly Group[],
  about: PublishFile,
  requirements: readonly TestedRequirement[],
  exchanges: Exchanges,
): Map<string, string> {
  const pages = new Map(
    groups.map((group) => [`${pathOf(group)}.md`, bundlePage(group, about, exchanges.get(pathOf(group)))]),
  );
  const byProtocol = new Map<string, Group[]>();
  for (const group of groups) byProtocol.set(group.protocol, [...(byProtocol.get(group.protocol) ?? []), group]);
  for (const [protocol, versions] of byProtocol)
    if (versions.length > 1) pages.set(`${protocol}/versions.md`, versionsPage(protocol, versions));
  pages.set('README.md', indexPage(byProtocol, requirements.length > 0));
  for (const [path, text] of requirementPages(requirements)) pages.set(path, text);
  return pages;
}

const pathOf = ({ protocol, version }: Group): string => `${protocol}/${version}`;

function indexPage(byProtocol: Map<string, Group[]>, hasRequirements: boolean): string {
  const rows = [...byProtocol].map(([protocol, versions]) => [
    versions.length > 1 ? `[${protocol}](${protocol}/versions.md)` : protocol,
    versions.map((group) => `[${group.version}](${pathOf(group)}.md)`).join(', '),
    plain(versions.at(-1)!.title),
  ]);
  return page([
    '# Schemas',
    table(['name', 'versions', 'title'], rows),
    hasRequirements && 'What tests them: [requirements](requirements/README.md)',
  ]);
}

function bundlePage(group: Group, about: PublishFile, exchanges?: ReadonlyMap<string, Exchange>): string {
  const methods = methodTable(group);
  return page([
    `# ${plain(group.title)}`,
    plain(group.description),
    origin(group, about),
    methods && methodsPart(methods),
    ...(methods
      ? Object.entries(methods.methods).flatMap(([name, method]) =>
          methodPart(name, method, methods, group, exchanges?.get(name)),
        )
      : []),
    methods && errorsPart(methods.errors),
    errataPart(group),
    ...(group.root ? ['## The file', ...definitionPart(group.root, group.defs)] : []),
    '## Definitions',
    ...Object.entries(group.defs).flatMap(([name, schema]) => [`### ${name}`, ...definitionPart(schema, group.defs)]),
  ]);
}

function origin(group: Group, about: PublishFile): string | undefined {
  const { upstream, fileMatch } = publishedAs(about, group);
  const rows = [
    ['bundle', `[${pathOf(group)}.json](../../schemas/${pathOf(group)}.json)`],
    ...(upstream ? [['written from', `<${upstream.url}>`]] : []),
    ...(upstream?.licence ? [['licence of that', plain(upstream.licence)]] : []),
    ...(fileMatch ? [['files', fileMatch.map(code).join(', ')]] : []),
  ];
  return table(['fact', 'value'], rows);
}

const DIRECTIONS = { 'client-to-server': 'client → server', 'server-to-client': 'server → client', both: 'both ways' };

function methodsPart({ methods }: MethodTable): string {
  const rows = Object.entries(methods).map(([name, { direction, kind, summary }]) => [
    `[${name}](#${anchorOf(name)})`,
    kind,
    DIRECTIONS[direction],
    plain(summary),
  ]);
  return `## Methods\n\n${table(['method', 'kind', 'direction', 'what it does'], rows)}`;
}

function methodPart(
  name: string,
  method: Method,
  { errors }: MethodTable,
  { defs }: Group,
  said?: Exchange,
): (string | undefined)[] {
  const { message, params, results, capability } = method;
  const named = (one: string) => `[${one}](#${anchorOf(one)})`;
  const rows = [
    ...(message ? [['message', named(message)]] : []),
    ...(params ? [['params', `${named(params)}${method.paramsRequired ? '' : ', may be left out'}`]] : []),
    ...(results.length > 0 ? [['result', results.map(named).join(' or ')]] : []),
    ...(method.errors.length > 0
      ? [['errors', method.errors.map((one) => `${one} (${errors[one]!.code})`).join(', ')]]
      : []),
    ...(capability ? [['needs', `${code(capability.pointer)} of the ${capability.side}`]] : []),
  ];
  return [
    `### ${name}`,
    `${plain(method.summary)} ${method.kind === 'request' ? 'A request' : 'A notification'}, ${DIRECTIONS[method.direction]}.`,
    table(['fact', 'value'], rows),
    said ? 'As it was said:' : 'As the examples of its definitions have it:',
    ...(said ?? examplesOf(name, method, defs)).map(block),
  ];
}

/** A message and its reply, of the examples of their definitions. */
function examplesOf(name: string, { kind, message, params, results }: Method, defs: Group['defs']): unknown[] {
  const exampleOf = (definition: string | undefined) => defs[definition ?? '']?.examples?.[0];
  const isRequest = kind === 'request';
  const whole = exampleOf(message);
  const given = exampleOf(params);
  const sent = whole ?? {
    jsonrpc: '2.0',
    ...(isRequest ? { id: 1 } : {}),
    method: name,
    ...(given === undefined ? {} : { params: given }),
  };
  const result = exampleOf(results[0]);
  if (!isRequest || result === undefined) return [sent];
  return [sent, { jsonrpc: '2.0', id: (sent as { id?: unknown }).id ?? 1, result }];
}

function errorsPart(errors: { [name: string]: MethodError }): string | undefined {
  const rows = Object.entries(errors).map(([name, { code: number, meaning, data }]) => [
    name,
    String(number),
    plain(meaning),
    data === undefined ? '' : `[${data}](#${anchorOf(data)})`,
  ]);
  return rows.length === 0 ? undefined : `## Errors\n\n${table(['name', 'code', 'meaning', 'data'], rows)}`;
}

function errataPart({ errata = [] }: Group): string | undefined {
  const rows = errata.map(({ id, definition, why }) => [id, `[${definition}](#${anchorOf(definition)})`, plain(why)]);
  return rows.length === 0
    ? undefined
    : `## Differences from upstream's schema\n\n${table(['id', 'definition', 'why'], rows)}`;
}

/** Members that are inherited from other definitions stand with where they come from. */
function definitionPart(schema: Schema, defs: Group['defs']): (string | undefined)[] {
  const { properties = {}, required = [], examples = [] } = schema;
  const rows = Object.entries(properties).map(([name, member]) => [
    `${code(name)}${required.includes(name) ? ' (required)' : ''}`,
    valueIn(member),
    plain(descriptionOf(member as Schema, defs)),
  ]);
  return [
    plain(schema.description ?? ''),
    rows.length === 0 ? `Value: ${valueIn(schema)}.` : undefined,
    table(['member', 'value', 'meaning'], rows),
    rows.length > 0 && schema.allOf ? `And all of: ${schema.allOf.map(valueIn).join(', ')}.` : undefined,
    ...examples.slice(0, 1).map(block),
  ];
}

const descriptionOf = (member: Schema | boolean, defs: Group['defs']): string =>
  typeof member === 'boolean'
    ? ''
    : (member.description ?? (member.$ref ? (defs[member.$ref.replace('#/$defs/', '')]?.description ?? '') : ''));
