/** The version of A2A that the references speak. */
export const VERSION = '0.3.0';
/** The version after that, and what a request calls it: patches do not count there (A2A 1.0.1, 3.6). */
export const V1 = '1.0.1';
export const V1_REQUESTED = '1.0';
/** 0.3.0 as Harn serves it, with what its guide adds and changes. */
export const HARN = '0.3.0-harn';
