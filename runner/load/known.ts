import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileProblem, KnownEntry } from '../types.js';
import { formatOf } from './files/formats.js';
import { readFormat } from './files/read.js';

/** The list of known failures beside a target file, which is used if no other is named; undefined if there is none, or no target file. */
export function usualKnown(target: string | undefined): string | undefined {
  if (target === undefined) return undefined;
  const file = join(dirname(target), 'known.yaml');
  return existsSync(file) ? file : undefined;
}

/**
 * Loads a file of known failures. Entries are in the order of the file; those with a problem are left out. Besides what
 * the format says, a day must exist and no two entries may speak of the same cases and requirement.
 *
 * @param path where the file is
 * @param shown how messages name it
 * @param text what is in it, if that was read already
 */
export async function loadKnown(
  path: string,
  shown = path,
  text?: string,
): Promise<{ known: KnownEntry[]; problems: FileProblem[] }> {
  const { source, data, problems } = readFormat(path, shown, await formatOf('known'), text);
  if (!data) return { known: [], problems };
  const known: KnownEntry[] = [];
  /** The line of each. */
  const first = new Map<string, number>();
  for (const [index, entry] of data.known.entries()) {
    const at = `/known/${index}`;
    const { case: written, state = 'fails', ...rest } = entry;
    if (rest.until !== undefined && !isDay(rest.until)) {
      problems.push(source.problem(`${at}/until`, `${rest.until} is not a day of the calendar`));
      continue;
    }
    const isList = typeof written !== 'string';
    for (const [position, subject] of (isList ? written : [written]).entries()) {
      const pointer = isList ? `${at}/case/${position}` : `${at}/case`;
      const earlier = first.get(subject);
      if (earlier !== undefined) {
        const suggestion = `the first one is in line ${earlier}`;
        problems.push(source.problem(pointer, `\`${subject}\` is here twice`, { suggestion }));
        continue;
      }
      const place = source.place(isList ? pointer : at);
      first.set(subject, place.line);
      known.push({
        ...subjectOf(subject),
        ...rest,
        state,
        place,
      });
    }
  }
  return { known, problems };
}

/** What `case` of an entry is about, by its text. */
export function subjectOf(text: string): Pick<KnownEntry, 'pattern' | 'requirement'> {
  const [pattern = '', requirement] = /^[A-Z]/.test(text) ? ['*', text] : text.split('#');
  return { pattern, ...(requirement === undefined ? {} : { requirement }) };
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
