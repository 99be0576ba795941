const UNITS = { ms: 1, s: 1000, m: 60_000 } as const;

/** ms of the longest duration, a week. Nobody waits longer; who writes more has taken one unit for another. */
const LONGEST = 7 * 24 * 60 * UNITS.m;

/** A text that is no duration, or one that is longer than anybody waits. */
export class DurationError extends Error {
  constructor(readonly text: string) {
    super(
      DURATION.test(text)
        ? `${shown(text)} is too long; the longest duration is ${formatDuration(LONGEST)}, a week`
        : `${shown(text)} is not a duration; write a number with its unit, such as 300ms, 2s, 1.5s or 5m`,
    );
    this.name = 'DurationError';
  }
}

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)$/;

/** A text as a message shows it: what it is can be seen from its beginning. */
function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/**
 * Milliseconds of a duration such as "300ms", "2s", "1.5s" or "5m", at most a week; fractions count down to a microsecond.
 * Throws DurationError.
 */
export function parseDuration(text: string): number {
  const found = DURATION.exec(text);
  const ms = found ? Number(found[1]) * UNITS[found[2] as keyof typeof UNITS] : Number.NaN;
  if (!(ms <= LONGEST)) throw new DurationError(text);
  return Math.round(ms * 1000) / 1000;
}

/** Why a text is no duration, or undefined. */
export function durationMistake(text: string): string | undefined {
  try {
    parseDuration(text);
    return undefined;
  } catch (error) {
    return (error as DurationError).message;
  }
}

/** The shortest exact text of so many milliseconds: 500 is "500ms", 1500 "1.5s", 300,000 "5m". Takes what is not negative. */
export function formatDuration(ms: number): string {
  const exact = Math.round(ms * 1000) / 1000;
  if (exact >= UNITS.m && exact % UNITS.m === 0) return `${exact / UNITS.m}m`;
  if (exact >= UNITS.s && Number.isInteger(exact)) return `${exact / UNITS.s}s`;
  return `${exact}ms`;
}
