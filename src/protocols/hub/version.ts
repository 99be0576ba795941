/** The version of the hub's protocol that the kit speaks. */
export const VERSION = 'v1';
