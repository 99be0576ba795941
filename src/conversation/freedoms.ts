import { ScriptError } from './script-error.js';

/** One liberty that a spec leaves to a role. */
export interface Freedom {
  /** What the reference does when it takes this liberty. */
  does: string;
  /** The page of the spec that allows it, or is silent about it. */
  basis: string;
  /** Whether `permissive: true` takes it. Those that exclude a usual one, or hide what others would show, are only taken by name. */
  usual: boolean;
}

/** Writes down a liberty: usual or not, its basis, what is done. */
export const freedom = (usual: boolean, basis: string, does: string): Freedom => ({ does, basis, usual });

/**
 * Reads the option `permissive`: `true` takes the usual ones of a role's liberties, a list takes exactly those that it names.
 * Throws a ScriptError that names an unknown liberty.
 */
export function takenFreedoms<Name extends string>(
  liberties: Readonly<Record<Name, Freedom>>,
  permissive: boolean | readonly string[] | undefined,
): ReadonlySet<Name> {
  const names = Object.keys(liberties) as Name[];
  if (permissive === undefined || permissive === false) return new Set();
  if (permissive === true) return new Set(names.filter((name) => liberties[name].usual));
  const unknown = permissive.find((name) => !Object.hasOwn(liberties, name));
  if (unknown !== undefined) throw new ScriptError(`Unknown freedom "${unknown}"; known: ${names.join(', ')}`);
  return new Set(permissive as Name[]);
}
