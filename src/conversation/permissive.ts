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

/** What `permissive` may be: `true` takes the usual wordings of a role, a list takes exactly those that it names. */
export type Permissive = boolean | readonly string[] | undefined;

/** Reads `permissive` of a script and of the options, which add up. Throws a ScriptError that names an unknown wording. */
export function chosenWordings<Name extends string>(
  wordings: Readonly<Record<Name, PermissiveWording>>,
  ...permissive: readonly Permissive[]
): ReadonlySet<Name> {
  const names = Object.keys(wordings) as Name[];
  const chosen = permissive.flatMap((one = false) => {
    if (typeof one === 'boolean') return one ? names.filter((name) => wordings[name].usual) : [];
    const unknown = one.find((name) => !Object.hasOwn(wordings, name));
    if (unknown !== undefined)
      throw new ScriptError(`Unknown permissive wording "${unknown}"; known: ${names.join(', ')}`);
    return one as Name[];
  });
  return new Set(chosen);
}
