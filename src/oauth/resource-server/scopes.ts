/** Which scopes a resource asks for. */
export interface NeededScopes {
  /** Those that every request needs. */
  scopes?: readonly string[];
  /** Those that an operation needs besides, by its name. */
  operations?: { readonly [name: string]: readonly string[] };
  /** Scopes by a broader one that implies them. */
  implied?: { readonly [broader: string]: readonly string[] };
}

/** What `ResourceServer` takes for these scopes: what each operation needs, and all of them for the metadata. */
export function scopeRules({ scopes = [], operations = {}, implied = {} }: NeededScopes) {
  const all = [...scopes, ...Object.values(operations).flat(), ...Object.keys(implied)];
  return {
    scopes: [...new Set(all)],
    implied,
    needs: (operation: string | undefined): readonly string[] => {
      const own = operation !== undefined && Object.hasOwn(operations, operation) ? operations[operation]! : [];
      return [...new Set([...scopes, ...own])];
    },
  };
}
