import type { Done, InfoContext } from '../../support/print.js';
import { UsageError } from '../../support/usage-error.js';
import { type BuildArguments, buildSchemas } from './build.js';
import { type DiffArguments, diffCommand } from './diff.js';

export type SchemasArguments = BuildArguments & DiffArguments;

interface Action {
  does(words: readonly string[], options: SchemasArguments, context: InfoContext): Promise<Done>;
  /** The options that it takes. */
  takes: readonly (keyof SchemasArguments)[];
}

/** What `proctor schemas` does, by the word after it. */
const ACTIONS: { readonly [what: string]: Action } = {
  build: { does: buildSchemas, takes: ['id', 'out', 'types', 'pages', 'strict', 'cases', 'recording'] },
  diff: { does: diffCommand, takes: ['allow', 'markdown', 'json'] },
};

/** `proctor schemas WHAT …`. Throws UsageError, also for an option of another action. */
export function schemas(
  what: string,
  words: readonly string[],
  options: SchemasArguments,
  context: InfoContext,
): Promise<Done> {
  const { does, takes } = ACTIONS[what]!;
  for (const [name, value] of Object.entries(options)) {
    const isUsual =
      value === undefined ||
      (Array.isArray(value) && value.length === 0) ||
      ((name === 'types' || name === 'pages') && value === true);
    if (isUsual || takes.includes(name as keyof SchemasArguments)) continue;
    const flag = value === false ? `--no-${name}` : `--${name}`;
    const [other] = Object.entries(ACTIONS).find(([, one]) => one.takes.includes(name as keyof SchemasArguments)) ?? [];
    throw new UsageError(`${flag} is for proctor schemas ${other}, not for ${what}`);
  }
  return does(words, options, context);
}
