import { showValue } from '../../../src/json/display.js';
import type { Json, JsonObject } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import { nounOf, withArticle } from '../../../src/json/noun.js';
import { formatPointer, getPointer, parsePointer } from '../../../src/json/pointer.js';
import { closest, listOf } from '../../../src/json/suggest.js';
import type { SchemaError } from '../../../src/schemas/index.js';
import type { FileProblem } from '../../types.js';
import type { Part, Source } from './yaml.js';

/**
 * Turns what a schema has against a file into problems with a place, in the words of somebody who wrote a file: keys and
 * verbs rather than members and forms, what was probably meant, and nothing that only follows from another mistake.
 *
 * @param schema the bundle into which the errors' schema paths point
 */
export function schemaProblems(source: Source, errors: readonly SchemaError[], schema: JsonObject): FileProblem[] {
  const teller = new Teller(source, errors, schema);
  return errors.flatMap((error) => teller.tell(error));
}

class Teller {
  private readonly data: Json;
  /** By the object's pointer: its keys that the schema does not know. */
  private readonly unknown = new Map<string, string[]>();

  constructor(
    private readonly source: Source,
    private readonly errors: readonly SchemaError[],
    private readonly schema: JsonObject,
  ) {
    this.data = source.data as Json;
    for (const error of errors) {
      if (error.keyword !== 'additionalProperties') continue;
      const { object, key } = memberOf(error.path);
      this.unknown.set(object, [...(this.unknown.get(object) ?? []), key]);
    }
  }

  tell(error: SchemaError): FileProblem[] {
    const { path, message } = error;
    switch (error.keyword) {
      case 'additionalProperties':
        return this.unknownKey(error);
      case 'required':
        return this.missing(error);
      case 'oneOf':
      case 'anyOf':
        return this.alternatives(error);
      case 'propertyNames':
        return [this.source.problem(path, message, { part: 'key' })];
      case 'pattern':
        return [this.source.problem(path, this.notOfForm(error))];
      case 'minLength':
      case 'minItems':
      case 'minProperties':
        return [this.source.problem(path, message === 'is empty' ? 'must not be empty' : message)];
      default:
        return this.split(path, message);
    }
  }

  /** A message may end in a suggestion of its own. */
  private split(path: string, message: string, part: Part = 'value'): FileProblem[] {
    const [, text = message, near] = /^(.*); did you mean (.*)\?$/s.exec(message) ?? [];
    return [this.source.problem(path, text, near ? { part, suggestion: `did you mean \`${near}\`?` } : { part })];
  }

  /** The schema that holds the keyword. */
  private parent(schemaPath: string): JsonObject {
    const schema = getPointer(this.schema, formatPointer(parsePointer(schemaPath).slice(0, -1)));
    return isObject(schema) ? schema : {};
  }

  private unknownKey({ path, schemaPath }: SchemaError): FileProblem[] {
    const { object, key } = memberOf(path);
    const schema = this.parent(schemaPath);
    const allowed = isObject(schema.properties) ? Object.keys(schema.properties) : [];
    const value = getPointer(this.data, object);
    const verbs = schema.title === 'Step' ? namesIn(schema.oneOf) : [];
    const isVerb = verbs.length > 0 && isObject(value) && !verbs.some((verb) => verb in value);
    const near = closest(key, allowed);
    const guess = near === undefined ? [] : [`did you mean \`${near}\`?`];
    const list = isVerb ? [`the verbs are ${listOf(verbs)}`] : [];
    if (!isVerb && near === undefined) list.push(...this.elsewhere(object, key, allowed));
    const suggestion = [...guess, ...list].join(' ');
    const noun = isVerb ? 'verb' : key.startsWith('$') ? 'matcher' : 'key';
    const options = suggestion === '' ? {} : { suggestion };
    return [this.source.problem(path, `unknown ${noun} \`${key}\``, { part: 'key', ...options })];
  }

  /** Where a key belongs that does not belong where it stands; else which keys do belong there. */
  private elsewhere(object: string, key: string, allowed: string[]): string[] {
    const step = getPointer(this.schema, '/$defs/Step');
    const [verb, index] = parsePointer(object)
      .toReversed()
      .filter((token) => !/^\d+$/.test(token));
    if (isObject(step) && isObject(step.properties) && Object.hasOwn(step.properties, key) && index === 'steps')
      return [`it stands beside \`${verb}\`, not in it`];
    const home = object === '' ? this.homeOf(key, this.schema, []) : undefined;
    if (home) return [`it belongs into \`${home}\``];
    return allowed.length > 0 && allowed.length <= 14 ? [`the keys here are ${listOf(allowed)}`] : [];
  }

  /** The first object below a schema, by fixed names, that has a member of this name. */
  private homeOf(key: string, schema: JsonObject, path: string[]): string | undefined {
    const { properties } = schema;
    if (!isObject(properties) || path.length > 3) return undefined;
    if (path.length > 0 && Object.hasOwn(properties, key)) return path.join('.');
    for (const [name, member] of Object.entries(properties)) {
      const inner =
        isObject(member) && typeof member.$ref === 'string' ? getPointer(this.schema, member.$ref.slice(1)) : member;
      const home = isObject(inner) ? this.homeOf(key, inner, [...path, name]) : undefined;
      if (home !== undefined) return home;
    }
    return undefined;
  }

