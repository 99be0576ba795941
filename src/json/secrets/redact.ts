import { isObject, type Json } from '../json.js';
import {
  isCredentialName,
  isCredentialVariable,
  isHidable,
  REDACTED,
  redactedValue,
  withoutCredentials,
} from './credentials.js';
import { Needles } from './needles.js';

/**
 * The secrets that nothing which leaves this process may show, and what becomes of texts and values that have them. A secret is found as it
 * is, as JSON, in URLs, in base64 and hex, cut off by an ellipsis, and broken over lines. Beside the known ones, what a header, a member, a
 * variable, or a parameter of a URL says under the name of a credential is hidden too. Work is linear in the text.
 */
export class Secrets {
  private readonly values = new Set<string>();
  private readonly needles = new Needles();

  constructor(values: Iterable<string> = []) {
    this.add(values);
  }

  /** Those that are too short or too common to be hidden are left out: see `isHidable`. */
  add(values: Iterable<string>): void {
    for (const value of values) {
      if (!isHidable(value) || this.values.has(value)) continue;
      this.values.add(value);
      this.needles.add(value);
    }
  }

  /** A text without secrets. */
  text(text: string): string {
    return withoutCredentials(this.known(text));
  }

  /** A text without the secrets that are known, for words of ours: what only looks like a credential stays. */
  known(text: string): string {
    return this.values.size === 0 ? text : this.needles.clean(text);
  }

  /** Bytes without secrets; the same ones where there is none. Latin-1 gives each byte a character of its own. */
  bytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1');
    const clean = this.text(text);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }

  /** A JSON text without secrets, which is JSON still: they are taken out of its strings and numbers. */
  json(text: string): string {
    return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
      if (!token.startsWith('"')) return this.scalar(token) === REDACTED ? `"${REDACTED}"` : token;
      const value = unquoted(token);
      const clean = this.text(value);
      return clean === value ? token : JSON.stringify(clean);
    });
  }

  /** A JSON value without secrets, names of members included; the value itself where there is none in it. Uses no recursion. */
  value<T>(root: T): T {
    return this.isClean(root as Json) ? root : (this.copy(root as Json) as T);
  }

  private isClean(root: Json): boolean {
    // Containers alone: a list of a million numbers costs no second one.
    const open: (Json[] | { [name: string]: Json })[] = [];
    const isOpenOrClean = (value: Json | undefined): boolean => {
      if (typeof value !== 'object' || value === null) return value === undefined || this.scalar(value) === value;
      open.push(value);
      return true;
    };
    if (!isOpenOrClean(root)) return false;
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (Array.isArray(value)) {
        for (const item of value) if (!isOpenOrClean(item)) return false;
      } else {
        for (const name in value) {
          const member = value[name];
          const clean = this.member(value, name);
          const isSame = Array.isArray(clean)
            ? clean === member || clean.join() === member!.toString()
            : clean === member;
          if (!isSame || this.known(name) !== name) return false;
          if (typeof member !== 'string' && !isOpenOrClean(member)) return false;
        }
      }
    }
    return true;
  }

  private copy(root: Json): Json {
    const holder: { [name: string]: Json } = {};
    const open: { into: Json[] | { [name: string]: Json }; name: string; value: Json }[] = [
      { into: holder, name: 'root', value: root },
    ];
    for (let task = open.pop(); task !== undefined; task = open.pop()) {
      const { into, name, value } = task;
      let copy: Json = this.scalar(value);
      if (Array.isArray(value)) {
        copy = [];
        for (let at = value.length - 1; at >= 0; at -= 1)
          open.push({ into: copy, name: String(at), value: value[at]! });
      } else if (isObject(value)) {
        copy = {};
        for (const key of Object.keys(value).reverse())
          open.push({ into: copy, name: this.known(key), value: this.member(value, key) });
      }
      Object.defineProperty(into, name, { value: copy, writable: true, enumerable: true, configurable: true });
    }
    return holder.root!;
  }

  /** A member of an object: hidden whole where its name is that of a credential, or `name` beside `value` says so. */
  private member(object: { [name: string]: Json }, name: string): Json {
    const value = object[name];
    if (Array.isArray(value) && isCredentialName(name) && value.every((one) => typeof one === 'string'))
      return value.map((one) => (isHidable(one) ? redactedValue(one) : this.text(one)));
    if (typeof value !== 'string') return value!;
    const isNamed = name === 'value' && typeof object.name === 'string' && isCredentialVariable(object.name);
    if ((isNamed || isCredentialName(name)) && isHidable(value)) return redactedValue(value);
    return this.text(value);
  }

  private scalar(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    return isNumber && this.values.size > 0 && this.values.has(String(value)) ? REDACTED : value;
  }
}

function unquoted(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal.slice(1, -1);
  }
}
