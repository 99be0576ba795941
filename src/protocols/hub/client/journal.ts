import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Json } from '../../../json/json.js';

/** One thing that a client has done for good. */
export interface Entry {
  /** The session that it belongs to. */
  sessionId?: string;
  /** A prompt has left, under this id. */
  asked?: string;
  /** A frame with this event id has been processed. */
  eventId?: number;
  /** What the frame said. */
  text?: string;
  /** The answer to the prompt. */
  answer?: { stopReason: Json } | { error: string };
}

/** Where a client keeps what it has processed. `append` returns once the entry outlives the death of this process. */
export interface Journal {
  entries(): Iterable<Entry>;
  append(entry: Entry): void;
}

/** A journal that ends with its process. */
export const noJournal: Journal = { entries: () => [], append: () => undefined };

/**
 * A journal in a file, a line of JSON for each entry. What a frame says and its event id are one line: a client that dies in the middle
 * of it has not processed the frame, and is sent it again.
 */
export function fileJournal(path: string): Journal {
  return {
    entries: () => (existsSync(path) ? whole(readFileSync(path, 'utf8')) : []),
    append: (entry) => appendFileSync(path, `\n${JSON.stringify(entry)}`),
  };
}

/** The entries of a text; one that was cut off in the middle is none. */
function whole(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
}
