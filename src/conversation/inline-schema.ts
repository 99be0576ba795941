import type { Json, JsonObject } from '../json/json.js';
import type { Violation } from '../language/pattern/pattern.js';
import { compileSchema, InvalidSchema, type Judge } from '../schemas/index.js';

/**
 * Judges values by a JSON Schema that a case or a target brings (2020-12 unless it names draft-06, draft-07 or 2019-09).
 * What is no schema at all is a violation of its own. Formats are not asserted.
 */
export function inlineSchema(schema: JsonObject | boolean): (value: Json) => Violation[] {
  let judge: Judge;
  try {
    judge = compileSchema(schema);
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error;
    return () => [{ path: '', message: `the schema itself is not valid: ${error.message}` }];
  }
  return (value) => judge(value).map(({ path, message }) => ({ path, message }));
}
