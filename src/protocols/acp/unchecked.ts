import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';

/** What a peer sent for a T and nobody has checked: any member may be missing, and may be anything. */
export type Unchecked<T> = T extends object ? { readonly [M in keyof T]?: Json } : never;

/** Reads a value that a peer sent for a T; what is no object has no members. */
export const unchecked = <T>(value: Json | undefined): Unchecked<T> => (isObject(value) ? value : {}) as Unchecked<T>;
