/** What the schemas say, at run time: validators by protocol and version, the method tables, the check of params. */
export { type BundleJudge, builtJudge, compileSchema, InvalidSchema, judgeWithin } from './compile.js';
export { discriminators, errorsOf, hasMethodTable, type MethodTable, methodTable } from './methods.js';
export { builtGroups } from './package-files.js';
export { checkingHandlers, paramsChecker } from './params.js';
export type { SchemaError } from './schema-error.js';
export { loadValidators, type Validators } from './validators.js';
export { judgeForTarget, SchemaRefused } from './worker/judge.js';
