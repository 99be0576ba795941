/** The version of A2A that the references speak. */
export const VERSION = '0.3.0';
/** The same as Harn serves it, with what its guide adds and changes. */
export const HARN = '0.3.0-harn';
