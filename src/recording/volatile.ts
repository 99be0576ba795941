/** Longest text that a case holds a target to, word for word. */
const LONGEST = 2_000;

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
const TIME = /\d{4}-\d\d-\d\d|\b\d{1,2}:\d\d:\d\d\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/;
/** Letters and digits that nobody made up: with both, and longer than a word. */
const TOKEN = /^(?=.*\d)(?=.*[a-z])[\w.+/=-]{16,}$/i;
const NAMES = /(?:^|_)(?:id|cursor|token|nonce|key)$|(?:Id|Cursor|Token|Nonce|Key)$/;
const MEASURES = /time|duration|elapsed|latency|date|stamp|port$|pid$|(?:Ms|At|_ms|_at)$/i;

/** Whether a text may be another one the next time: an id, a time, a token, something that was hidden, or very long. */
export const isVolatileText = (text: string, member: string): boolean =>
  text.length > LONGEST ||
  text.includes('[redacted]') ||
  UUID.test(text) ||
  TIME.test(text) ||
  TOKEN.test(text) ||
  NAMES.test(member);

/** Whether a number may be: a time, a duration, a measurement. */
export const isVolatileNumber = (value: number, member: string): boolean =>
  MEASURES.test(member) || !Number.isInteger(value) || value > 1_000_000_000;
