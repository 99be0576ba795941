import { kindOf } from '../../../json/display.js';
import { JsonProblem, parseJson } from '../../../json/json.js';
import { differs, type Matcher } from './matcher.js';

/** The value that a text is the JSON of, which the pattern must fit. */
export const parsed: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    const refuse = (message: string) => differs(spot, { $parsed: operand }, actual, message);
    if (typeof actual !== 'string') return refuse(`expected the text of a JSON value, got ${kindOf(actual)}`);
    try {
      return spot.compare(operand, parseJson(actual));
    } catch (error) {
      if (error instanceof JsonProblem) return refuse(`the text is not JSON: ${error.message}`);
      throw error;
    }
  },
};
