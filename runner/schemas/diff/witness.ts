import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import { judgeWithin } from '../../../src/schemas/index.js';
import type { Bundle, JsonSchema, SchemaObject } from '../../../src/schemas/json-schema.js';
import type { Finding } from './finding.js';

/** Whether a value fits a definition of a bundle; undefined if nobody can say. */
export type DefinitionJudge = (definition: string, value: Json) => boolean | undefined;

/** Most values that are tried for one finding. */
const MOST_TRIED = 80;

/** Judges by a bundle of our own, or of whoever started Proctor. */
export function judgeOf(bundle: Bundle): DefinitionJudge {
  const judge = judgeWithin(bundle);
  const references = new Map<string, JsonSchema>();
  const broken = new Set<string>();
  return (definition, value) => {
    if (broken.has(definition)) return undefined;
    const schema = references.get(definition) ?? {
      $ref: `#/$defs/${definition.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    };
    references.set(definition, schema);
    try {
      return judge(encoded(schema as SchemaObject), value);
    } catch {
      // Ajv does not compile it, or its schema has no end.
      broken.add(definition);
      return undefined;
    }
  };
}

/** Ajv reads a reference as a URI. */
const uris = new WeakMap<SchemaObject, SchemaObject>();
function encoded(schema: SchemaObject): SchemaObject {
  const known = uris.get(schema) ?? { $ref: `#/${schema.$ref!.slice(2).split('/').map(encodeURIComponent).join('/')}` };
  uris.set(schema, known);
  return known;
}

/** A value that the first judge takes and the second refuses, of those that a finding offers; undefined if none does. */
export function witnessOf(
  finding: Finding,
  definition: string,
  { takes, refuses, examples }: { takes: DefinitionJudge; refuses: DefinitionJudge; examples: readonly Json[] },
): Json | undefined {
  // No validator of ours checks formats: what is refused is refused for something else.
  if (finding.keyword === 'format') return undefined;
  let tried = 0;
  for (const value of candidates(finding, examples)) {
    tried += 1;
    if (tried > MOST_TRIED) return undefined;
    if (takes(definition, value) === true && refuses(definition, value) === false) return value;
  }
  return undefined;
}

/** Keywords that are compared as a whole. */
const WHOLE = ['not', 'oneOf', 'anyOf', 'if', 'contains'];

function* candidates(finding: Finding, examples: readonly Json[]): Generator<Json> {
  const made = finding.whole();
  yield* made.slice(0, MOST_TRIED / 2);
  const inner = finding.local();
  for (const example of examples) {
    if (finding.keyword === 'required') yield placed(example, finding.path, undefined);
    for (const value of inner.slice(0, 10)) yield placed(example, finding.path, value);
    // Of what was not taken apart nobody knows where it differs.
    if (WHOLE.includes(finding.keyword)) yield example;
  }
  yield* made.slice(MOST_TRIED / 2);
}

/** A copy of a value with another one at a path, or with nothing there. */
function placed(at: Json, [token, ...rest]: readonly string[], value: Json | undefined): Json {
  if (token === undefined) return value ?? null;
  if (Array.isArray(at)) {
    const index = token === '*' ? 0 : Number(token);
    return [...at.slice(0, index), placed(at[index] ?? null, rest, value), ...at.slice(index + 1)];
  }
  const object = isObject(at) ? at : {};
  const name = token === '*' ? (Object.keys(object)[0] ?? 'anyOther') : token;
  const members = Object.entries(object).filter(([one]) => one !== name);
  if (rest.length === 0 && value === undefined) return Object.fromEntries(members);
  return Object.fromEntries([...members, [name, placed(object[name] ?? null, rest, value)]]);
}
