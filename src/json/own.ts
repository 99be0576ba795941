/**
 * Members by names that a message, a file or the command line brought: `constructor` and `__proto__` are names like any other, and every
 * object seems to have them.
 */

/** A member that an object has itself; undefined for all that it inherits. */
export function own<T>(object: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Gives an object a member. A plain assignment to `__proto__` would change the prototype and lose the member. */
export function setOwn<T>(object: { [name: string]: T }, name: string, value: T): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
