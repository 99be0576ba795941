/** The version of A2A that the references speak. */
export const VERSION = '0.3.0';
