import { showValue } from '../../json/display.js';
import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { orNearest } from '../../json/nearest.js';
import { MATCHERS } from '../pattern/matchers/index.js';
import { isValueFunction, MADE_BY_STEPS, VALUE_FUNCTIONS, valueFunctionNames } from './functions.js';
import { pick } from './pick.js';
import {
  lookUp,
  NothingThere,
  type Part,
  parseTemplate,
  type Reference,
  type Scope,
  textOf,
  ValueError,
} from './template.js';

/** `value`: something to send or to compute with. `pattern`: something to compare with. */
export type Mode = 'value' | 'pattern';

/** Deepest nesting of a value that somebody wrote in a file. */
const DEEPEST = 1000;

/** Members of JSON Schemas that begin with `$`. They are data in a value, because tools send schemas. */
const SCHEMA_KEYWORDS = new Set(
  '$schema $id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment $defs'.split(
    ' ',
  ),
);

/**
 * Fills in the references of a value from a case or fault file and evaluates its value functions.
 *
 * - `"${x}"` alone keeps the type of x; in a longer text x is text, and everything but a string is JSON. `${x.a.0}` goes
 *   inside: the longest name that the scope knows, then members and array indexes. `${x:json}` is the JSON text of x,
 *   `${x:sh}` is quoted for a POSIX shell. `$${` is a literal `${`. The same holds in member names.
 * - `$int` `$json` `$repeat` `$plus` `$pick` `$pluck` `$keyed` `$pieces` `$url` `$token` `$challenges` `$places` `$query` become their values. `$base64` stays, checked, and is read by `toBytes`. `$lit` becomes
 *   its operand, untouched. A member whose value is `$maybe` of what is not there is left out.
 * - A member name that begins with `$$` stands for one with a `$` less.
 *
 * As `pattern`, matchers stay with their operands resolved, and what comes out of the scope is data: a member `$type` of a
 * captured object is compared, never obeyed. A reference that is the whole operand of `$exact` is compared whole. References
 * in a longer text of `$re` are taken literally.
 *
 * Throws UnknownName for a reference to nothing, ValueError for everything else that can't be resolved.
 */
export function resolve(value: Json, scope: Scope, mode: Mode): Json {
  return new Resolver(scope).resolve(value, mode, 0);
}

/**
 * Resolves a list of arguments: `"${x}"` as a whole element is spliced where x is a list, everything else becomes text.
 * Throws as `resolve` does.
 */
export function resolveArguments(list: readonly Json[], scope: Scope): string[] {
  return list.flatMap((element) => {
    const value = resolve(element, scope, 'value');
    const spliced = Array.isArray(value) && typeof element === 'string';
    return spliced ? value.map((item) => textOf(item)) : [textOf(value)];
  });
}

class Resolver {
  constructor(private readonly scope: Scope) {}

