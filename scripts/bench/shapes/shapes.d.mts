/** By name: the JSON text of a value of about so many bytes. */
export const shapes: { readonly [name: string]: (bytes: number) => string };
