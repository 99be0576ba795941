import type { Json, JsonObject } from '../../json/json.js';
import type { DefinitionSet } from '../definition-set.js';
import type { SchemaError } from '../errors/schema-error.js';
import type { Bundle, JsonSchema } from '../json-schema.js';
import { judgeForTarget, SchemaRefused } from '../worker/judge.js';

/**
 * Definitions that a project brings. They are compiled and asked in a thread that is ended when it takes too long, for a schema is a
 * program of somebody else.
 */
export class OwnDefinitions implements DefinitionSet {
  readonly bundle: Bundle;

  /**
   * @param own the definitions of the project, by name
   * @param borrowed those of the protocol that they refer to
   */
  constructor(
    private readonly own: { readonly [name: string]: JsonSchema },
    borrowed: { readonly [name: string]: JsonSchema } = {},
  ) {
    this.bundle = { $defs: { ...borrowed, ...own } };
  }

  has(name: string): boolean {
    return Object.hasOwn(this.own, name);
  }

  names(): string[] {
    return Object.keys(this.own);
  }

  validate(name: string | readonly string[], value: Json): SchemaError[] {
    const names = typeof name === 'string' ? [name] : name;
    const unknown = names.find((one) => !this.has(one));
    if (unknown !== undefined) throw new Error(`there is no definition ${unknown}`);
    const [first, ...others] = names.map((one) => ({ $ref: `#/$defs/${pointerToken(one)}` }));
    if (first === undefined) throw new Error('no definition to judge by');
    const schema = { ...(others.length === 0 ? first : { anyOf: [first, ...others] }), $defs: this.bundle.$defs };
    try {
      return [...judgeForTarget(schema as unknown as JsonObject, value)];
    } catch (error) {
      // What is wrong with the schemas themselves was said when they were read; what is left is what it costs to judge.
      if (error instanceof SchemaRefused) throw new RangeError(`${names.join(' or ')}: ${error.message}`);
      throw error;
    }
  }
}

/** A name as a part of a JSON Pointer in a URI fragment. */
export const pointerToken = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
