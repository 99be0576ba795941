import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { BoundedMap } from '../bounded/bounded-map.js';
import type { Json, JsonObject } from '../json/json.js';
import { compareAsJson } from './ajv-equal.js';
import { builtModule } from './built/built-module.js';
import { builtFiles, isBuilt } from './built/package-files.js';
import { present, schemasIn } from './errors/present.js';
import { type AjvError, REPORTS, reportForPeople, VERDICTS } from './errors/reporting.js';
import type { SchemaError } from './errors/schema-error.js';
import type { Bundle, JsonSchema } from './json-schema.js';
import { withoutBigints } from './numbers.js';
import { exceeds } from './worker/extent.js';

/** Where a value departs from a schema, at most 50 places; empty where it fits. */
export type Judge = (value: Json) => SchemaError[];

/** Thrown for what is no JSON Schema: a broken keyword, a reference that leads nowhere. */
export class InvalidSchema extends Error {}

type Validate = ((value: unknown) => boolean) & { errors?: AjvError[] | null };
type Make = new (options: object) => Ajv2020;

/** Loaded only where it is needed: most runs have no schema of their own, and Ajv takes longer to load than many cases to run. */
const load = createRequire(import.meta.url);

function loadAjv(module: string): Make {
  compareAsJson(load);
  return (load(module) as { default: Make }).default;
}

/** What `$schema` names, and how Ajv learns that dialect; what names none of them is 2020-12. */
const DIALECTS: readonly { named: RegExp; module: string; meta?: string }[] = [
  { named: /draft-07/, module: 'ajv' },
  { named: /draft-06/, module: 'ajv', meta: 'ajv/dist/refs/json-schema-draft-06.json' },
  { named: /2019-09/, module: 'ajv/dist/2019.js' },
  { named: /(?:)/, module: 'ajv/dist/2020.js' },
];

/** How many compiled schemas are kept at least, by their text: a target may bring any number. */
const KEPT = 100;
const judges = new BoundedMap<string, Judge>(KEPT);

/**
 * The judge of a schema that is in no bundle: one that a case or a target brings, or that a reference has of its own. It is
 * of the dialect that it names (2020-12, 2019-09, draft-07 or draft-06; without a name 2020-12). Throws InvalidSchema.
 */
export function compileSchema(schema: JsonObject | boolean): Judge {
  const plain = withoutBigints(schema) as JsonObject | boolean;
  const text = JSON.stringify(plain);
  return judges.obtain(text, () => judgeOf(canonical(plain), text));
}

/** What the schemas of the build stay within, by far. */
const OWN = { bytes: 100_000, depth: 200 };

/** The judge of a schema that the build has compiled, which is of our own; undefined for any other. Throws nothing for what is no schema. */
export function builtJudge(schema: JsonObject | boolean): Judge | undefined {
  if (exceeds(schema, OWN)) return undefined;
  const plain = withoutBigints(schema) as JsonObject | boolean;
  return builtFor(JSON.stringify(plain), 'verdict') && compileSchema(plain);
}

/** Whether a value fits a schema that stands somewhere in a bundle and refers to its definitions. */
export type BundleJudge = (schema: JsonSchema, value: Json) => boolean;

/** Judges by any part of a bundle, not by its definitions alone. Each part is compiled when it is first asked for. */
export function judgeWithin({ $defs }: Bundle): BundleJudge {
  const Ajv = loadAjv('ajv/dist/2020.js');
  const compiler = new Ajv({ ...VERDICTS, validateSchema: false }).addSchema({ $defs }, 'bundle');
  const parts = new WeakMap<object, Validate>();
  const compilePart = (schema: Exclude<JsonSchema, boolean>) => {
    const isReference = schema.$ref !== undefined && Object.keys(schema).length === 1;
    return isReference ? compiler.getSchema(`bundle${schema.$ref}`)! : compiler.compile({ ...schema, $defs });
  };
  return (schema, value) => {
    if (typeof schema === 'boolean') return schema;
    const part = parts.get(schema) ?? (compilePart(schema) as Validate);
    parts.set(schema, part);
    return part(withoutBigints(value));
  };
}

function judgeOf(schema: JsonObject | boolean, text: string): Judge {
  const verdict = compiled(schema, text, 'verdict');
  let report: Validate | undefined;
  const schemas = schemasIn(schema as boolean);
  return (value) => {
    const plain = withoutBigints(value);
    if (verdict(plain)) return [];
    report ??= compiled(schema, text, 'report');
    report(plain);
    return present(report.errors ?? verdict.errors ?? [], value, schemas);
  };
}

function compiled(schema: JsonObject | boolean, text: string, purpose: 'verdict' | 'report'): Validate {
  const built = builtFor(text, purpose);
  if (built) return built;
  try {
    return compilerFor(schema, text, purpose).compile(schema) as Validate;
  } catch (error) {
    // The stack of the compiler ran out, which says nothing against the schema.
    if (error instanceof RangeError) throw error;
    throw new InvalidSchema(error instanceof Error ? error.message : String(error));
  }
}

/** Each with how many schemas it has compiled: a compiler keeps something of all of them, so none compiles many. */
const compilers = new Map<string, { compiler: Ajv2020; compiled: number }>();

function compilerFor(schema: JsonObject | boolean, text: string, purpose: 'verdict' | 'report'): Ajv2020 {
  const dialect = String((typeof schema === 'object' && schema.$schema) || '');
  const { module, meta } = DIALECTS.find(({ named }) => named.test(dialect))!;
  const key = `${purpose} ${meta ?? module}`;
  // Two schemas with one `$id` would be one to a compiler, so each that has one gets a compiler of its own.
  const isShared = !text.includes('"$id"');
  const known = isShared ? compilers.get(key) : undefined;
  if (known && known.compiled < KEPT) {
    known.compiled += 1;
    return known.compiler;
  }
  const Ajv = loadAjv(module);
  const compiler = new Ajv(purpose === 'verdict' ? VERDICTS : REPORTS);
  if (meta !== undefined) compiler.addMetaSchema(load(meta) as object);
  if (purpose === 'report') reportForPeople(compiler, load('ajv') as typeof import('ajv'));
  if (isShared) compilers.set(key, { compiler, compiled: 1 });
  return compiler;
}

/** Drafts 06 and 07 were named with http and are often written with https. */
function canonical(schema: JsonObject | boolean): JsonObject | boolean {
  if (typeof schema === 'boolean') return schema;
  const draft = /^https?:\/\/json-schema\.org\/(draft-0[67])\/schema#?$/.exec(String(schema.$schema));
  return draft ? { ...schema, $schema: `http://json-schema.org/${draft[1]}/schema#` } : schema;
}

/** What the build compiled: the schemas of references and behaviors, and those that stand in cases. */
const BUILT = ['', 'cases-'];

/**
 * The schemas that references, behaviors and cases have of their own, by their text: compiled by the build, since Ajv takes
 * longer to start than a reference.
 */
function builtFor(text: string, purpose: 'verdict' | 'report'): Validate | undefined {
  if (!isBuilt()) return undefined;
  for (const prefix of BUILT) {
    const file = join(builtFiles(), 'own-schemas', `${prefix}${purpose}s.cjs`);
    // The build itself reads schemas and cases before they are there.
    if (!existsSync(file)) continue;
    const built = builtModule(file) as { readonly [text: string]: Validate };
    if (Object.hasOwn(built, text)) return built[text];
  }
  return undefined;
}
