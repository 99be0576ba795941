import type { ErrorObject } from 'ajv';
import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import { isObject } from '../../src/jsonrpc/messages.js';
import { formatPointer, getPointer } from '../../src/play/pointer.js';
import { kindOf, showValue } from '../../src/play/show.js';
import type { FileProblem } from '../types.js';
import { type FindSchema, type Speaking, speakingAt } from './schema-walk.js';
import { closest, listOf } from './suggest.js';
import type { Source } from './yaml.js';

/** Alternatives that are told apart by their required members: one of them (`oneOf`) or some of them (`anyOf`) must hold. */
interface Group {
  branches: string[][];
  exclusive: boolean;
  title: string | undefined;
  /** The member that makes the group apply, for one of `dependentSchemas`. */
  because: string | undefined;
}

/**
 * Turns what Ajv found (`allErrors`) into problems that a person can act on: at the place in the file, with what was
 * probably meant, and without the noise of alternatives that were never tried.
 *
 * @param schema the schema that was applied; `find` finds the others that it refers to
 */
export function schemaProblems(
  source: Source,
  data: Json,
  errors: readonly ErrorObject[],
  schema: JsonObject,
  find: FindSchema,
): FileProblem[] {
  const about = new Teller(source, data, schema, find);
  return quiet(errors).flatMap((error) => about.tell(error));
}

/** Drops the wrappers (`anyOf`, `if`) and, of the branches, those that failed only because they want another type. */
function quiet(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      kept.push(error);
      continue;
    }
    let start = kept.length;
    while (start > 0 && within(kept[start - 1]!.instancePath, error.instancePath)) start--;
    const branches = kept.splice(start);
    const here = (one: ErrorObject) => one.instancePath === error.instancePath && one.propertyName === undefined;
    const types = branches.filter((one) => here(one) && one.keyword === 'type');
    const others = branches.filter((one) => !types.includes(one));
    const first = types[0];
    if (others.some((one) => !(here(one) && one.keyword === 'required'))) kept.push(...others);
    else if (first && others.length === 0)
      kept.push({ ...first, params: { type: types.flatMap((one) => one.params.type as string[]) } });
    else kept.push(error);
  }
  return kept;
}

const within = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

class Teller {
  private readonly told = new Set<string>();

  constructor(
    private readonly source: Source,
    private readonly data: Json,
    private readonly schema: JsonObject,
    private readonly find: FindSchema,
  ) {}

  tell(error: ErrorObject): FileProblem[] {
    const { instancePath: at, params } = error;
    const name = error.propertyName;
    if (name !== undefined) return this.badName(error, name);
    const say = (message: string, suggestion?: string) => [
      this.source.problem(at, message, suggestion === undefined ? {} : { suggestion }),
    ];
    switch (error.keyword) {
      case 'additionalProperties':
        return this.unknownKey(at, String(params.additionalProperty));
      case 'unevaluatedProperties':
        return this.unknownKey(at, String(params.unevaluatedProperty));
      case 'required':
        return this.missing(at, String(params.missingProperty));
      case 'anyOf':
      case 'oneOf':
        return this.groups(at);
      case 'not':
        return this.excluded(at);
      case 'false schema':
        return [
          this.source.problem(at, `\`${at.split('/').at(-1)}\` can't stand beside the other keys`, { part: 'key' }),
        ];
      case 'dependentRequired':
        return say(`\`${params.property}\` needs \`${params.missingProperty}\` beside it`);
      case 'type':
        return say(`must be ${typeNames(params.type as string | string[])}, not ${kindOf(getPointer(this.data, at))}`);
      case 'enum':
        return this.notAmong(at, params.allowedValues as Json[]);
      case 'const':
        return say(`must be ${showValue(params.allowedValue as Json)}`);
      case 'pattern':
        return say(...this.badText(at, String(params.pattern)));
      case 'minLength':
      case 'minItems':
      case 'minProperties':
        return say(params.limit === 1 ? 'must not be empty' : `needs at least ${params.limit} of them`);
      case 'uniqueItems':
        return [
          this.source.problem(
            below(at, String(params.i)),
            `is here twice: ${showValue(getPointer(this.data, below(at, params.i))!)}`,
          ),
        ];
      default:
        return say(error.message ?? `breaks ${error.keyword}`);
    }
  }

  private speaking(at: string): Speaking[] {
    return speakingAt(this.schema, this.data, at, this.find);
  }

  private groupsAt(at: string): Group[] {
    return this.speaking(at).flatMap(({ schema, because }) =>
      (['oneOf', 'anyOf'] as const).flatMap((keyword): Group[] => {
        const alternatives = schema[keyword];
        if (!Array.isArray(alternatives)) return [];
        const branches = alternatives.map(requiredOf);
        if (branches.some((names) => names.length === 0)) return [];
        const title = typeof schema.title === 'string' ? schema.title : undefined;
        return [{ branches, exclusive: keyword === 'oneOf', title, because }];
      }),
    );
  }

  private keysAt(at: string): Set<string> {
    const all = this.speaking(at).flatMap(({ schema }) =>
      isObject(schema.properties) ? Object.keys(schema.properties) : [],
    );
    return new Set(all);
  }

