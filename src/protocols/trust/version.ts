/** The version of the Agent API that the references speak, as the schemas name it. */
export const VERSION = 'v1';
/** The same with watch values that say of each name whether it could be read. */
const WATCH = 'watch-v2';
/** What trust-dev makes of that. */
export const DEV = 'trust-dev';
/** All of them, oldest first. */
export const VERSIONS: readonly string[] = [VERSION, WATCH, DEV];
