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

/** Writes down a permissive variant: usual or not, its basis, what is done. */
export const wording = (usual: boolean, basis: string, does: string): PermissiveWording => ({ does, basis, usual });

/** What `permissive` may be: `true` takes the usual wordings of a role, a list takes exactly those that it names. */
export type Permissive = boolean | readonly string[] | undefined;

/** The permissive options of one side. */
export interface PermissiveTable<Name extends string> {
  names: readonly Name[];
  wordings: Readonly<Record<Name, PermissiveWording>>;
  /** Reads `permissive` of a script and of the options, which add up. Throws a ScriptError that names an unknown one. */
  read(...permissive: readonly Permissive[]): ReadonlySet<Name>;
  /** Those of a list that are of this side, and the others, which are for the side that it extends. */
  apart(permissive: readonly string[]): { own: ReadonlySet<Name>; rest: readonly string[] };
}

/** Writes down what the spec leaves to one side, by the names that `permissive` takes. A case that fails a reference with any of these is wrong. */
export function permissiveOptions<Name extends string>(
  wordings: Readonly<Record<Name, PermissiveWording>>,
): PermissiveTable<Name> {
  const names = Object.keys(wordings) as Name[];
  const isOwn = (name: string): name is Name => Object.hasOwn(wordings, name);
  const chosen = (permissive: Permissive = false): readonly Name[] => {
    if (typeof permissive === 'boolean') return permissive ? names.filter((name) => wordings[name].usual) : [];
    const unknown = permissive.find((name) => !isOwn(name));
    if (unknown === undefined) return permissive.filter(isOwn);
    throw new ScriptError(`Unknown permissive variant "${unknown}"; known: ${names.join(', ')}`);
  };
  return {
    names,
    wordings,
    read: (...permissive) => new Set(permissive.flatMap(chosen)),
    apart: (permissive) => ({
      own: new Set(permissive.filter(isOwn)),
      rest: permissive.filter((name) => !isOwn(name)),
    }),
  };
}
