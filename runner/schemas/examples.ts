// Whether the examples of all definitions fit them, and whether the definitions are schemas at all.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../../src/json/json.js';
import { compileSchema } from '../../src/schemas/compile.js';
import { bundleOf, capital, type Inspected, mapRefs } from './groups.js';
import { placeOf } from './inspect.js';
import { memberAt, type Problem } from './problems.js';
import type { Group, Loose, Schema } from './types.js';

/** Formats are annotations, as JSON Schema 2020-12 has it by default: what a text has to be is for cases to say. */
export const OPTIONS = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  validateFormats: false,
  messages: false,
  // A definition that many refer to is compiled once: half the code to load, and as fast to judge.
  inlineRefs: false,
} as const;

/** What is wrong with an example or a definition: the definition, what of it is meant, and why. */
export interface Refused {
  name: string;
  pointer: string;
  message: string;
}

/** Keeps what is made of `input`, both JSON. */
export type Cached = <T>(what: string, input: unknown, make: () => T | Promise<T>) => Promise<T>;

/** What is wrong with the examples of some groups. `cached` may keep what is found in a group that stays as it is. */
export async function refusedExamples(
  { groups, origins }: Pick<Inspected, 'groups' | 'origins'>,
  cached: Cached = async (_, __, make) => make(),
): Promise<Problem[]> {
  const found: (Refused & { group: Group; id: string })[] = [];
  for (const group of groups)
    for (const one of await cached('examples', [group.protocol, group.root, group.defs], () => inspect(group)))
      found.push({ ...one, group, id: `${group.protocol}/${group.version}/${one.name}.json` });
  const key = (id: string | undefined, { pointer, message }: Refused) => `${id} ${pointer} ${message}`;
  const keys = new Set(found.map((one) => key(one.id, one)));
  // What a revision takes over as it is, is mended where it comes from.
  const own = found.filter((one) => !keys.has(key(origins.get(one.id), one)));
  return own.flatMap((one) => placed(one, one.group, origins));
}

/** What is wrong in a group. Throws what the compiler throws if it refuses the whole and none of its parts. */
function inspect(group: Group): Refused[] {
  const ajv = new Ajv2020({ ...OPTIONS, logger: false });
  const validates = new Map<string, (value: unknown) => unknown>();
  try {
    for (const [name, { examples, ...schema }] of definitionsOf(group))
      ajv.addSchema({ ...mapRefs(schema, (ref) => `${ref.replace('#/$defs/', '')}.json`), $id: `${name}.json` });
    for (const [name] of definitionsOf(group)) validates.set(name, ajv.getSchema(`${name}.json`)!);
  } catch (error) {
    const broken = brokenDefinitions(group);
    if (broken.length === 0) throw error;
    return broken;
  }
  // Those of definitions that are made are examples of others.
  const written = definitionsOf(group).filter(([name]) => !group.made?.includes(name));
  return written.flatMap(([name, { examples = [] }]) =>
    examples.flatMap((example, index) =>
      validates.get(name)!(example)
        ? []
        : refusals(group, name, example).map(({ path, message }) => ({
            name,
            pointer: `/examples/${index}${path}`,
            message: `the schema refuses its example: ${message}`,
          })),
    ),
  );
}

/** What a definition has against a value, in words. */
function refusals(group: Group, name: string, value: Json) {
  const { $schema, $id, examples, ...bundle } = bundleOf(group) as unknown as Loose;
  const isRoot = name === group.protocol && group.root !== undefined;
  const schema = isRoot ? bundle : { $defs: bundle.$defs, $ref: `#/$defs/${name}` };
  return compileSchema(schema as { [name: string]: Json })(value);
}

/** The definitions of a group by name, and the root of a format by the name that its validator has. */
function definitionsOf({ protocol, root, defs }: Group): [string, Schema][] {
  return [...Object.entries(defs), ...(root ? ([[protocol, root]] as [string, Schema][]) : [])];
}

/** The definitions that are no schemas, each compiled without the others. */
function brokenDefinitions(group: Group): Refused[] {
  return definitionsOf(group).flatMap(([name, { examples, ...schema }]) => {
    const ajv = new Ajv2020({ ...OPTIONS, messages: true, logger: false, validateSchema: false });
    ajv.addSchema({ $id: 'any.json' });
    const alone = mapRefs(schema, () => 'any.json');
    if (!ajv.validateSchema(alone)) {
      // The first of a place says it; the others are of the other forms that it may have.
      const byPlace = new Map([...ajv.errors!].reverse().map((one) => [one.instancePath, one]));
      return [...byPlace].map(([pointer, { message, params }]) => {
        const { allowedValues } = params as { allowedValues?: string[] };
        const values = allowedValues === undefined ? '' : `: ${allowedValues.join(', ')}`;
        return { name, pointer, message: `is not a JSON Schema: ${message}${values}` };
      });
    }
    try {
      ajv.compile(alone);
      return [];
    } catch (error) {
      const said = (error as Error).message;
      const [, keyword] = /unknown keyword: "(.*)"/.exec(said) ?? [];
      const pointer = keyword === undefined ? '' : (pointerTo(schema, keyword) ?? '');
      return [{ name, pointer, message: `is not a JSON Schema: ${said}` }];
    }
  });
}

/** JSON Pointer to the first member of this name. */
function pointerTo(value: unknown, name: string, pointer = ''): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = memberAt(pointer, key);
    const found = key === name && !Array.isArray(value) ? at : pointerTo(inner, name, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The problem with its file; none if the definition is of another group, where it is found as well. */
function placed(
  { name, pointer, message }: Refused,
  { protocol, version, root, taken, defs }: Group,
  origins: Map<string, string>,
): Problem[] {
  if (root !== undefined) {
    const file = `${protocol}/${version}.json`;
    if (name === protocol && !Object.hasOwn(defs, name)) return [{ file, pointer, message }];
    return taken.has(capital(name)) ? [] : [{ file, pointer: `${memberAt('/$defs', name)}${pointer}`, message }];
  }
  const id = `${protocol}/${version}/${name}.json`;
  const from = taken.get(capital(name));
  if (from !== undefined && !origins.has(id)) return [];
  return [{ ...placeOf(id, pointer, origins), message: origins.has(id) ? `${name}${pointer}: ${message}` : message }];
}
