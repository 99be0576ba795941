// All that the build and `npm run generate` use of it, and `proctor schemas`.
export { JSON_TYPE, typesOf } from './declarations.js';
export { OPTIONS, refusedExamples } from './examples.js';
export { BASE, bundleOf, fileOf, inspectGroups, mapRefs, readGroups } from './groups.js';
export { methodTable } from './methods.js';
export { openRpc } from './openrpc.js';
export { SchemaProblems } from './problems.js';
export { publish } from './publish.js';
export { readPublishFile } from './publish-file.js';
