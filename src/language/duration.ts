const UNITS = { ms: 1, s: 1000, m: 60_000 } as const;

/** A text that is no duration. */
export class DurationError extends Error {
  constructor(readonly text: string) {
    super(`${JSON.stringify(text)} is no duration; write a number with its unit, such as 300ms, 2s, 1.5s or 5m`);
    this.name = 'DurationError';
  }
}

/** Milliseconds of a duration such as "300ms", "2s", "1.5s" or "5m"; fractions count down to a microsecond. Throws DurationError. */
export function parseDuration(text: string): number {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text);
  const ms = found ? Number(found[1]) * UNITS[found[2] as keyof typeof UNITS] : Number.NaN;
  if (!Number.isFinite(ms)) throw new DurationError(text);
  return Math.round(ms * 1000) / 1000;
}

/** The shortest exact text of so many milliseconds: 500 is "500ms", 1500 "1.5s", 300,000 "5m". Takes what is not negative. */
export function formatDuration(ms: number): string {
  const exact = Math.round(ms * 1000) / 1000;
  if (exact >= UNITS.m && exact % UNITS.m === 0) return `${exact / UNITS.m}m`;
  if (exact >= UNITS.s && Number.isInteger(exact)) return `${exact / UNITS.s}s`;
  return `${exact}ms`;
}
