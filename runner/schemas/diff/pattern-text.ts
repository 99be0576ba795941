/** A step of a pattern: the texts that it may come to, shortest first. */
type Texts = readonly string[];

/** Most texts that are kept of a part of a pattern. */
const MOST = 6;

/**
 * Some texts that a regular expression may fit, made from its source; the caller checks each. Empty for a pattern with parts that
 * are not understood, such as backreferences.
 */
export function textsFor(pattern: string): Texts {
  try {
    const reader = new Reader([...pattern]);
    const texts = reader.alternatives();
    return reader.isDone ? texts : [];
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}

class Unknown extends Error {}

const CLASSES: { readonly [letter: string]: string } = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly source: readonly string[]) {}

  get isDone(): boolean {
    return this.at >= this.source.length;
  }

  alternatives(): Texts {
    this.depth += 1;
    if (this.depth > 50) throw new Unknown();
    const all = [this.sequence()];
    while (this.takes('|')) all.push(this.sequence());
    this.depth -= 1;
    return all.flat().slice(0, MOST);
  }

  private sequence(): Texts {
    let texts: Texts = [''];
    while (!this.isDone && this.peek !== '|' && this.peek !== ')') {
      const next = this.repeated(this.atom());
      texts = texts.flatMap((text) => next.map((one) => text + one)).slice(0, MOST);
    }
    return texts;
  }

  private get peek(): string | undefined {
    return this.source[this.at];
  }

  private takes(text: string): boolean {
    if (this.peek !== text) return false;
    this.at += 1;
    return true;
  }

  private take(): string {
    const one = this.source[this.at];
    if (one === undefined) throw new Unknown();
    this.at += 1;
    return one;
  }

  private atom(): Texts {
    const one = this.take();
    if (one === '^' || one === '$') return [''];
    if (one === '.') return ['a', 'Z'];
    if (one === '[') return this.set();
    if (one === '(') return this.group();
    if (one === '\\') return [this.escaped()];
    if ('*+?{}])'.includes(one)) throw new Unknown();
    return [one];
  }

  private group(): Texts {
    if (this.takes('?')) {
      const kind = this.take();
      if (kind === '<' && /\w/.test(this.peek ?? '')) while (this.take() !== '>');
      else if (kind !== ':') throw new Unknown();
    }
    const texts = this.alternatives();
    if (!this.takes(')')) throw new Unknown();
    return texts;
  }

  private escaped(): string {
    const letter = this.take();
    if (letter in CLASSES) return CLASSES[letter]!;
    if (letter === 'n') return '\n';
    if (letter === 't') return '\t';
    if (letter === 'b' || letter === 'B') return '';
    if (/[\w]/.test(letter)) throw new Unknown();
    return letter;
  }

  private set(): Texts {
    const isNegated = this.takes('^');
    const members: string[] = [];
    while (this.peek !== ']') {
      const one = this.take();
      const from = one === '\\' ? this.escaped() : one;
      if (this.peek === '-' && this.source[this.at + 1] !== ']') {
        this.at += 1;
        this.take();
      }
      members.push(from);
    }
    this.at += 1;
    if (!isNegated) return members.slice(0, 3);
    return ['a', '0', '-', ' ', 'Z', '~'].filter((one) => !members.includes(one)).slice(0, 3);
  }

  private repeated(texts: Texts): Texts {
    const quantifier = this.quantifier();
    if (quantifier === undefined) return texts;
    this.takes('?');
    const [least, most] = quantifier;
    const times = [least, Math.min(most, least + 1)].filter((one) => one <= 1_000);
    return [...new Set(times.flatMap((count) => texts.map((text) => text.repeat(count))))].slice(0, MOST);
  }

  private quantifier(): [number, number] | undefined {
    if (this.takes('*')) return [0, Infinity];
    if (this.takes('+')) return [1, Infinity];
    if (this.takes('?')) return [0, 1];
    if (!this.takes('{')) return undefined;
    let text = '';
    while (this.peek !== '}') text += this.take();
    this.at += 1;
    const [, least, comma, most] = /^(\d+)(,?)(\d*)$/.exec(text) ?? [];
    if (least === undefined) throw new Unknown();
    return [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)];
  }
}
