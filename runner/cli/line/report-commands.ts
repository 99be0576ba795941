import type { Command } from 'commander';
import type { ReportArguments } from '../commands/report/report.js';
import { collect, once, oneOf } from './parsers.js';

/** Adds `report`. */
export function addReport(
  root: Command,
  act: (what: string, files: string[], options: ReportArguments) => Promise<void>,
): void {
  root
    .command('report')
    .summary('Merge, convert and compare reports')
    .description(
      'merge: make the report of a whole run from those of its parts (--shard), with its exit code; or put several implementations side by side. convert: write a report in another format. diff: say what got better and what got worse; exit 1 if something got worse.',
    )
    .addArgument(oneOf(root.createArgument('<what>', 'what to do'), ['merge', 'convert', 'diff']))
    .argument('<files...>', 'reports that `--reporter json=FILE` wrote; diff: OLD and NEW')
    .option('--reporter <name[=file]>', 'merge, convert: as for run; may be given several times', collect, [])
    .option(
      '--target <file>',
      'merge, convert: target file whose lines annotations stand at (default: proctor.yaml)',
      once,
    )
    .option('--known <file>', 'merge: known failures (default: known.yaml beside the target file)', once)
    .option('--json', 'merge, diff: as JSON')
    .option('--markdown', 'merge, diff: as Markdown')
    .action(act);
}
