import { equal } from '../json/equal.js';
import type { Json } from '../json/json.js';

type Equal = ((a: Json, b: Json) => boolean) & { code?: string };

/**
 * How compiled schemas compare values, in place of Ajv's own function: that one calls a member `valueOf` which a value has of
 * its own, and takes equal members `constructor` for different ones. Built validators get it by the name of Ajv's module.
 */
const jsonEqual: Equal = (a, b) => equal(a, b);
/** @public */
export default jsonEqual;

/** Makes the Ajv that `load` loads compare so, in whatever it compiles from now on. */
export function compareAsJson(load: (module: string) => unknown): void {
  const runtime = load('ajv/dist/runtime/equal.js') as { default: Equal };
  if (runtime.default === jsonEqual) return;
  if (runtime.default.code !== undefined) jsonEqual.code = runtime.default.code;
  runtime.default = jsonEqual;
}
