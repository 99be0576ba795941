import type { Json } from '../../../src/json/json.js';

/** One place at which a value of one schema may be refused by the other, or of which something else is to be said. */
export interface Finding {
  /**
   * `refused`: a value of the first schema may be refused. `declared`: the second declares a member of which the first says nothing, so
   * that a sender may use the name for something else. `through`: the same-named definitions below differ, or may.
   */
  kind: 'refused' | 'declared' | 'through';
  /** Tokens of a JSON Pointer into the value; `*` for any item or member. */
  path: readonly string[];
  keyword: string;
  /** What the first and the second schema say under the keyword. */
  mine?: Json;
  theirs?: Json;
  /** Of `type`, `enum` and `const`: what only the first takes. */
  lost?: readonly Json[];
  /** The alternative of a union that the second schema does not have. */
  variant?: string;
  /** For `declared`: whether a value that a sender has under this name for something else is refused. */
  refuses?: boolean;
  /** For `declared`: whether another alternative of the first schema declares it. */
  elsewhere?: boolean;
  /** For `through`: the definition. */
  definition?: string;
  /** Values at the path that may show it. */
  local(): readonly Json[];
  /** The same as whole values. */
  whole(): readonly Json[];
}

const NOTHING = () => [];

export function refused(
  keyword: string,
  values: () => readonly Json[],
  more: Partial<Omit<Finding, 'kind' | 'keyword'>> = {},
): Finding {
  return { kind: 'refused', path: [], keyword, local: values, whole: values, ...more };
}

export const through = (definition: string): Finding => ({
  kind: 'through',
  path: [],
  keyword: '$ref',
  definition,
  local: NOTHING,
  whole: NOTHING,
});

export const declared = (name: string, refuses: boolean): Finding => ({
  kind: 'declared',
  path: [name],
  keyword: 'properties',
  refuses,
  local: NOTHING,
  whole: NOTHING,
});

/** A finding about a part of a value as one about the value. */
export const inside = (finding: Finding, token: string, wrap: (inner: Json) => Json | undefined): Finding => ({
  ...finding,
  path: [token, ...finding.path],
  whole: () =>
    finding
      .whole()
      .map(wrap)
      .filter((one) => one !== undefined),
});

/** A difference without any detail. */
export const DIFFERENCE: Finding = refused('', NOTHING);
