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
      [k: string]: unknown;
    };
  };
}