  private unknownKey(at: string, key: string): FileProblem[] {
    const object = getPointer(this.data, at);
    const allowed = this.keysAt(at);
    const verbs = this.groupsAt(at)
      .find((group) => group.title === 'Step')
      ?.branches.flat();
    const isVerb = verbs !== undefined && isObject(object) && !verbs.some((verb) => verb in object);
    const near = closest(key, allowed);
    const guess = near === undefined ? [] : [`did you mean \`${near}\`?`];
    const list = isVerb ? [`the verbs are ${listOf(verbs)}`] : near === undefined ? shortList(allowed) : [];
    const suggestion = [...guess, ...list].join(' ');
    const noun = isVerb ? 'verb' : key.startsWith('$') ? 'matcher' : 'key';
    const options = suggestion === '' ? {} : { suggestion };
    return [this.source.problem(below(at, key), `unknown ${noun} \`${key}\``, { part: 'key', ...options })];
  }

  private missing(at: string, name: string): FileProblem[] {
    if (this.groupsAt(at).some((group) => group.branches.flat().includes(name))) return this.groups(at);
    return [this.source.problem(at, `\`${name}\` is missing`)];
  }

  /** Says once for each object which of a group of members is missing or one too many. */
  private groups(at: string): FileProblem[] {
    if (this.told.has(at)) return [];
    this.told.add(at);
    const object = getPointer(this.data, at);
    const groups = this.groupsAt(at);
    if (groups.length === 0) return [this.source.problem(at, 'fits none of the forms that are allowed here')];
    if (!isObject(object)) return [];
    const holds = (names: string[]) => names.every((name) => name in object);
    const step = groups.some((group) => group.title === 'Step');
    for (const { branches, exclusive } of groups) {
      const present = branches.filter(holds).flat();
      if (!exclusive || present.length < 2) continue;
      const what = step ? 'a step has one verb; this one has' : 'only one of these can stand here:';
      return [this.source.problem(below(at, present[1]!), `${what} ${listOf(present)}`, { part: 'key' })];
    }
    const open = groups.filter(({ branches }) => !branches.some(holds));
    for (const { branches, because } of open) {
      if (because === undefined) continue;
      const message = `\`${because}\` goes with ${listOf(branches.flat(), 'or')}`;
      return [this.source.problem(below(at, because), message, { part: 'key' })];
    }
    // Where an unknown key stands in the place of the missing one, that is said already.
    const known = this.keysAt(at);
    if (open.length === 0 || Object.keys(object).some((key) => !known.has(key))) return [];
    const wanted = [...new Set(open.flatMap(({ branches }) => branches.map((names) => listOf(names))))];
    const list = wanted.length < 2 ? wanted.join() : `${wanted.slice(0, -1).join(', ')} or ${wanted.at(-1)}`;
    return [
      this.source.problem(at, step ? 'a step needs a verb' : 'something is missing here', {
        suggestion: `give it ${list}`,
      }),
    ];
  }

  private excluded(at: string): FileProblem[] {
    const pair = this.speaking(at)
      .map(({ schema }) => (isObject(schema.not) ? schema.not.required : undefined))
      .find((names) => Array.isArray(names));
    const message = pair ? `${listOf(pair as string[])} exclude each other` : 'is not allowed here';
    return [this.source.problem(at, message)];
  }

  private badName(error: ErrorObject, name: string): FileProblem[] {
    const taken = error.keyword === 'not';
    const message = taken
      ? `\`${name}\` can't be a name here: the kit fills it itself`
      : `\`${name}\` can't be a name here: ${error.message}`;
    return [this.source.problem(below(error.instancePath, name), message, { part: 'key' })];
  }

  private notAmong(at: string, allowed: Json[]): FileProblem[] {
    const value = getPointer(this.data, at);
    const near =
      typeof value === 'string'
        ? closest(
            value,
            allowed.filter((one) => typeof one === 'string'),
          )
        : undefined;
    const message = `must be ${allowed
      .map(showValue)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1')}`;
    return [this.source.problem(at, message, near === undefined ? {} : { suggestion: `did you mean \`${near}\`?` })];
  }

  private badText(at: string, pattern: string): [string] {
    const value = showValue(getPointer(this.data, at)!);
    const named = this.speaking(at).find(({ schema }) => schema.pattern === pattern)?.schema;
    const { title, examples } = named ?? {};
    if (typeof title !== 'string') return [`${value} does not match ${pattern}`];
    const example = Array.isArray(examples) && examples.length > 0 ? `, such as ${showValue(examples[0]!)}` : '';
    return [`${value} is not a ${title.charAt(0).toLowerCase() + title.slice(1)}${example}`];
  }
}

/** The pointer to a member of what `at` points to. */
function below(at: string, name: string): string {
  return `${at}${formatPointer([name])}`;
}

function requiredOf(branch: Json): string[] {
  return isObject(branch) && Array.isArray(branch.required) ? (branch.required as string[]) : [];
}

function shortList(names: ReadonlySet<string>): string[] {
  return names.size > 0 && names.size <= 12 ? [`the keys here are ${listOf([...names])}`] : [];
}

function typeNames(types: string | string[]): string {
  const words = [...new Set([types].flat())].map((type) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`));
  return words.join(' or ').replace('a null', 'null');
}
