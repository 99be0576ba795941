/** Puts other parts in the place of those that a reference is made of: what a defect or a permissive variant does. */
export type Change<Parts> = (parts: Parts) => Parts;

/** The parts with the changes of these names, in the order of the table. Names that the table lacks change nothing. */
export const changed = <Parts>(
  parts: Parts,
  table: Readonly<Record<string, Change<Parts>>>,
  names: Iterable<string>,
): Parts => {
  const chosen = new Set(names);
  return Object.entries(table).reduce((made, [name, change]) => (chosen.has(name) ? change(made) : made), parts);
};
