// Generated from schemas/ by `npm run generate`. Do not edit.

/** Case id or pattern, `PATTERN#REQUIREMENT`, or a requirement. */
export type Cases = string;
/** What the implementer knows to fail. It lives with the implementation, and an entry that no longer holds makes the run red. */
export type KnownFile = {
  /**
   * The entries.
   *
   * @maxItems 5000
   */
  known: Entry[];
};
/** A failure that is expected, and why. */
export type Entry = {
  /** Case id or pattern, `*` for any part; `PATTERN#REQUIREMENT` for one requirement of it, and a requirement by itself for all cases that check it. Or several of these, in a list. */
  case: Cases | Cases[];
  /** What is wrong. */
  reason: string;
  /** Where it is tracked, such as a link or `#7`. */
  issue?: string;
  /** The day after which the entry is overdue, such as 2027-01-31. */
  until?: string;
  /** fails (default): it must fail. flaky: it may pass or fail. */
  state?: 'fails' | 'flaky';
};
