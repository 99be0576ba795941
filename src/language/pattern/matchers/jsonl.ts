import { kindOf } from '../../../json/display.js';
import { isObject, type Json, JsonProblem, parseJson } from '../../../json/json.js';
import { joinedText } from './joined.js';
import { differs, type Matcher } from './matcher.js';

/** The JSON objects that stand on lines of their own in a text, or in texts that are its pieces: as a list, which the pattern must fit. */
export const jsonl: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    const text = joinedText(actual);
    if (text === undefined) {
      const message = `expected a text or a list of texts, got ${kindOf(actual)}`;
      return differs(spot, { $jsonl: operand }, actual, message);
    }
    return spot.compare(operand, text.split('\n').flatMap(objectsIn));
  },
};

function objectsIn(line: string): Json[] {
  if (!line.trimStart().startsWith('{')) return [];
  try {
    const value = parseJson(line);
    return isObject(value) ? [value] : [];
  } catch (error) {
    if (error instanceof JsonProblem) return [];
    throw error;
  }
}
