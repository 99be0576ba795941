import { dirname } from 'node:path';
import { ScriptError } from '../../../conversation/script-error.js';
import { PlaceError, placeOf } from '../../../files/place.js';
import { ReadError, readText } from '../../../files/read.js';
import type { Json } from '../../../json/json.js';
import { writeRegular } from '../../../workspace/regular-files.js';

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

/** Bytes of the largest journal that is read: a client processes a hundred thousand frames before it has as many. */
const LARGEST = 64 * 1024 * 1024;

/**
 * A journal in a file, a line of JSON for each entry. What a frame says and its event id are one line: a client that dies in the middle
 * of it has not processed the frame, and is sent it again. Throws ScriptError for a path that leads out of `folder` by a link or to no
 * file, and for a journal that can't be read.
 *
 * @param folder what the path is relative to
 */
export function fileJournal(path: string, folder: string): Journal {
  const place = asScript(() => placeOf(path, folder));
  return {
    entries: () => asScript(() => whole(textAt(place))),
    append: (entry) => writeRegular({ root: dirname(place), place }, `\n${JSON.stringify(entry)}`, { append: true }),
  };
}

function textAt(place: string): string {
  try {
    return readText(place, { most: LARGEST });
  } catch (error) {
    if (error instanceof ReadError && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Whoever wrote the script is told what is wrong with its journal. */
function asScript<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof PlaceError || error instanceof ReadError) throw new ScriptError(`journal: ${error.message}`);
    throw error;
  }
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
