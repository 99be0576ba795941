/** Which versions of a protocol something is for. All that is said must hold; a range that says nothing covers all. */
export interface VersionRange {
  /** One of these. */
  version?: string | readonly string[];
  /** This one or a later one. */
  since?: string;
  /** This one or an earlier one. */
  until?: string;
  /** One of this family. */
  family?: string;
}

/** The versions of a protocol, oldest first, each with the family of those that work alike. */
export type VersionOrder = readonly { readonly version: string; readonly family?: string }[];

/** Whether a range covers a version. One that the order does not have is covered by its name alone, or by a range that says nothing. */
export function covers(range: VersionRange, version: string, order: VersionOrder): boolean {
  const at = (name: string) => order.findIndex((one) => one.version === name);
  const here = at(version);
  const { since, until, family } = range;
  if (range.version !== undefined && ![range.version].flat().includes(version)) return false;
  if (family !== undefined && order[here]?.family !== family) return false;
  if (since !== undefined && (here < 0 || at(since) < 0 || here < at(since))) return false;
  return until === undefined || (here >= 0 && here <= at(until));
}
