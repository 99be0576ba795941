import type { Command } from 'commander';
import type { SchemasArguments } from '../commands/schemas/schemas.js';
import { oneOf } from './parsers.js';

/** Adds `schemas`. */
export function addSchemas(
  root: Command,
  act: (what: string, words: string[], options: SchemasArguments) => Promise<void>,
): void {
  root
    .command('schemas')
    .summary('Publish the schemas of a protocol')
    .description(
      'Publish the schemas of a protocol, yours or ours: bundles, TypeScript types, OpenRPC documents and pages of a folder of definitions.',
    )
    .addArgument(oneOf(root.createArgument('<what>', 'what to do'), ['build']))
    .argument('[words...]', 'build: the folder with PROTOCOL/VERSION/NAME.json (default: the schemas of Proctor)')
    .option('--id <url>', 'build: how each $id begins, such as https://example.com/schemas/')
    .option('--out <folder>', 'build: where the files go')
    .option('--no-types', 'build: without TypeScript types')
    .option('--no-pages', 'build: without pages')
    .option('--strict', 'build: fail if a definition lacks a title, a description or an example')
    .action(act);
}
