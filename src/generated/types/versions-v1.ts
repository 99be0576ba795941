// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * Constants that differ between the versions of a protocol, read as `${version.x}`.
 */
export interface VersionsFile {
  /**
   * Version to its constants.
   */
  versions: {
    [k: string]: {
      /**
       * Of a protocol that extends others: the version of each, by its name. By default their newest.
       */
      extends?: {
        [k: string]: string;
      };
      [k: string]: unknown;
    };
  };
}
