import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { resolve } from './resolve.js';
import {
  escapeText,
  inside,
  type Part,
  parseTemplate,
  type Reference,
  referenceText,
  scopeOf,
  splitName,
  textOf,
  UnknownName,
  ValueError,
} from './template.js';

/**
 * Fills in constants when a file is loaded, and leaves every other reference as it stands, for `resolve` in the run. A
 * constant may refer to other constants and to names of the run. What comes out is again a value with references, so
 * `$${` stays `$${`. `$lit` is not looked into.
 *
 * Throws ValueError where constants refer to each other in a circle, where a constant that is no string stands in a longer
 * text although it depends on the run, and UnknownName where a reference leads inside a constant to nothing.
 */
export function substitute(value: Json, constants: { readonly [name: string]: Json }): Json {
  return new Substitution(constants).substitute(value);
}

class Substitution {
  private readonly done = new Map<string, Json>();
  private readonly underway = new Set<string>();

  constructor(private readonly constants: { readonly [name: string]: Json }) {}

  substitute(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.substitute(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) =>
        name === '$lit' ? [name, member] : [this.memberName(name), this.substitute(member)],
      ),
    );
  }

  private memberName(name: string): string {
    return name.includes('${') ? this.join(parseTemplate(name)) : name;
  }

  private text(text: string): Json {
    if (!text.includes('${')) return text;
    const parts = parseTemplate(text);
    const [first] = parts;
    if (parts.length !== 1 || typeof first !== 'object' || first.format) return this.join(parts);
    const value = this.constant(first);
    return value === undefined ? text : value;
  }

  private join(parts: Part[]): string {
    let text = '';
    for (const part of parts) {
      const piece = typeof part === 'string' ? escapeText(part) : this.embedded(part);
      // Together they would begin a reference that nobody wrote.
      if (text.endsWith('$') && /^\$?\{/.test(piece))
        throw new ValueError(`a constant that ends with $ can't stand before {: ${text}`);
      text += piece;
    }
    return text;
  }

  /** A reference as it stands in a longer text: a string constant as the template that it is, others as finished text. */
  private embedded(reference: Reference): string {
    const value = this.constant(reference);
    if (value === undefined) return referenceText(reference);
    if (typeof value === 'string' && !reference.format) return value;
    if (typeof value === 'string') {
      const inner = lone(value);
      if (inner && !inner.format) return referenceText({ ...inner, ...reference, name: inner.name });
    }
    try {
      return escapeText(textOf(resolve(value, scopeOf({}), 'value'), reference.format));
    } catch (error) {
      if (!(error instanceof UnknownName)) throw error;
      throw new ValueError(
        `${referenceText(reference)} stands in a text, but its value depends on \${${error.reference}}, which only a run knows`,
      );
    }
  }

  /** The value of a reference with its own constants filled in; undefined where it is none of ours. */
  private constant(reference: Reference): Json | undefined {
    const split = splitName(reference.name, (name) => Object.hasOwn(this.constants, name));
    if (!split) return undefined;
    const value = this.named(split.known);
    const inner = typeof value === 'string' && split.rest.length > 0 ? lone(value) : undefined;
    if (inner && !inner.format) return referenceText({ name: [inner.name, ...split.rest].join('.') });
    return inside(reference.name, split.known, value, split.rest);
  }

  private named(name: string): Json {
    const known = this.done.get(name);
    if (known !== undefined) return known;
    if (this.underway.has(name))
      throw new ValueError(`the constant ${name} refers to itself: ${[...this.underway, name].join(', ')}`);
    this.underway.add(name);
    const value = this.substitute(this.constants[name]!);
    this.underway.delete(name);
    this.done.set(name, value);
    return value;
  }
}

/** The only reference of a text that is nothing else. */
function lone(text: string): Reference | undefined {
  const parts = parseTemplate(text);
  return parts.length === 1 && typeof parts[0] === 'object' ? parts[0] : undefined;
}
