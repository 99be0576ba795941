import { isObject, type Json, type JsonObject } from '../../../src/json/json.js';
import { didYouMean } from '../../../src/json/suggest.js';
import type { Case, SourcePosition } from '../../../src/language/case.js';
import { stepsOf } from '../../../src/language/steps.js';
import type { FileProblem } from '../../types.js';

/** What the steps of a case may name. */
export interface Known {
  /** The methods of the role in all its versions, and those of the project. */
  methods: ReadonlySet<string>;
  definitions: ReadonlySet<string>;
}

/**
 * Methods and definitions in the steps of a case that do not exist. What is sent may be unknown on purpose, so there only what is
 * nearly the name of a method is a mistake; what is waited for must be one that somebody can send.
 */
export function stepProblems(
  { steps }: Case,
  known: Known,
  problem: (place: SourcePosition, message: string, suggestion?: string) => FileProblem,
): FileProblem[] {
  return stepsOf(steps).flatMap(({ verb, body, place }) => {
    const asked = verb === 'send' || verb === 'call';
    const methods = methodsIn(body, asked).flatMap(({ name, sent }) => {
      const [method = ''] = name.split('#');
      if (method.includes('${') || known.methods.has(method)) return [];
      const suggestion = didYouMean(method, known.methods);
      if (sent && suggestion === undefined) return [];
      const hint = suggestion ?? 'declare your own methods in methods.yaml';
      return [problem(place, `unknown method \`${method}\``, hint)];
    });
    const definitions = definitionsIn(body).flatMap((name) =>
      name.includes('${') || known.definitions.has(name)
        ? []
        : [problem(place, `unknown definition \`${name}\``, didYouMean(name, known.definitions))],
    );
    return [...methods, ...definitions];
  });
}

/** The methods that the body of a step names, in lists and in `seen` as well. `sent`: by Proctor. */
function methodsIn(body: Json | undefined, sent: boolean): { name: string; sent: boolean }[] {
  if (Array.isArray(body)) return body.flatMap((one) => methodsIn(one, sent));
  if (!isObject(body)) return [];
  const own = ['request', 'notify'].flatMap((key) => (typeof body[key] === 'string' ? [body[key]] : []));
  const nested = ['seen', 'until'].flatMap((key) => methodsIn(body[key], false));
  return [...own.map((name) => ({ name, sent: sent && body.from !== 'target' })), ...nested];
}

/** The definitions that patterns in a value name. */
export function definitionsIn(value: Json | undefined): string[] {
  const found: string[] = [];
  const look = (one: Json | undefined) => {
    if (Array.isArray(one)) for (const each of one) look(each);
    else if (isObject(one)) {
      const { $schema } = one as JsonObject;
      if (typeof $schema === 'string') found.push($schema);
      else for (const each of Object.values(one)) look(each);
    }
  };
  look(value);
  return found;
}
