/** Something that a document says and should not, or lacks. */
export interface Remark {
  /** JSON Pointer to what is meant. */
  path: string;
  /** In plain words, such as "lacks `name`". */
  message: string;
  /** An error where a must is broken or nobody could use the document, else a warning. */
  severity: 'error' | 'warning';
  /** The requirement that asks for it, where one does. */
  requirement?: string;
}

/** What a document turned out to be, in words, and what there is to say about it, in no order. */
export interface Linted {
  what: string;
  remarks: Remark[];
}
