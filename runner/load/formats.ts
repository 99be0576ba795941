import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import type { FindSchema } from './schema-walk.js';

/** One of our own file formats: how it is judged, and its schema for the messages. */
export interface Format {
  name: string;
  /** What is wrong with the data; empty where it is valid. */
  validate(data: Json): readonly ErrorObject[];
  readonly schema: JsonObject;
  find: FindSchema;
}

export type FormatName =
  | 'behaviors'
  | 'case'
  | 'errata'
  | 'fragments'
  | 'known'
  | 'mutants'
  | 'requirements'
  | 'role'
  | 'target'
  | 'versions'
  | 'wire';

const root = new URL('../../schemas/', import.meta.url);
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const schemas = new Map<string, JsonObject>();

const find: FindSchema = (id) => {
  let schema = schemas.get(id);
  if (!schema) {
    schema = JSON.parse(readFileSync(new URL(id, root), 'utf8')) as JsonObject;
    schemas.set(id, schema);
    ajv.addSchema(schema, `https://x/${id}`);
  }
  return schema;
};

export async function formatOf(name: FormatName): Promise<Format> {
  const id = `${name}/v1.json`;
  find('case/v1.json');
  const schema = find(id)!;
  return {
    name,
    schema,
    find,
    validate(data) {
      const validate = ajv.getSchema(`https://x/${id}`)!;
      return validate(data) ? [] : (validate.errors ?? []);
    },
  };
}
