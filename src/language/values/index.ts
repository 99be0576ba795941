/** Values of case and fault files: references, value functions, constants. */
export { fromBytes, isBytes, toBytes } from './functions.js';
export { checkTexts, isOpen, namesIn } from './names.js';
export { resolve, resolveArguments } from './resolve.js';
export { substitute } from './substitute.js';
export { NothingThere, type Scope, scopeOf, UnknownName, ValueError } from './template.js';
