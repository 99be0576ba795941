import { type Argument, InvalidArgumentError, type Option } from 'commander';
import { closest } from '../../../src/json/suggest.js';
import { DurationError, parseDuration } from '../../../src/language/duration.js';
import { SLOWEST } from '../../run/options.js';

/** What commander makes of the texts of options and arguments. Each throws InvalidArgumentError for a text that is no good. */

/** For an option that takes several values with commas between them, and may be given several times. */
export const listed = (value: string, before?: string) => (before === undefined ? value : `${before},${value}`);

/** For an option that may be given several times. */
export const collect = (value: string, list: string[] = []) => [...list, value];

export function integer(least: number) {
  return (value: string) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < least)
      throw new InvalidArgumentError(`expected a whole number from ${least}`);
    return number;
  };
}

/** The number of a port; 0 lets the machine choose one. */
export function port(value: string) {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new InvalidArgumentError('expected a port from 0 to 65535');
  return number;
}

/** For an option that makes no sense twice: the last one would silently win. */
export function once(value: string, earlier: string | undefined) {
  if (earlier !== undefined) throw new InvalidArgumentError(`it was given before, as ${earlier}; give it once`);
  return value;
}

export function duration(value: string) {
  try {
    return parseDuration(value);
  } catch (error) {
    throw error instanceof DurationError ? new InvalidArgumentError(error.message) : error;
  }
}

export function factor(value: string) {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('expected a number above 0');
  if (number > SLOWEST) throw new InvalidArgumentError(`the largest factor is ${SLOWEST}`);
  return number;
}

/** One of a few words, which commander names in help and completion. */
export function oneOf<Named extends Option | Argument>(named: Named, words: readonly string[]): Named {
  named.choices([...words]).argParser((value: string) => {
    if (words.includes(value)) return value;
    const near = closest(value, words);
    throw new InvalidArgumentError(near === undefined ? `Allowed are ${words.join(', ')}.` : `Did you mean ${near}?`);
  });
  return named;
}
