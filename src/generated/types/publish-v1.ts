// Generated from schemas/ by `npm run generate`. Do not edit.

/** What a folder of schemas says of its bundles beside what is in them: where each comes from, and which files it is for. */
export type PublishFile = {
  /** By bundle, such as `mcp/2025-11-25`, or by its first part for all of its versions. */
  bundles: {
    [k: string]: Published;
  };
};
/** What is said of a bundle. */
export type Published = {
  upstream?: Upstream;
  /**
   * Names of the files that an editor shall judge by it, as SchemaStore has them.
   *
   * @minItems 1
   */
  fileMatch?: string[];
};
/** The document that a bundle says in JSON Schema. */
export type Upstream = {
  /** Where it stands. */
  url: string;
  /** Its version, if the bundle's is another one. */
  version?: string;
  /** Its licence, as SPDX names it. */
  licence?: string;
};
