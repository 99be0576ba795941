// The protocols of this kit by the names that ids begin with: adding one is its folders, and one line here.
export { roles as a2a } from './a2a/index.js';
export { roles as acp } from './acp/index.js';
export { roles as bridge } from './bridge/index.js';
export { roles as harn } from './harn/index.js';
export { roles as hub } from './hub/index.js';
export { roles as mcp } from './mcp/index.js';
export { roles as trust } from './trust/index.js';
