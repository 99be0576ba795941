import type { Filtered } from './report-words.js';
import type { Word } from './words.js';

/** Whether an entry of a report fits every word of a filter. */
export const fitsReport = (words: readonly Word[], entry: Filtered): boolean =>
  words.every((word) => word.values.some((value) => fits(word.key, value.toLowerCase(), entry)) !== word.negated);

function fits(key: string, value: string, { text, verdict, requirements, area, level }: Filtered): boolean {
  switch (key) {
    case 'verdict':
      return verdict.toLowerCase() === value;
    case 'level':
      return level === value;
    case 'area':
      return like(area.toLowerCase(), value, false);
    case 'req':
      return requirements.some((id) => like(id.toLowerCase(), value, true));
    default:
      return like(text, value, false);
  }
}

/** Whether a text has the pieces between the stars of a pattern in their order; at its beginning, or anywhere. */
function like(text: string, pattern: string, atBeginning: boolean): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (atBeginning && !text.startsWith(first)) return false;
  let at = text.indexOf(first);
  if (at < 0) return false;
  at += first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}
