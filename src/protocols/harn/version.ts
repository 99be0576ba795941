/** The version of Harn's extensions that the references speak, as the schemas name it. */
export const VERSION = 'extensions-v1';
