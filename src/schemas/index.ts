/** What the schemas say, at run time: validators by protocol and version, the method tables, the check of params. */
export type { SchemaError } from './explain.js';
export { discriminators, type MethodTable, methodTable } from './methods.js';
export { paramsChecker } from './params.js';
export { loadValidators, type Validators } from './validators.js';
