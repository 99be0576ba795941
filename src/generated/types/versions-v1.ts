// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** Constants that differ between the versions of a protocol, read as `${version.x}`. */
export type VersionsFile = {
  /** Version to its constants, oldest first. */
  versions: {
    [k: string]: {
      /** An earlier version. What this one leaves out is as that version has it. */
      like?: string;
      /** What only the references read. */
      reference?: JsonObject;
      /** No handshake shows that a target speaks it: only its file can say so. */
      unseen?: boolean;
      /** The versions that work alike have one family. */
      family?: string;
      /** Of a protocol that extends others: the version of each, by its name. By default their defaults. */
      extends?: {
        [k: string]: string;
      };
      /**
       * Of a protocol that extends others: places of messages, JSON Pointers, that its own definitions speak of in place of theirs; those of one method as `METHOD POINTER`.
       *
       * @minItems 1
       */
      redefines?: string[];
    } & JsonObject;
  };
  /** The version that is meant where none is named. By default the last. */
  default?: string;
  /**
   * Every version that a target may speak, oldest first; what `versions` has besides follows. One that speaks an earlier version than it was asked for is judged by the requirements that its version has, too.
   *
   * @minItems 1
   */
  history?: Revision[];
};
/** A version in the history of a protocol. */
export type Revision = {
  /** Its name. */
  version: string;
  /**
   * Members of messages that it gave a meaning, each with as many names of the members around it as it takes, parted by slashes; `*` is any place of a list. In earlier versions they are the target's own.
   *
   * @minItems 1
   */
  members?: string[];
};
