import type { Json, JsonObject } from '../json/json.js';
import type { Violation } from '../language/pattern/pattern.js';
import { builtJudge, judgeForTarget, SchemaRefused } from '../schemas/index.js';

/**
 * Judges values by a JSON Schema that a case or a target brings (2020-12 unless it names draft-06, draft-07 or 2019-09).
 * What is no schema at all is a violation of its own. Formats are not asserted.
 *
 * The judge throws SchemaRefused if the schema, which may be the target's, costs more than it may.
 */
export function inlineSchema(schema: JsonObject | boolean): (value: Json) => Violation[] {
  const own = builtJudge(schema);
  return (value) => {
    try {
      const errors = own ? own(value) : judgeForTarget(schema, value);
      return errors.map(({ path, message }) => ({ path, message }));
    } catch (error) {
      if (!(error instanceof SchemaRefused) || error.reason !== 'invalid') throw error;
      return [{ path: '', message: `the schema itself is not valid: ${error.message}` }];
    }
  };
}
