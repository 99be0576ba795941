/** Where something stands in `WWW-Authenticate`: which field, and how many UTF-16 units into its value. Both from 0. */
export interface ChallengePlace {
  field: number;
  offset: number;
}

/** One parameter of a challenge. */
export interface ChallengeParameter {
  /** As it was written. Names count in any case: look one up with `parameterOf`. */
  name: string;
  /** Without its quotes and backslashes. */
  value: string;
  at: ChallengePlace;
  /** Where its value begins, at the quote if it has one. */
  valueAt: ChallengePlace;
}

/** One challenge (RFC 9110, section 11.3). */
export interface Challenge {
  /** As it was written. Schemes count in any case. */
  scheme: string;
  /** What it has in place of parameters, if it has. */
  token68?: string;
  parameters: readonly ChallengeParameter[];
  at: ChallengePlace;
}

/** A departure from the grammar. Reading goes on after it. */
export interface ChallengeProblem extends ChallengePlace {
  message: string;
}

export interface Challenges {
  challenges: readonly Challenge[];
  problems: readonly ChallengeProblem[];
}

/** Most characters that are read of all fields together. */
export const MOST_CHARACTERS = 64 * 1024;
/** Most challenges and parameters together, and most problems, but for one that says that the rest was not read. */
export const MOST_PARTS = 500;

/**
 * Reads the values of all `WWW-Authenticate` fields of a response (RFC 9110, section 11.6.1). One value may hold several challenges. Never
 * throws: what departs from the grammar is a problem with its place, and what can be read of the rest is read. Time is linear in the text.
 */
export function parseChallenges(fields: string | readonly string[]): Challenges {
  const reader = new Reader();
  for (const [index, text] of [fields].flat().entries()) reader.read(text, index);
  return { challenges: reader.challenges, problems: reader.problems };
}

/** The challenges of a scheme, in their order. */
export const challengesOf = ({ challenges }: Challenges, scheme: string): Challenge[] =>
  challenges.filter((one) => one.scheme.toLowerCase() === scheme.toLowerCase());

/** The value of a parameter, by its name in lower case; the first if it came twice. Undefined if there is none. */
export const parameterOf = (challenge: Challenge | undefined, name: string): string | undefined =>
  challenge?.parameters.find((one) => one.name.toLowerCase() === name)?.value;

/** A challenge as text, all values quoted. Throws RangeError for a name that is no token, and for a value that no quoted string can hold. */
export function formatChallenge(scheme: string, parameters: { readonly [name: string]: string | undefined }): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (!WHOLE_TOKEN.test(name)) throw new RangeError(`no parameter is named ${JSON.stringify(name)}`);
    if (!PRINTABLE.test(value)) throw new RangeError(`the value of ${name} is not printable ASCII`);
    return [`${name}="${value.replace(/["\\]/g, '\\$&')}"`];
  });
  if (!WHOLE_TOKEN.test(scheme)) throw new RangeError(`no scheme is named ${JSON.stringify(scheme)}`);
  return parts.length === 0 ? scheme : `${scheme} ${parts.join(', ')}`;
}

