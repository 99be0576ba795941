/** Levels of a log message that shows that a server logs: neither the least nor the most. */
const LEVELS = ['info', 'notice', 'warning', 'error', 'critical', 'alert'];
const ALL_LEVELS = ['debug', ...LEVELS, 'emergency'];

/** The least of these levels that shows it; undefined where none does. */
export const tellingLevel = (levels: readonly string[]): string | undefined =>
  LEVELS.find((one) => levels.includes(one));

export const hasAllLevels = (levels: readonly string[]): boolean => ALL_LEVELS.every((one) => levels.includes(one));
