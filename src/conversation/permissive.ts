import { ScriptError } from './script-error.js';

/** One way of saying or doing something that a spec permits a role. */
export interface PermissiveWording {
  /** What the reference does when it is chosen. */
  does: string;
  /** The page of the spec that allows it, or is silent about it. */
  basis: string;
  /** Whether `permissive: true` takes it. Those that exclude a usual one, or hide what others would show, are only taken by name. */
  usual: boolean;
}

/** Writes down a permissive wording: usual or not, its basis, what is done. */
export const wording = (usual: boolean, basis: string, does: string): PermissiveWording => ({ does, basis, usual });

/**
 * Reads the option `permissive`: `true` takes the usual ones of a role's permissive wordings, a list takes exactly those that it names.
 * Throws a ScriptError that names an unknown one.
 */
export function chosenWordings<Name extends string>(
  wordings: Readonly<Record<Name, PermissiveWording>>,
  permissive: boolean | readonly string[] | undefined,
): ReadonlySet<Name> {
  const names = Object.keys(wordings) as Name[];
  if (permissive === undefined || permissive === false) return new Set();
  if (permissive === true) return new Set(names.filter((name) => wordings[name].usual));
  const unknown = permissive.find((name) => !Object.hasOwn(wordings, name));
  if (unknown !== undefined)
    throw new ScriptError(`Unknown permissive wording "${unknown}"; known: ${names.join(', ')}`);
  return new Set(permissive as Name[]);
}
