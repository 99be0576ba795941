// Generated from schemas/ by `npm run generate`. Do not edit.

/** Which files an argument takes. Empty: any. */
export type FileDescriptor = {
  /** Media types, `*` for any subtype, or endings with a dot. */
  accept?: string[];
  /** Bytes of the file, at most. */
  maxSize?: number;
};
/** The schema of an argument that is a file (`x-mcp-file`, SEP-2356). */
export type FileInput = {
  /** It is text. */
  type: 'string';
  /** It is a URI. */
  format: 'uri';
  'x-mcp-file': FileDescriptor;
};
