import type { Json } from '../../src/json/json.js';
import type { SchemaError } from '../../src/schemas/errors/schema-error.js';
import { builtValidators, meantBy } from '../../src/schemas/index.js';
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
  const [protocol = '', version = '', ...more] = group.split('/');
  const validators = more.length === 0 ? await builtValidators(protocol, version) : undefined;
  if (!validators) throw new UsageError(`there is no definition ${JSON.stringify(definition)}; ${meantBy(definition)}`);
  if (!validators.has(name))
    throw new UsageError(`${group} has no definition ${JSON.stringify(name)}; ${meantBy(definition)}`);
  return validators.validate(name, value as Json);
}
