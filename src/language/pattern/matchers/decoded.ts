import { kindOf } from '../../../json/display.js';
import { decodeUtf8, JsonProblem } from '../../../json/json.js';
import { differs, type Matcher } from './matcher.js';

/** base64url without padding (RFC 7515, section 2). */
const BASE64URL = /^[A-Za-z0-9_-]*$/;

/** The text that a text in base64url stands for, which the pattern must fit. */
export const decoded: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    const refuse = (message: string) => differs(spot, { $decoded: operand }, actual, message);
    if (typeof actual !== 'string') return refuse(`expected a text in base64url, got ${kindOf(actual)}`);
    if (!BASE64URL.test(actual)) return refuse('the text is not base64url without padding');
    try {
      return spot.compare(operand, decodeUtf8(Buffer.from(actual, 'base64url')));
    } catch (error) {
      if (error instanceof JsonProblem) return refuse(`the bytes of the text are not UTF-8: ${error.message}`);
      throw error;
    }
  },
};
