import type { Entry } from '../entry.js';
import { idText } from '../ids.js';
import type { Word } from './words.js';

/** What is looked up beside a row. */
export interface Around {
  at(index: number | undefined): Entry | undefined;
}

type Test = (entry: Entry, around: Around) => boolean;

/** Whether a row has all that the words ask for. */
export function matcherOf(words: readonly Word[]): Test {
  const tests = words.map((word): Test => {
    const test = testOf(word);
    return word.negated ? (entry, around) => !test(entry, around) : test;
  });
  return (entry, around) => tests.every((test) => test(entry, around));
}

function testOf({ key, values, compared }: Word): Test {
  if (compared) {
    const fits = comparing(compared);
    switch (key) {
      case 'took':
        return ({ took }) => took !== undefined && fits(took);
      case 'after':
        return ({ time }) => time !== undefined && fits(time);
      default:
        return ({ size }) => fits(size);
    }
  }
  const wholes = values.map(globOf);
  const any = (texts: readonly string[]) => texts.some((text) => wholes.some((fits) => fits(text)));
  switch (key) {
    case '': {
      const parts = values.map((value) => globOf(`*${value}*`));
      return ({ searched }) => parts.some((fits) => fits(searched));
    }
    case 'dir':
      return ({ dir }) => values.includes(dir);
    case 'kind':
      return ({ kind }) => values.includes(kind);
    case 'method':
      return ({ method }) => method !== '' && any([method]);
    case 'tool':
      return (entry, around) => any(entry.facts.tools) || any(around.at(entry.request)?.facts.tools ?? []);
    case 'session':
      return (entry, around) =>
        any(entry.session === undefined ? [] : [entry.session]) ||
        any(entry.facts.sessions) ||
        any(around.at(entry.request)?.facts.sessions ?? []);
    case 'id':
      return ({ id }) => id !== undefined && any([idText(id)]);
    case 'on':
      return ({ record }) => record !== undefined && any([record.channel]);
    case 'status':
      return ({ facts }) => any(facts.statuses);
    case 'is':
      return (entry) => values.some((value) => isSo(entry, value));
    case 'verdict':
      return ({ worst, findings }) => worst !== undefined && findings.length > 0 && values.includes(worst.tone);
    case 'req': {
      const beginnings = values.map((value) => globOf(`${value}*`));
      return ({ findings }) => findings.some(({ requirement }) => beginnings.some((fits) => fits(requirement)));
    }
    default:
      throw new Error(`no test for ${key}`);
  }
}

function isSo(entry: Entry, value: string): boolean {
  if (value === 'open') return entry.opens && entry.reply === undefined;
  if (value === 'mine') return entry.line.mine === true;
  return entry.line.before !== undefined;
}

function comparing({ how, number }: NonNullable<Word['compared']>): (value: number) => boolean {
  switch (how) {
    case '>':
      return (value) => value > number;
    case '>=':
      return (value) => value >= number;
    case '<':
      return (value) => value < number;
    case '<=':
      return (value) => value <= number;
    case '=':
      return (value) => Math.round(value) === Math.round(number);
  }
}

/** A pattern in which `*` is any text, for whole texts in any case. It takes time in proportion to both, whatever they are. */
export function globOf(pattern: string): (text: string) => boolean {
  const [first, ...rest] = pattern.toLowerCase().split('*') as [string, ...string[]];
  const last = rest.pop();
  return (whole) => {
    const text = whole.toLowerCase();
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
