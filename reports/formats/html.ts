import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PlannedInfo, Reporter } from '../../runner/events.js';
import type * as Report from '../../src/generated/types/report-v1.js';
import { withoutCommands } from '../../src/json/workflow-commands.js';
import { builtFiles } from '../../src/schemas/built/package-files.js';
import type { Out } from '../output.js';
import { htmlFile, type PageParts } from '../text/html-file.js';
import { atEnd } from '../whole-run.js';
import { reportOf } from './json.js';

/** What the build makes of `src/ui/report`. */
interface Page {
  renderReport(
    report: Report.ReportFile,
    notRun: readonly Pick<PlannedInfo, 'name' | 'title' | 'group'>[],
  ): { title: string; body: string };
}

/** One page for people, which needs no other file and no script: the report with all that it can show. */
export function html(out: Out): Reporter {
  // Loaded before the run: what ends this process at once leaves no time for it.
  const folder = join(builtFiles(), 'web');
  const { renderReport } = createRequire(import.meta.url)(join(folder, 'report-page.cjs')) as Page;
  const [script, style] = ['report.js', 'report.css'].map((name) => readFileSync(join(folder, name), 'utf8'));
  return atEnd(out, (run) => {
    const notRun = run.started.planned.filter(({ name }) => !run.results.has(name));
    return [documentOf(renderReport(reportOf(run), notRun), { script: script!, style: style! })];
  });
}

/** The page as one file. */
function documentOf({ title, body }: ReturnType<Page['renderReport']>, parts: PageParts): string {
  return htmlFile(withoutCommands(title, reference), withoutCommands(body, reference), parts);
}

/** A character as HTML names it: a report on stdout may end up in the log of a CI system, which takes some lines for commands. */
const reference = (character: string): string => `&#${character.charCodeAt(0)};`;
