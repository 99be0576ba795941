import { dirname, join, relative, resolve } from 'node:path';
import { plainCause } from '../../../../src/files/cause.js';
import { ReadError, readText } from '../../../../src/files/read.js';
import { checkPlace, draftOf } from '../../../../src/files/write.js';
import { baselineOf } from '../../../judge/baseline.js';
import { isRed } from '../../../judge/count.js';
import { withEntries, withoutEntries } from '../../../load/known-text.js';
import type { Ended, Settled } from '../../../run/options.js';
import type { Corpus } from '../../../types.js';
import { UsageError } from '../../support/print.js';

/** How many days the entries of a baseline hold: a quarter of a year. */
const DAYS = 90;

/** What a run does to the list of known failures. */
interface Changes {
  /** The list, as the user named it or would. */
  file: string;
  /** Adds what fails. */
  write: boolean;
  /** Takes out what no longer does. */
  tidy: boolean;
  /** Where the added entries are tracked. */
  issue?: string;
  /** The day of the run, as in 2026-01-31. */
  today: string;
  corpus: Pick<Corpus, 'requirements'>;
}

/** The list of known failures that a run writes where none is named: beside the target file, else here. */
export const knownFileFor = (target: string | undefined): string => join(dirname(target ?? '.'), 'known.yaml');

/** The list of known failures as a run changes it. */
export class KnownFile {
  /** What was done, in lines for a person. */
  readonly told: string[] = [];
  private readonly folder: string;

  /** Throws UsageError for a file that can't be written. */
  constructor(private readonly changes: Changes) {
    this.folder = dirname(resolve(changes.file));
    try {
      checkPlace(this.path, this.folder);
    } catch (error) {
      throw new UsageError(`${changes.file} can't be written: ${plainCause(error)}`);
    }
  }

  private get path(): string {
    return relative(this.folder, resolve(this.changes.file));
  }

  /** Changes the list by what a run came to. Returns what that run is no longer red for. */
  readonly settle = (ended: Ended): Settled => {
    const { write, tidy } = this.changes;
    const excused = new Set<string>();
    const before = this.text();
    let text = before;
    if (tidy) text = this.tidied(text, ended, excused);
    if (write) text = this.extended(text, ended, excused);
    if (text !== undefined && text !== before && !this.isWritten(text)) return { excused: new Set(), tidied: false };
    const red = ended.results.filter((result) => isRed(result) && !excused.has(result.name));
    if (red.length > 0 && write)
      this.told.push(
        `${red.length === 1 ? '1 case is' : `${red.length} cases are`} red still: what is untestable or ended with an error is not a known failure`,
      );
    return { excused, tidied: tidy };
  };

  /** Writes the list. False if that failed: then `told` has nothing but the reason. */
  private isWritten(text: string): boolean {
    try {
      const draft = draftOf(this.path, text, this.folder);
      try {
        draft.commit();
      } finally {
        draft.discard();
      }
      return true;
    } catch (error) {
      this.told.splice(0, this.told.length, `${this.changes.file} can't be written: ${plainCause(error)}`);
      return false;
    }
  }

  private tidied(text: string | undefined, { stale, results }: Ended, excused: Set<string>): string | undefined {
    if (text === undefined || stale.length === 0) {
      this.told.push(`${this.changes.file} has no entry that a passing case proves wrong`);
      return text;
    }
    for (const { name, standing } of results) if (standing === 'unexpected-pass') excused.add(name);
    this.told.push(`${this.changes.file}: took out ${stale.length === 1 ? '1 entry' : `${stale.length} entries`}`);
    return withoutEntries(text, stale);
  }

  private extended(text: string | undefined, ended: Ended, excused: Set<string>): string | undefined {
    const { file, issue, today, corpus } = this.changes;
    const { entries, covered } = baselineOf(ended.results, ended.asked, ended.strictOf);
    if (entries.length === 0) {
      this.told.push(`${file}: nothing failed that it does not have`);
      return text;
    }
    for (const name of covered) excused.add(name);
    const until = daysAfter(today, DAYS);
    const counted = entries.length === 1 ? '1 entry' : `${entries.length} entries`;
    const cases = covered.size === 1 ? '1 case' : `${covered.size} cases`;
    this.told.push(`${file}: added ${counted} for ${cases}, overdue after ${until}`);
    return withEntries(text, entries, {
      reason: `baseline of ${today}`,
      ...(issue === undefined ? {} : { issue }),
      until,
      sentence: (id) => {
        const requirement = corpus.requirements.get(id);
        return requirement && `${requirement.level}: ${requirement.text}`;
      },
    });
  }

  /** Undefined where there is no such file. */
  private text(): string | undefined {
    try {
      return readText(this.changes.file);
    } catch (error) {
      if (error instanceof ReadError && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
