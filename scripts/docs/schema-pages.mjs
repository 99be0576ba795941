// Pages of the reference from the schema of one of our formats: a section for each definition, with its members and an example.
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { anchorOf, inline, page, table, yaml } from './markdown.mjs';

/**
 * The pages of one schema, by path. `pages` says which definitions stand on which page; the first has the file itself as well.
 * Throws for a definition that no page has, or that is not there.
 */
export function schemaPages(schemaFile, pages) {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
  const places = new Map(pages.flatMap(({ file, definitions }) => definitions.map((name) => [name, file])));
  for (const name of Object.keys(schema.$defs))
    if (!places.has(name))
      throw new Error(`scripts/docs/pages.yaml: no page has the definition ${name} of ${schemaFile}`);
  for (const name of places.keys())
    if (!schema.$defs[name]) throw new Error(`scripts/docs/pages.yaml: ${schemaFile} has no definition ${name}`);
  const headings = new Map(Object.entries(schema.$defs).map(([name, { title = name }]) => [name, title]));
  const defined = ({ $ref = '' }) => schema.$defs[$ref.split('/').at(-1)];
  return pages.map(({ file, title, intro, next, definitions }, index) => {
    const linkTo = (name) => {
      const place = places.get(name);
      const path = place === file ? '' : relative(dirname(file), place);
      const heading = headings.get(name);
      return `[${heading.toLowerCase()}](${path}#${anchorOf(isValue(schema.$defs[name]) ? VALUES : heading)})`;
    };
    const root =
      index === 0
        ? section({ ...schema, examples: [longest(schema.examples)] }, linkTo, 'Members of the file', defined)
        : [];
    const all = definitions.map((name) => ({ heading: headings.get(name), definition: schema.$defs[name] }));
    const parts = all.filter(({ definition }) => !isValue(definition));
    const values = all.filter(({ definition }) => isValue(definition));
    return [
      file,
      page(schemaFile, [
        `# ${title}`,
        intro?.trim(),
        ...root,
        ...parts.flatMap(({ definition, heading }) => section(definition, linkTo, heading, defined)),
        ...(values.length > 0 ? [`## ${VALUES}`, tableOfValues(values, linkTo)] : []),
        next?.trim(),
      ]),
    ];
  });
}

const longest = (examples) => examples.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];

/** The heading of the definitions that have no members: texts, names, lists. */
const VALUES = 'Values';
const isValue = ({ properties }) => properties === undefined;

const tableOfValues = (values, linkTo) =>
  table(
    ['value', 'what it is', 'meaning', 'example'],
    values.map(({ heading, definition }) => [
      heading.toLowerCase(),
      valueIn(definition, linkTo),
      definition.description ?? '',
      definition.examples?.length ? `\`${inline(definition.examples[0])}\`` : '',
    ]),
  );

/** A definition with its members. */
function section({ description, properties, required = [], examples = [] }, linkTo, heading, defined) {
  const members = table(
    ['member', 'value', 'meaning'],
    Object.entries(properties).map(([name, member]) => [
      required.includes(name) ? `\`${name}\` (required)` : `\`${name}\``,
      valueIn(member, linkTo),
      member.description ?? defined(member)?.description ?? '',
    ]),
  );
  return [`## ${heading}`, description, ...examples.slice(0, 1).map((example) => yaml(example)), members];
}

/** What a value may be, in a few words. */
function valueIn(schema, linkTo) {
  if (schema === true) return 'anything';
  if (schema.$ref) return linkTo(schema.$ref.split('/').at(-1));
  if ('const' in schema) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(', ');
  const ways = schema.oneOf ?? schema.anyOf;
  if (ways?.some((way) => way.type || way.$ref || 'const' in way || way.enum || way.properties))
    return [...new Set(ways.map((way) => valueIn({ type: schema.type, ...way }, linkTo)))].join(' or ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'anything';
  return types.map((type) => typeOf(type, schema, linkTo)).join(' or ');
}

function typeOf(type, schema, linkTo) {
  if (type === 'array') {
    const items = schema.items && valueIn(schema.items, linkTo);
    return items && items !== 'anything' ? `list of ${items}` : 'list';
  }
  if (type !== 'object') return type;
  const { properties, additionalProperties: others } = schema;
  if (properties) return `\`{ ${Object.keys(properties).join(', ')} }\``;
  const value = typeof others === 'object' ? valueIn(others, linkTo) : 'anything';
  return value === 'anything' ? 'object' : `object of name: ${value}`;
}
