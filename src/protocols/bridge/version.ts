/** The version of the bridge that the references speak, as the schemas name it. */
export const VERSION = 'v1';