  private missing({ path, schemaPath, message }: SchemaError): FileProblem[] {
    const name = /^lacks `(.*)`$/.exec(message)?.[1];
    if (name === undefined) return [this.source.problem(path, message)];
    // A misspelt key is one mistake, not an unknown key and a missing one.
    if (this.unknown.get(path)?.some((key) => closest(key, [name]) === name)) return [];
    const because = dependentIn(schemaPath);
    if (because !== undefined) return [this.belongs(path, because, [name])];
    return [this.source.problem(path, `\`${name}\` is missing`)];
  }

  private belongs(path: string, key: string, others: string[]): FileProblem {
    const pointer = `${path}${formatPointer([key])}`;
    return this.source.problem(pointer, `\`${key}\` goes with ${listOf(others, 'or')}`, { part: 'key' });
  }

  private alternatives({ path, schemaPath, keyword, message }: SchemaError): FileProblem[] {
    const schema = this.parent(schemaPath);
    const names = namesIn(schema[keyword]);
    const value = getPointer(this.data, path);
    if (names.length === 0 || !isObject(value)) return this.split(path, message);
    const step = schema.title === 'Step';
    const present = Object.keys(value).filter((key) => names.includes(key));
    if (present.length > 1) {
      const what = step ? 'a step has one verb; this one has' : 'only one of these can stand here:';
      const pointer = `${path}${formatPointer([present[1]!])}`;
      return [this.source.problem(pointer, `${what} ${listOf(present)}`, { part: 'key' })];
    }
    const because = dependentIn(schemaPath);
    if (because !== undefined) return [this.belongs(path, because, names)];
    // Said already where a key is unknown, or stands where it only could with what is missing.
    if (this.unknown.has(path) || this.errors.some((one) => one.path === path && dependentIn(one.schemaPath)))
      return [];
    const all = [...new Set([...this.otherForms(schemaPath), ...names])];
    const what = step ? 'a step needs a verb' : 'something is missing here';
    return [this.source.problem(path, what, { suggestion: `one of ${listOf(all, 'or')}` })];
  }

  /** Where alternatives stand in an `else`, those of the `if` would do as well. */
  private otherForms(schemaPath: string): string[] {
    const tokens = parsePointer(schemaPath);
    if (tokens.at(-2) !== 'else') return [];
    const condition = getPointer(this.schema, formatPointer([...tokens.slice(0, -2), 'if']));
    return isObject(condition) ? namesIn(condition.anyOf) : [];
  }

  private notOfForm({ path, schemaPath, message }: SchemaError): string {
    const value = getPointer(this.data, path);
    if (value === undefined) return message;
    const choices = this.choices(schemaPath);
    if (choices.length > 0) return `must be ${listOf(choices.map(String), 'or')}, not ${showValue(value)}`;
    const { title, description, examples } = this.parent(schemaPath);
    if (typeof title === 'string') {
      const example = Array.isArray(examples) && examples.length > 0 ? `, such as ${showValue(examples[0]!)}` : '';
      return `${showValue(value)} is not ${withArticle(nounOf(title))}${example}`;
    }
    return typeof description === 'string'
      ? `${showValue(value)} does not fit here: ${description.replace(/\.$/, '')}`
      : message;
  }

  /** The fixed texts that would do, where the form that was tried is only that of a reference in their place. */
  private choices(schemaPath: string): Json[] {
    const tokens = parsePointer(schemaPath);
    if (tokens.at(-3) !== 'anyOf') return [];
    const branches = getPointer(this.schema, formatPointer(tokens.slice(0, -2)));
    if (!Array.isArray(branches)) return [];
    return branches.flatMap((branch) => {
      const target =
        isObject(branch) && typeof branch.$ref === 'string' ? getPointer(this.schema, branch.$ref.slice(1)) : branch;
      return isObject(target) && Array.isArray(target.enum) ? target.enum : [];
    });
  }
}

/** The object that has a member, and the member's name. */
function memberOf(path: string): { object: string; key: string } {
  const tokens = parsePointer(path);
  return { object: formatPointer(tokens.slice(0, -1)), key: tokens.at(-1) ?? '' };
}

/** The member whose presence makes a part of a schema apply. */
function dependentIn(schemaPath: string): string | undefined {
  const tokens = parsePointer(schemaPath);
  const index = tokens.lastIndexOf('dependentSchemas');
  return index < 0 ? undefined : tokens[index + 1];
}

/** The names by which alternatives are told apart, where each is told by one required member. */
function namesIn(alternatives: Json | undefined): string[] {
  if (!Array.isArray(alternatives)) return [];
  const names = alternatives.map((one) => (isObject(one) && Array.isArray(one.required) ? one.required : []));
  return names.every((list) => list.length === 1) ? names.flat().map(String) : [];
}
