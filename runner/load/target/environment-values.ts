import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import { own } from '../../../src/json/own.js';
import { formatPointer } from '../../../src/json/pointer.js';

/** The environment of a process. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

const REFERENCE = /\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The variables that `${env.NAME}` names in a text, in their order. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, name]) => name!);
}

/** A text with `${env.NAME}` filled in; a variable that is not set, or empty, stays as it is. */
export function withVariables(text: string, env: Environment): string {
  return text.replace(REFERENCE, (whole, name: string) => own(env, name) || whole);
}

/** A value with `${env.NAME}` filled in, in every text of it. `missing` is told of each variable that is not set, and where. */
export function fillVariables<T extends Json>(
  value: T,
  env: Environment,
  missing: (name: string, pointer: string) => void,
  pointer = '',
): T {
  if (typeof value === 'string') {
    for (const name of variablesIn(value)) if (!own(env, name)) missing(name, pointer);
    return withVariables(value, env) as T;
  }
  if (Array.isArray(value))
    return value.map((item, index) => fillVariables(item, env, missing, `${pointer}/${index}`)) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      fillVariables(member, env, missing, `${pointer}${formatPointer([name])}`),
    ]),
  ) as T;
}

/** The values that a header's text takes from the environment: no report may show them. By `env.NAME`. */
export function secretsIn(texts: Iterable<string | null>, env: Environment): [string, string][] {
  return [...texts]
    .flatMap((text) => variablesIn(text ?? ''))
    .flatMap((name) => (own(env, name) ? [[`env.${name}`, env[name]] as [string, string]] : []));
}
