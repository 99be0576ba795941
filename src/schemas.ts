/** What the schemas say, at run time: validators by protocol and version, the method tables, the check of params. */
export type { SchemaError } from './schemas/explain.js';
export { discriminators, type MethodTable, methodTable } from './schemas/methods.js';
export { paramsChecker } from './schemas/params.js';
export { loadValidators, type Validators } from './schemas/validators.js';
