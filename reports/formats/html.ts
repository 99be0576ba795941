import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Reporter } from '../../runner/events.js';
import type * as Report from '../../src/generated/types/report-v1.js';
import { withoutCommands } from '../../src/json/workflow-commands.js';
import { builtFiles } from '../../src/schemas/built/package-files.js';
import type { Out } from '../output.js';
import { atEnd } from '../whole-run.js';
import { reportOf } from './json.js';

/** What the build makes of `src/ui/report`. */
interface Page {
  renderReport(report: Report.ReportFile): { title: string; body: string };
}

/** One page for people, which needs no other file and no script: the report with all that it can show. */
export function html(out: Out): Reporter {
  // Loaded before the run: what ends this process at once leaves no time for it.
  const folder = join(builtFiles(), 'web');
  const { renderReport } = createRequire(import.meta.url)(join(folder, 'report-page.cjs')) as Page;
  const [script, style] = ['report.js', 'report.css'].map((name) => readFileSync(join(folder, name), 'utf8'));
  return atEnd(out, (run) => [documentOf(renderReport(reportOf(run)), script!, style!)]);
}

/**
 * The page as one file. Its policy lets only its own script and styles in, by their hashes: nothing is loaded, and nothing that a target
 * said becomes markup or a program.
 */
function documentOf({ title, body }: ReturnType<Page['renderReport']>, script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${withoutCommands(title, reference)}
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${withoutCommands(body, reference)}
<script>${script}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A character as HTML names it: a report on stdout may end up in the log of a CI system, which takes some lines for commands. */
const reference = (character: string): string => `&#${character.charCodeAt(0)};`;