const WHOLE_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PRINTABLE = /^[ -~]*$/;
const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const TOKEN68 = /[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))/y;
const BLANKS = /[ \t]*/y;
/** What a quoted string may hold unescaped, up to the next quote or backslash. */
const QUOTED = /[^"\\]+/y;
/** What ends a value that is neither token nor quoted string. */
const UNTIL_COMMA = /[^,]*/y;
const UNTIL_BLANK = /[^, \t]*/y;

class Reader {
  readonly challenges: (Challenge & { parameters: ChallengeParameter[] })[] = [];
  readonly problems: ChallengeProblem[] = [];
  #text = '';
  #at = 0;
  #field = 0;
  #characters = 0;
  #parts = 0;
  #stopped = false;

  read(text: string, field: number): void {
    this.#field = field;
    const left = MOST_CHARACTERS - this.#characters;
    this.#characters += text.length;
    this.#text = text.length > left ? text.slice(0, Math.max(0, left)) : text;
    this.#at = 0;
    let current: (typeof this.challenges)[number] | undefined;
    while (this.#at < this.#text.length) {
      if (++this.#parts > MOST_PARTS) {
        this.#stop(this.#at, `more than ${MOST_PARTS} challenges and parameters`);
        return;
      }
      this.#take(BLANKS);
      if (this.#at >= this.#text.length) break;
      if (this.#text[this.#at] === ',') this.#at += 1;
      else current = this.#element(current);
    }
    if (text.length > left) this.#stop(this.#text.length, `more than ${MOST_CHARACTERS} characters`);
  }

  /** A challenge up to its first comma, or one more parameter of the current one. Returns the challenge that goes on. */
  #element(current: (typeof this.challenges)[number] | undefined): (typeof this.challenges)[number] | undefined {
    const start = this.#at;
    const word = this.#take(TOKEN);
    if (word === '') {
      this.#problem(start, `a scheme or a parameter was expected, not ${shown(this.#text[start]!)}`);
      this.#take(UNTIL_COMMA);
      return current;
    }
    const afterWord = this.#at;
    const blanks = this.#take(BLANKS);
    if (this.#text[this.#at] === '=') {
      this.#at = afterWord;
      this.#parameter(current, word, start);
      return current;
    }
    const made = { scheme: word, parameters: [], at: this.#place(start) };
    this.challenges.push(made);
    if (this.#isEnd()) return made;
    if (blanks === '') {
      this.#problem(this.#at, `a blank was expected after the scheme ${word}`);
      this.#take(UNTIL_COMMA);
      return made;
    }
    const from = this.#at;
    const token68 = this.#take(TOKEN68);
    if (token68 !== '') Object.assign(made, { token68 });
    else {
      const name = this.#take(TOKEN);
      if (name === '') {
        this.#problem(from, `a parameter was expected, not ${shown(this.#text[from]!)}`);
        this.#take(UNTIL_COMMA);
      } else this.#parameter(made, name, from);
    }
    return made;
  }

  /** The rest of a parameter, after its name. */
  #parameter(owner: (typeof this.challenges)[number] | undefined, name: string, start: number): void {
    this.#take(BLANKS);
    if (this.#text[this.#at] !== '=') {
      this.#problem(this.#at, `"=" was expected after ${name}`);
      return;
    }
    this.#at += 1;
    this.#take(BLANKS);
    const valueAt = this.#at;
    const value = this.#text[this.#at] === '"' ? this.#quoted() : this.#bare(name);
    if (owner === undefined) this.#problem(start, `the parameter ${name} belongs to no challenge`);
    else {
      if (parameterOf(owner, name.toLowerCase()) !== undefined)
        this.#problem(start, `the parameter ${name} came before in this challenge`);
      owner.parameters.push({ name, value, at: this.#place(start), valueAt: this.#place(valueAt) });
    }
    this.#take(BLANKS);
    if (!this.#isEnd()) this.#problem(this.#at, `a comma was expected after the value of ${name}`);
  }

  #quoted(): string {
    const start = this.#at;
    let value = '';
    this.#at += 1;
    for (;;) {
      const plain = this.#take(QUOTED);
      this.#unprintable(plain, this.#at - plain.length);
      value += plain;
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at += 1;
        return value;
      }
      if (next === undefined || this.#at + 1 >= this.#text.length) {
        this.#problem(start, 'a quoted string does not end');
        this.#at = this.#text.length;
        return value;
      }
      const escaped = this.#text[this.#at + 1]!;
      this.#unprintable(escaped, this.#at + 1);
      value += escaped;
      this.#at += 2;
    }
  }

  #unprintable(text: string, start: number): void {
    const odd = text.search(/[^\t -~]/);
    if (odd >= 0) this.#problem(start + odd, `${shown(text[odd]!)} is not printable ASCII`);
  }

  /** A value without quotes. One that would have needed them is taken up to the next blank or comma. */
  #bare(name: string): string {
    const start = this.#at;
    const token = this.#take(TOKEN);
    if (this.#isEnd() || /[ \t]/.test(this.#text[this.#at]!)) {
      if (token === '') this.#problem(start, `the parameter ${name} has no value`);
      return token;
    }
    const rest = this.#take(UNTIL_BLANK);
    this.#problem(start, `the value of ${name} needs quotes`);
    return token + rest;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #isEnd(): boolean {
    return this.#at >= this.#text.length || this.#text[this.#at] === ',';
  }

  #place(offset: number): ChallengePlace {
    return { field: this.#field, offset };
  }

  /** Said once, however many problems there are. */
  #stop(offset: number, why: string): void {
    if (!this.#stopped) this.problems.push({ ...this.#place(offset), message: `${why}: the rest is not read` });
    this.#stopped = true;
  }

  #problem(offset: number, message: string): void {
    if (this.problems.length < MOST_PARTS) this.problems.push({ ...this.#place(offset), message });
  }
}

const shown = (character: string) => JSON.stringify(character);
