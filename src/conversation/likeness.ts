import type { JsonObject } from '../json/json.js';

/** How a script for the mock of a role is made that offers what a real program of that role does. */
export interface Likeness {
  /** The role that asks the program. */
  asker: string;
  /**
   * The script of the asker for the next conversation, by the messages that it has heard in those before; undefined if that is enough.
   */
  next(heard: readonly JsonObject[], round: number): JsonObject | undefined;
  /** The script of the mock, by all messages that the asker has heard. */
  script(heard: readonly JsonObject[]): JsonObject;
}
