import type { Json } from '../../src/json/json.js';
import { didYouMean } from '../../src/json/suggest.js';
import type { SchemaError } from '../../src/schemas/errors/schema-error.js';
import { builtGroups, loadValidators } from '../../src/schemas/index.js';
import { UsageError } from '../cli/support/usage-error.js';

export type { SchemaError } from '../../src/schemas/errors/schema-error.js';

/**
 * Where a value departs from a definition, at most 50 places; empty where it fits.
 *
 * @param definition `PROTOCOL/VERSION/NAME`, such as `mcp/2025-11-25/Tool`; of a format of the kit the name is that of the
 *   format, as in `target/v1/target`
 * @param value what `JSON.parse` gives; integers beyond 2^53 may be bigint
 *
 * Rejects with a UsageError for a definition that does not exist.
 */
export async function validate(definition: string, value: unknown): Promise<SchemaError[]> {
  const at = definition.lastIndexOf('/');
  const group = definition.slice(0, Math.max(0, at));
  const name = definition.slice(at + 1);
  const groups = builtGroups();
  if (!groups.includes(group)) throw unknown(`there are no schemas of ${JSON.stringify(group)}`, group, groups);
  const [protocol = '', version = ''] = group.split('/');
  const validators = await loadValidators(protocol, version);
  if (!validators.has(name))
    throw unknown(`${group} has no definition ${JSON.stringify(name)}`, name, validators.names());
  return validators.validate(name, value as Json);
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  const suggestion = didYouMean(name, known);
  return new UsageError(suggestion === undefined ? what : `${what}; ${suggestion}`);
}
