// All that the build and `npm run generate` use of it, and `proctor schemas`.
export { JSON_TYPE, typesOf } from './declarations.js';
export { OPTIONS, refusedExamples } from './examples.js';
export { bundleOf, fileOf, inspectGroups, mapRefs, readGroups } from './groups.js';
export { methodTable } from './methods.js';
export { openRpc } from './openrpc.js';
export { SchemaProblems } from './problems.js';
