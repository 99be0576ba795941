import type { Journal } from '../journal.js';

/** A journal that keeps the session and not what was processed. */
export const sessionAlone = (journal: Journal): Journal => ({
  entries: () => journal.entries(),
  append: ({ sessionId }) => sessionId === undefined || journal.append({ sessionId }),
});
