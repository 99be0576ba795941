/** Values of case and fault files: references, value functions, constants. */
export { type Bytes, fromBytes, isBytes, toBytes } from './values-functions.js';
export { checkTexts, isOpen, namesIn, type Problem } from './values-names.js';
export { type Mode, resolve, resolveArguments } from './values-resolve.js';
export { substitute } from './values-substitute.js';
export { type Scope, scopeOf, splitName, UnknownName, ValueError } from './values-template.js';
