/** Values of case and fault files: references, value functions, constants. */
export { fromBytes, isBytes, toBytes } from './values-functions.js';
export { checkTexts, isOpen, namesIn } from './values-names.js';
export { resolve, resolveArguments } from './values-resolve.js';
export { substitute } from './values-substitute.js';
export { type Scope, scopeOf, UnknownName, ValueError } from './values-template.js';
