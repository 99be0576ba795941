import type { Level } from '../../../../src/language/requirement.js';
import type { FileProblem } from '../../../types.js';

/** One thing that is wrong with a file. */
export interface Invalid {
  file: string;
  /** Unset where the file as a whole is meant. */
  line?: number;
  col?: number;
  message: string;
  /** The offending line with carets, where there is one. */
  excerpt?: string;
  /** JSON Pointer into the value or the message. */
  path?: string;
  /** Worth telling, and no reason to call the file invalid. */
  warning?: boolean;
  /** For messages: the rule and the requirement that it broke, and the role that broke it. */
  rule?: string;
  requirement?: string;
  role?: string;
}

/** A requirement that something in a file of messages was about, or nothing. */
export interface Observed {
  file: string;
  role: string;
  requirement: string;
  level: Level;
  text: string;
}

/** What a file came to: what was looked at, in words, and what is wrong with it. */
export interface Judged {
  what: string;
  invalid: Invalid[];
  /** Of messages: what some rule judged them by, and what they say nothing about. */
  observed?: Observed[];
  notObserved?: Observed[];
}

/** Judges one file, of which it gets the text, or one folder. Throws UsageError for what can't be judged at all. */
export interface FileJudge {
  takes: 'file' | 'folder';
  /** Where a server has such a file. Set where an http or https address may stand in the place of a file. */
  wellKnown?: string;
  judge(file: string, text: string): Promise<Judged> | Judged;
}

/** A problem of a file as `validate` tells it. */
export function asInvalid({ file, place, message, suggestion, excerpt }: FileProblem): Invalid {
  return {
    file,
    ...(place === undefined ? {} : { line: place.line, col: place.col }),
    message: suggestion === undefined ? message : `${message}; ${suggestion}`,
    excerpt,
  };
}
