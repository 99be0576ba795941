import type { Json, JsonObject } from '../../../src/json/json.js';
import { loadValidators, type SchemaError } from '../../../src/schemas/index.js';

/** Our own file formats, by the folder of their schema. */
export type FormatName =
  | 'behaviors'
  | 'case'
  | 'errata'
  | 'fault'
  | 'fragments'
  | 'known'
  | 'methods'
  | 'mutants'
  | 'report'
  | 'requirements'
  | 'revision'
  | 'role'
  | 'target'
  | 'versions'
  | 'wire';

/** One of our own file formats: what is wrong with data of it, and the schema that says so. */
export interface Format {
  name: string;
  /** Empty where the data is valid. */
  check(data: Json): readonly SchemaError[];
  /** The bundle: every definition under `$defs`. Read from its file when it is first asked for. */
  readonly schema: JsonObject;
}

/** The format of this name, with its compiled validator. Throws where nothing was built. */
export async function formatOf(name: FormatName): Promise<Format> {
  const validators = await loadValidators(name, 'v1');
  return {
    name,
    check: (data) => validators.validate(name, data),
    get schema() {
      return validators.bundle as unknown as JsonObject;
    },
  };
}
