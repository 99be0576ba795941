/** What the schemas say, at run time: validators by protocol and version, the method tables, the check of params. */

export { definitionsOf, meantBy } from './built/names.js';
export { builtGroups } from './built/package-files.js';
export { type BundleJudge, builtJudge, compileSchema, InvalidSchema, judgeWithin } from './compile.js';
export type { DefinitionSet } from './definition-set.js';
export type { SchemaError } from './errors/schema-error.js';
export {
  discriminators,
  errorsOf,
  hasMethodTable,
  type MethodTable,
  methodTable,
} from './methods.js';
export { OwnDefinitions, pointerToken } from './own/own-definitions.js';
export { mapSchemas } from './own/references.js';
export { checkingHandlers, paramsChecker } from './params.js';
export { builtValidators, loadValidators, type Validators } from './validators.js';
export { judgeForTarget, SchemaRefused } from './worker/judge.js';
