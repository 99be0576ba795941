/** What the schemas say, at run time: validators by protocol and version, and the method tables. */
export type { SchemaError } from './schemas/explain.js';
export { discriminators, type MethodTable, methodTable } from './schemas/methods.js';
export { loadValidators, type Validators } from './schemas/validators.js';
