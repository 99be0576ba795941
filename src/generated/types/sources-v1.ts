// Generated from schemas/ by `npm run generate`. Do not edit.

/** The documents that requirements of a protocol name as their source: their sections, and where they stand, so that reports can link to them. */
export type SourcesFile = {
  /** Documents by the name that sources begin with, such as `MCP 2025-11-25`. */
  documents: {
    [k: string]: Document;
  };
};
/** One document and its parts. A source that names none of the parts has no link. A document without an address has headings. */
export type Document = {
  /** Its address, to which those of the parts are relative. */
  url?: string;
  /** A part, as sources name it after the document, to the page and anchor that has it; in the order of the document. */
  sections?: {
    [k: string]: string;
  };
  /** If sources name its sections by number: what stands before the number in an address. */
  numbered?: string;
  /**
   * If it has no address: its parts, as sources name them after the document, in the order of the document.
   *
   * @minItems 1
   */
  headings?: string[];
};
