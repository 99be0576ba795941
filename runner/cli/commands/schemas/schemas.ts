import type { Done } from '../../support/print.js';
import { type BuildArguments, buildSchemas } from './build.js';

export type SchemasArguments = BuildArguments;

/** What `proctor schemas` does, by the word after it. */
const ACTIONS: { readonly [what: string]: (words: readonly string[], options: SchemasArguments) => Promise<Done> } = {
  build: buildSchemas,
};

/** `proctor schemas WHAT …`. Throws UsageError. */
export const schemas = (what: string, words: readonly string[], options: SchemasArguments): Promise<Done> =>
  ACTIONS[what]!(words, options);
