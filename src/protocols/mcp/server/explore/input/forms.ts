import { equal } from '../../../../../json/equal.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import { fits, simplestArguments } from '../tools/arguments.js';
import { behaviorOf } from '../tools/tools.js';

/** A form that a result, or a task, asks the user to fill in. */
export interface AskedForm {
  /** Its name among what is asked. */
  key: string;
  /** What fits it, the simplest first; then with every switch on, as who agrees may be asked for more. */
  contents: JsonObject[];
}

/** What a result, or a task, asks for. */
export function requestsIn(asking: JsonObject | undefined): JsonObject[] {
  const requests = asking?.inputRequests;
  return isObject(requests) ? Object.values(requests).filter(isObject) : [];
}

/** What is asked by forms; empty where anything else is asked too, or a form for which nothing is known that fits. */
export function formsIn(asking: JsonObject | undefined): AskedForm[] {
  if (!requestsIn(asking).every((one) => behaviorOf(one) === 'asks-elicitation')) return [];
  const forms = Object.entries((asking?.inputRequests ?? {}) as JsonObject).map(([key, request]): AskedForm => {
    const params = isObject(request) && isObject(request.params) ? request.params : {};
    return { key, contents: isObject(params.requestedSchema) ? contentsFor(params.requestedSchema) : [] };
  });
  return forms.every(({ contents }) => contents.length > 0) ? forms : [];
}

/** What fits the schema of a form, as `AskedForm` has it. */
export function contentsFor(schema: JsonObject): JsonObject[] {
  const simplest = simplestArguments(schema);
  if (simplest === undefined) return [];
  const switches = Object.entries(isObject(schema.properties) ? schema.properties : {})
    .filter(([, one]) => isObject(one) && one.type === 'boolean')
    .map(([name]) => [name, true]);
  const agreeing: JsonObject = { ...simplest, ...Object.fromEntries(switches) };
  return equal(agreeing, simplest) || !fits(agreeing, schema) ? [simplest] : [simplest, agreeing];
}
