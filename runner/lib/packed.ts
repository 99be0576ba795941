import * as library from './index.js';

/** The commands and the library, which share most of what they are made of: the build packs them into one file. */
export { mockCommand, program } from '../cli/commands.js';
export { library };
