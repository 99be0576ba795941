import type { MatchContext } from '../language/pattern/pattern.js';
import type { DefinitionSet } from '../schemas/index.js';
import { inlineSchema } from './inline-schema.js';

/** What `$schema` in a pattern means: a definition of the protocol by name, or a JSON Schema of the pattern's own. */
export function schemaMatcher(definitions: DefinitionSet): NonNullable<MatchContext['schema']> {
  return (definition) => {
    if (typeof definition === 'object' || typeof definition === 'boolean') {
      return Array.isArray(definition) || definition === null ? undefined : inlineSchema(definition);
    }
    if (typeof definition !== 'string' || !definitions.has(definition)) return undefined;
    return (value) => definitions.validate(definition, value).map(({ path, message }) => ({ path, message }));
  };
}
