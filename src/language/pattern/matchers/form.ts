import { kindOf } from '../../../json/display.js';
import { parametersOf, queryOf } from '../../parameters.js';
import { differs, type Matcher } from './matcher.js';

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/)?\//i;

/** The decoded parameters of a text, which the pattern must fit: those of the query if the text is an address or a path, else those of a form. */
export const form: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    if (typeof actual === 'string')
      return spot.compare(operand, parametersOf(ADDRESS.test(actual) ? queryOf(actual) : actual));
    return differs(
      spot,
      { $form: operand },
      actual,
      `expected the text of a form or an address, got ${kindOf(actual)}`,
    );
  },
};
