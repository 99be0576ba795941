import type { Command } from 'commander';
import type { SchemasArguments } from '../commands/schemas/schemas.js';
import { collect, oneOf } from './parsers.js';

/** Adds `schemas`. */
export function addSchemas(
  root: Command,
  act: (what: string, words: string[], options: SchemasArguments) => Promise<void>,
): void {
  root
    .command('schemas')
    .summary('Publish and compare the schemas of a protocol')
    .description(
      'build: make bundles, TypeScript types, OpenRPC documents and pages of a folder of definitions. diff: say what is breaking between two versions, for whom, with an example; exit 1 if a change is breaking and both name the same version.',
    )
    .addArgument(oneOf(root.createArgument('<what>', 'what to do'), ['build', 'diff']))
    .argument(
      '[words...]',
      'build: the folder with PROTOCOL/VERSION/NAME.json (default: the schemas of Proctor); diff: OLD and NEW, each a bundle such as mcp/2025-11-25 (`proctor list schemas`) or a file',
    )
    .option('--id <url>', 'build: how each $id begins, such as https://example.com/schemas/')
    .option('--out <folder>', 'build: where the files go')
    .option('--no-types', 'build: without TypeScript types')
    .option('--no-pages', 'build: without pages')
    .option(
      '--cases <path>',
      'build: your own cases, whose requirements get pages: a file or folder (default: those of ./proctor.yaml)',
      collect,
      [],
    )
    .option(
      '--recording <file>',
      'build: a recording, or a report (json or ndjson), of which the pages show an exchange for each method; again for more',
      collect,
      [],
    )
    .option('--strict', 'build: fail if a definition lacks a title, a description or an example')
    .option('--allow', 'diff: exit 0 whatever changed')
    .option('--markdown', 'diff: as Markdown')
    .option('--json', 'diff: as JSON')
    .action(act);
}
