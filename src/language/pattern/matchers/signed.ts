import { showValue } from '../../../json/display.js';
import { isObject, type Json } from '../../../json/json.js';
import { differs, type Matcher, PatternError } from './matcher.js';

/** { as, keys }: a document of this kind, with signatures that these JSON Web Keys made. */
export const signed: Matcher = {
  check: (operand, open) => {
    if (open(operand)) return undefined;
    const isWhole = isObject(operand) && typeof operand.as === 'string' && operand.keys !== undefined;
    return isWhole ? undefined : '$signed takes { as: a kind of document, keys: its JWK set }';
  },
  apply(operand, actual, spot) {
    const { as: kind, keys } = operand as { as: string; keys: Json };
    const problem = spot.context.signed?.(kind);
    if (!problem) throw new PatternError(`nobody knows how a document of kind ${showValue(kind)} is signed`);
    const found = actual === undefined ? 'there is no document' : problem(actual as Json, keys);
    return found === undefined ? [] : differs(spot, { $signed: operand }, actual, found);
  },
};
