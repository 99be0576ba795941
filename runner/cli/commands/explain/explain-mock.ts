import { stringify } from 'yaml';
import { styleFor } from '../../../../reports/text/style.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../src/json/json.js';
import { getPointer } from '../../../../src/json/pointer.js';
import { noSuch } from '../../../../src/json/suggest.js';
import { mockFactsOf, roleEntry, roles } from '../../../../src/protocols/index.js';
import { columns, type Done, type InfoContext, printLines, UsageError, wrapped } from '../../support/print.js';

/** Width of running text at most, in columns. */
const WIDTH = 100;

/**
 * `proctor explain mock ROLE`: how the mock of a role is reached, what its script may say, its permissive variants, and an example. Throws
 * UsageError without a role, and for one that does not exist.
 */
export async function explainMock(role: string | undefined, { io, readSource }: InfoContext): Promise<Done> {
  const known = Object.keys(roles);
  const entry = role === undefined ? undefined : await roleEntry(role);
  if (role === undefined || !entry) {
    const wrong = role === undefined ? `say of which role: there are ${known.join(', ')}` : noSuch('role', role, known);
    throw new UsageError(`${wrong}\n    proctor explain mock ROLE`);
  }
  const style = styleFor(io.color);
  const width = Math.min(WIDTH, io.columns ?? WIDTH);
  const facts = await mockFactsOf(role);
  const schemas = (facts?.scripts ?? []).flatMap((name) => {
    const path = `dist/schemas/${name}/v1.json`;
    const text = readSource(path);
    const schema = text === undefined ? undefined : parseJson(text);
    return isObject(schema) ? [{ path, schema }] : [];
  });
  const starts = startsOf(role, Object.keys(entry.bindings), entry.opens === 'target');
  printLines(io, [
    [style.bold(role), 'mock', entry.versions.length > 1 ? `speaks ${entry.versions.join(', ')}` : entry.version].join(
      ' · ',
    ),
    ...starts.map((line) => `  ${line}`),
    ...(entry.versions.length > 1 ? [`  --version VERSION   default: ${entry.version}`] : []),
    ...schemas.flatMap(({ path, schema }) => [
      '',
      style.bold(`--script FILE, ${path}`),
      ...columns(membersOf(schema), io).map((line) => `  ${line}`),
      ...exampleOf(schema, style.dim),
    ]),
    ...(schemas.length === 0 ? ['', 'It takes no script.'] : []),
    '',
    style.bold('--permissive NAMES'),
    ...wrapped(
      'What the specification allows and few implementations show. Without names those with * are used.',
      width,
    ),
    ...columns(variantsOf(facts?.permissive ?? []), io).map((line) => `  ${line}`),
  ]);
  return { exit: 0 };
}

/** The lines that start it. */
function startsOf(role: string, transports: readonly string[], isClient: boolean): string[] {
  const start = `npx proctor mock ${role}`;
  return transports.map((transport) => {
    if (!isClient) return transport === 'stdio' ? start : `${start} --transport ${transport} --port 8080`;
    if (transport === 'stdio') return `${start} -- COMMAND   (starts the program that it speaks with)`;
    return `${start} --transport ${transport} --url URL`;
  });
}

/** The members of a script, and below each those of its entries. */
function membersOf(schema: JsonObject): string[][] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, member]) => [
    [name, textOf(member)],
    ...Object.entries(propertiesOf(entryOf(schema, member))).map(([inner, about]) => [`  ${inner}`, textOf(about)]),
  ]);
}

const propertiesOf = (schema: Json | undefined): JsonObject =>
  isObject(schema) && isObject(schema.properties) ? schema.properties : {};

/** What a member holds, or what each of its entries is: the first form that is an object with members. */
function entryOf(root: JsonObject, member: Json | undefined): Json | undefined {
  if (!isObject(member)) return undefined;
  if (typeof member.$ref === 'string') return getPointer(root, member.$ref.slice(1));
  const forms = [member.anyOf, member.oneOf].filter(Array.isArray).flat();
  for (const inner of [member.items, ...forms]) {
    const entry = entryOf(root, inner);
    if (isObject(entry)) return entry;
  }
  return isObject(member.properties) ? member : undefined;
}

const textOf = (schema: Json | undefined) =>
  isObject(schema) && typeof schema.description === 'string' ? schema.description : '';

function exampleOf({ examples }: JsonObject, dim: (text: string) => string): string[] {
  const example = Array.isArray(examples) ? examples.at(-1) : undefined;
  if (example === undefined) return [];
  const lines = stringify(example, { lineWidth: WIDTH }).trimEnd().split('\n');
  return ['  For example:', ...lines.map((line) => dim(`    ${line}`))];
}

function variantsOf(tables: readonly { readonly [name: string]: { does: string; usual: boolean } }[]): string[][] {
  return tables.flatMap((table) =>
    Object.entries(table).map(([name, { does, usual }]) => [`${name}${usual ? ' *' : ''}`, does]),
  );
}
