/** The version of the Agent API that the references speak, as the schemas name it. */
export const VERSION = 'v1';
