import { credentialIn, credentialsInUrl, credentialsInWords } from '../../src/json/secrets/credentials.js';
import { type Environment, variablesIn } from '../load/target/environment-values.js';

/** A variable that a target file names in place of a secret, which init was given and does not write. */
export interface Offered {
  name: string;
  value: string;
  /** Where the secret stood. */
  what: string;
  /** Whether the environment has it already. */
  isSet: boolean;
}

/** Shortest value of a variable that is looked for: a short one is there by chance. */
const SHORTEST = 8;

/** Puts `${env.NAME}` in the place of secrets: the variable that has it, or a new one that a person can set. */
export class Offers {
  readonly all: Offered[] = [];

  constructor(private readonly environment: Environment) {}

  /** What an environment must have for the file to be loaded. */
  get environmentWith(): Environment {
    return { ...this.environment, ...Object.fromEntries(this.all.map(({ name, value }) => [name, value])) };
  }

  header(name: string, text: string): string {
    if (variablesIn(text).length > 0) return text;
    const known = this.variableIn(text);
    if (known) return text.replace(known.value, () => this.offer(known.name, known.value, `the header ${name}`));
    const found = credentialIn(name, text);
    return found
      ? text.replace(found.value, () => this.offer(name, found.value, `the header ${name}`))
      : this.url(text);
  }

  variable(name: string, text: string): string {
    if (variablesIn(text).length > 0) return text;
    const found = credentialIn(name, text);
    return found ? this.offer(name, text, `the variable ${name}`) : this.url(text);
  }

  url(text: string): string {
    return credentialsInUrl(text).reduce(
      (written, { name, value }) => written.replace(value, () => this.offer(name, value, 'the address')),
      text,
    );
  }

  command(words: readonly string[]): string[] {
    const written = [...words];
    for (const { at, name, value } of credentialsInWords(words)) {
      const place = written[at]!.lastIndexOf(value);
      const offered = this.offer(name, value, 'the command');
      written[at] = written[at]!.slice(0, place) + offered + written[at]!.slice(place + value.length);
    }
    return written;
  }

  /** A variable whose value a shell has filled in. */
  private variableIn(text: string) {
    return Object.entries(this.environment)
      .flatMap(([name, value = '']) =>
        value.length >= SHORTEST && /^[A-Za-z_]\w*$/.test(name) ? [{ name, value }] : [],
      )
      .sort((a, b) => b.value.length - a.value.length)
      .find(({ value }) => text.includes(value));
  }

  private offer(hint: string, value: string, what: string): string {
    const same = this.variableIn(value);
    const name = same?.value === value ? same.name : this.nameFor(hint, value);
    if (!this.all.some((one) => one.name === name))
      this.all.push({ name, value, what, isSet: this.environment[name] === value });
    return `\${env.${name}}`;
  }

  /** A name that stands for nothing else. */
  private nameFor(hint: string, value: string): string {
    const base =
      hint
        .toUpperCase()
        .replace(/\W+/g, '_')
        .replace(/^(?=\d)|^_+/, '') || 'SECRET';
    const isFree = (name: string) => {
      const other = this.all.find((one) => one.name === name)?.value ?? this.environment[name];
      return other === undefined || other === value;
    };
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`;
      if (isFree(name)) return name;
    }
  }
}
