import type { Json, JsonObject } from '../../../json/json.js';
import type { Bundle, JsonSchema, SchemaObject } from '../../../schemas/json-schema.js';

/** What the definitions say of one object: the members that it may have. */
export interface Form {
  /** Names of the definitions that say it, the outermost first. */
  definitions: string[];
  /** The schemas of each member. */
  members: Map<string, JsonSchema[]>;
  /** Whether it may have members beside these, or nobody can say which. */
  open: boolean;
  /** Set where the object names a variant that its union does not have: the member that says so, and the name. */
  unknown?: { tag: string; name: string };
}

/** The form of an object by schemas that hold for it at once. Of a union the branch counts that the object takes. */
export function formOf(bundle: Bundle, schemas: readonly JsonSchema[], value: JsonObject): Form {
  const form: Form = { definitions: [], members: new Map(), open: false };
  for (const schema of schemas) addTo(form, bundle, schema, value);
  if (form.members.size === 0) form.open = true;
  return form;
}

/** The schemas that hold for the items of a list; of a union of lists, a union of their items. */
export function itemOf(bundle: Bundle, schema: JsonSchema): JsonSchema[] {
  if (typeof schema === 'boolean') return [];
  if (schema.$ref !== undefined) return itemOf(bundle, targetOf(bundle, schema.$ref).schema);
  if (schema.items !== undefined) return [schema.items];
  const items = branchesOf(schema).flatMap((branch) => itemOf(bundle, branch));
  return items.length > 0 ? [{ anyOf: items }] : [];
}

function addTo(form: Form, bundle: Bundle, schema: JsonSchema, value: JsonObject): void {
  if (typeof schema === 'boolean') return;
  if (schema.$ref !== undefined) {
    const { name, schema: target } = targetOf(bundle, schema.$ref);
    form.definitions.push(name);
    addTo(form, bundle, target, value);
  }
  if (schema.additionalProperties !== undefined) form.open = true;
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    form.members.set(name, [...(form.members.get(name) ?? []), member]);
  for (const part of schema.allOf ?? []) addTo(form, bundle, part, value);
  const branches = branchesOf(schema);
  if (branches.length > 0) addUnion(form, bundle, branches, value);
}

function addUnion(form: Form, bundle: Bundle, branches: readonly JsonSchema[], value: JsonObject): void {
  const objects = branches.map((branch) => outlineOf(bundle, branch)).filter(({ takesObjects }) => takesObjects);
  // The member that tells variants apart belongs to all of them.
  for (const tag of objects.flatMap(({ tags }) => [...tags.keys()]))
    if (!form.members.has(tag)) form.members.set(tag, []);
  const fitting = objects.filter(({ tags }) => [...tags].every(([tag, name]) => value[tag] === name));
  const complete = fitting.find(({ required }) => required.every((name) => Object.hasOwn(value, name)));
  const taken =
    complete ?? fitting.find(({ tags }) => tags.size > 0) ?? (objects.length === 1 ? fitting[0] : undefined);
  if (taken) {
    addTo(form, bundle, taken.schema, value);
    return;
  }
  form.open = true;
  const [tag] = objects[0]?.tags.keys() ?? [];
  const name = tag === undefined ? undefined : value[tag];
  const knows = ({ tags }: Outline) => tag !== undefined && tags.has(tag) && tags.get(tag) !== name;
  if (tag !== undefined && typeof name === 'string' && objects.every(knows)) form.unknown = { tag, name };
}

/** What tells whether an object takes a branch of a union. */
interface Outline {
  schema: JsonSchema;
  takesObjects: boolean;
  /** Members that have one value only, with that value. */
  tags: Map<string, Json>;
  required: string[];
}

/** By branch. Every message is looked at, and a union of the protocol has up to twenty branches. */
const outlines = new WeakMap<SchemaObject, Outline>();

function outlineOf(bundle: Bundle, branch: JsonSchema): Outline {
  const known = typeof branch === 'object' ? outlines.get(branch) : undefined;
  if (known) return known;
  const outline: Outline = { schema: branch, takesObjects: true, tags: new Map(), required: [] };
  const read = (schema: JsonSchema): void => {
    if (typeof schema === 'boolean') return;
    if (schema.$ref !== undefined) read(targetOf(bundle, schema.$ref).schema);
    if (schema.type !== undefined && ![schema.type].flat().includes('object')) outline.takesObjects = false;
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      if (typeof member === 'object' && member.const !== undefined) outline.tags.set(name, member.const);
    outline.required.push(...(schema.required ?? []));
    for (const part of schema.allOf ?? []) read(part);
  };
  read(branch);
  if (typeof branch === 'object') outlines.set(branch, outline);
  return outline;
}

const branchesOf = (schema: SchemaObject): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [];

function targetOf(bundle: Bundle, ref: string): { name: string; schema: JsonSchema } {
  const name = ref.replace('#/$defs/', '');
  const schema = bundle.$defs[name];
  if (schema === undefined) throw new Error(`no definition ${name}`);
  return { name, schema };
}
