import type { Reporter } from '../runner/events.js';
import { noSuch } from '../src/json/suggest.js';
import type { Form } from '../src/wire/output.js';
import { badge } from './formats/badge.js';
import { github } from './formats/github.js';
import { html } from './formats/html.js';
import { json } from './formats/json.js';
import { junit } from './formats/junit.js';
import { markdown } from './formats/markdown.js';
import { ndjson } from './formats/ndjson.js';
import { pretty } from './formats/pretty.js';
import { sarif } from './formats/sarif.js';
import { tap } from './formats/tap.js';
import type { Out } from './output.js';
import type { ReporterContext } from './reporter.js';

export { fileOut, type Out, OutputError, streamOut } from './output.js';
export { redact } from './redact.js';
export { type ReporterContext, together } from './reporter.js';
export { blockText } from './text/block.js';
export { summaryLine } from './text/outcome.js';

/** What each reporter writes, which says how it is escaped where it goes to stdout or stderr. */
const FORMS: { [name: string]: Form } = {
  ndjson: 'json',
  json: 'json',
  badge: 'json',
  sarif: 'json',
  // Its lines begin as TAP has them, and what is ours to choose in them is JSON.
  tap: 'json',
  junit: 'xml',
  html: 'html',
  github: 'commands',
};

/** What a reporter writes. */
export const formOf = (name: string): Form => FORMS[name] ?? 'text';

const makers = { pretty, ndjson, json, junit, markdown, html, github, badge, sarif, tap } satisfies {
  [name: string]: (out: Out, context: ReporterContext) => Reporter;
};

/** Every reporter by the name that the command line knows it by. */
export const REPORTERS = Object.keys(makers) as (keyof typeof makers)[];

/**
 * Makes a reporter that writes to `out`. `close` also closes `out`, and rejects with an OutputError where it could not be
 * written. Throws RangeError for a name that is not in REPORTERS.
 */
export function createReporter(name: string, out: Out, context: ReporterContext = {}): Reporter {
  if (!Object.hasOwn(makers, name)) throw new RangeError(noSuch('reporter', name, REPORTERS));
  return makers[name as keyof typeof makers](out, context);
}