  resolve(value: Json, mode: Mode, depth: number): Json {
    if (depth > DEEPEST) throw new ValueError(`a value is nested deeper than ${DEEPEST} levels`);
    if (typeof value === 'string') return this.text(value, mode);
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, mode, depth + 1));
    if (!isObject(value)) return value;
    const made = this.function(value, mode, depth);
    return made === undefined ? this.object(value, mode, depth) : made;
  }

  private object(value: JsonObject, mode: Mode, depth: number): JsonObject {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => {
        const made = mode === 'pattern' ? this.operand(name, member, depth) : this.sent(member, depth + 1);
        return made === undefined ? [] : [[this.member(name, mode), made]];
      }),
    );
  }

  /** The value of a member that is sent; undefined for one that is left out. */
  private sent(member: Json, depth: number): Json | undefined {
    const optional = isObject(member) && Object.hasOwn(member, '$maybe') && Object.keys(member).length === 1;
    return optional ? this.maybe(member.$maybe!, depth + 1) : this.resolve(member, 'value', depth);
  }

  /** The value, or undefined where a reference leads to a part that is not there or `$pick` finds nothing. */
  private maybe(operand: Json, depth: number): Json | undefined {
    try {
      return this.resolve(operand, 'value', depth);
    } catch (error) {
      if (error instanceof NothingThere) return undefined;
      throw error;
    }
  }

  /** The value of an object whose only member is a function; undefined where it is data or a matcher. Throws for what is neither. */
  private function(value: JsonObject, mode: Mode, depth: number): Json | undefined {
    const names = Object.keys(value).filter(isSpecial);
    const name = names.find((one) => one === '$lit' || isValueFunction(one)) ?? names[0];
    if (name === undefined) return undefined;
    const alone = Object.keys(value).length === 1;
    if (name === '$lit' && alone) return mode === 'pattern' ? value : value.$lit;
    if (isValueFunction(name) || name === '$lit') {
      if (name === '$int' && mode === 'pattern') return undefined;
      if (!alone)
        throw new ValueError(`${name} makes a value, so it stands alone; $$${name.slice(1)} is a plain member ${name}`);
      if (name === '$base64' && mode === 'pattern')
        throw new ValueError('$base64 makes bytes to send; a pattern has no bytes');
      const made = this.made(name, value[name]!, depth + 1);
      return mode === 'pattern' ? quote(made) : made;
    }
    if (mode === 'pattern' || !alone || SCHEMA_KEYWORDS.has(name)) return undefined;
    if (Object.hasOwn(MATCHERS, name)) throw new ValueError(`${name} is a matcher, and a value is expected here`);
    const known = orNearest(name, valueFunctionNames());
    throw new ValueError(`no value function is called ${name}${known}; $$${name.slice(1)} is a plain member ${name}`);
  }

  private made(name: string, operand: Json, depth: number): Json {
    if (name === '$pick') {
      const [list, pattern, member] = Array.isArray(operand) && operand.length === 3 ? operand : [];
      if (list === undefined || pattern === undefined || typeof member !== 'string')
        throw new ValueError(`$pick takes [list, pattern, name], got ${showValue(operand)}`);
      return pick(
        this.resolve(list, 'value', depth),
        this.resolve(pattern, 'pattern', depth),
        textOf(this.text(member, 'value')),
      );
    }
    if (name === '$maybe') {
      const value = this.maybe(operand, depth);
      if (value !== undefined) return value;
      throw new ValueError('$maybe: there is nothing, and only the member of an object that is sent can be left out');
    }
    if (MADE_BY_STEPS.has(name)) {
      const made = this.scope.make?.(name, this.resolve(operand, 'value', depth));
      if (made !== undefined) return made;
      throw new ValueError(`${name}: only the steps of a case can make it`);
    }
    return VALUE_FUNCTIONS[name]!(this.resolve(operand, 'value', depth));
  }

  /** The operand of a matcher, or the member of an object pattern. */
  private operand(name: string, value: Json, depth: number): Json {
    if (typeof value === 'string' && name === '$exact') {
      const parts = parseTemplate(value);
      if (isLone(parts)) return { $lit: lookUp(parts[0].name, this.scope) };
    }
    if (name === '$re') {
      if (typeof value === 'string') return this.expression(value);
      if (Array.isArray(value) && typeof value[0] === 'string') return [this.expression(value[0]), ...value.slice(1)];
    }
    return this.resolve(value, 'pattern', depth + 1);
  }

  /** The source of a regular expression. What stands for a part of it is meant literally. */
  private expression(source: string): string {
    const parts = parseTemplate(source);
    return this.join(parts, isLone(parts) ? String : escapeRegExp);
  }

  private member(name: string, mode: Mode): string {
    if (!name.includes('${')) return mode === 'value' && name.startsWith('$$') ? name.slice(1) : name;
    const text = this.join(parseTemplate(name), String);
    return mode === 'pattern' && text.startsWith('$') ? `$${text}` : text;
  }

  private text(text: string, mode: Mode): Json {
    if (!text.includes('${')) return text;
    const parts = parseTemplate(text);
    if (!isLone(parts)) return this.join(parts, String);
    const value = lookUp(parts[0].name, this.scope);
    return mode === 'pattern' ? quote(value) : value;
  }

  private join(parts: Part[], shape: (text: string) => string): string {
    return parts
      .map((part) => (typeof part === 'string' ? part : shape(textOf(lookUp(part.name, this.scope), part.format))))
      .join('');
  }
}

/** Whether a text is one reference and nothing else, so that the type of its value is kept. */
function isLone(parts: Part[]): parts is [Reference] {
  return parts.length === 1 && typeof parts[0] === 'object' && parts[0].format === undefined;
}

/** Whether a member name is that of a matcher or function: `$x`, but neither `$$x` nor a reference. */
function isSpecial(name: string): boolean {
  return /^\$[^${]/.test(name);
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A captured value as a pattern that means the value: member names that begin with `$` get one more. */
function quote(value: Json): Json {
  return holdsDollar(value) ? quoted(value, 0) : value;
}

function quoted(value: Json, depth: number): Json {
  if (depth > DEEPEST) throw new ValueError(`a captured value is nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return value.map((item) => quoted(item, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.startsWith('$') ? `$${name}` : name,
      quoted(member, depth + 1),
    ]),
  );
}

function holdsDollar(value: Json): boolean {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (isObject(next)) {
      for (const [name, member] of Object.entries(next)) {
        if (name.startsWith('$')) return true;
        open.push(member);
      }
    }
  }
  return false;
}
