import { showName, showValue } from '../../../src/json/display.js';
import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import type { Change } from './change.js';
import type { Sender } from './messages.js';

type Said = Pick<
  Change,
  'direction' | 'keyword' | 'pointer' | 'was' | 'now' | 'values' | 'variant' | 'note' | 'effect'
>;

/** What changed, in words that follow the place. */
export function wordsOf(change: Said): string {
  const { keyword, note, variant, values, pointer, was, now } = change;
  if (note !== undefined) return note;
  // In the other direction a change has the words of the one that it belongs to.
  const narrows = (change.direction === 'received') === (change.effect === 'breaking');
  switch (keyword) {
    case 'required':
      return narrows ? 'required now' : 'no longer required';
    case 'type':
    case 'enum':
    case 'const':
      if (values === undefined) return `${narrows ? 'only' : 'no longer only'} ${valuesIn(narrows ? now : was)}`;
      return `${narrows ? 'no longer' : 'now also'} ${keyword === 'type' ? values.join(', ') : valuesIn(values)}`;
    case 'anyOf':
      return `${narrows ? 'no longer' : 'now also'} ${showName(variant ?? '')}`;
    case 'properties':
    case 'additionalProperties':
      if (was === false || now === false) return narrows ? 'no longer any other members' : 'now also other members';
      return narrows && pointer !== '' ? 'removed, and refused' : 'added, and other members were refused';
    case 'uniqueItems':
      return narrows ? 'no item twice now' : 'now also an item twice';
    default:
      if (was === undefined && now === undefined) return `${keyword} differs`;
      return `${keyword} ${now === undefined ? 'gone' : showValue(now)}${was === undefined ? '' : `, was ${showValue(was)}`}`;
  }
}

const valuesIn = (values: Json | undefined): string =>
  Array.isArray(values) ? shortened(values.map(showValue)) : showValue(values);

const shortened = (texts: readonly string[]) =>
  texts.length > 6 ? `${texts.slice(0, 5).join(', ')} and ${texts.length - 5} more` : texts.join(', ');

/** Whose older versions a breaking change breaks. */
export function brokenBy({ direction }: Pick<Change, 'direction'>, senders: ReadonlySet<Sender>): string {
  const sides = new Set(
    [...senders].flatMap((one) => (one === 'both' ? (['client', 'server'] as const) : one === 'unknown' ? [] : [one])),
  );
  const others = new Set([...sides].map((one) => (one === 'client' ? 'server' : 'client')));
  const broken = direction === 'received' ? sides : others;
  if (broken.size === 0) return direction === 'received' ? 'older senders' : 'older receivers';
  return `older ${[...broken]
    .sort()
    .map((one) => `${one}s`)
    .join(' and ')}`;
}

/** The part of an example that shows a change: what is at its place, or the whole of it. */
export function partAt({
  pointer,
  keyword,
  example,
}: Pick<Change, 'pointer' | 'keyword' | 'example'>): Json | undefined {
  let at: Json | undefined = example;
  const tokens = pointer.split('/').slice(1);
  for (const token of keyword === 'required' ? tokens.slice(0, -1) : tokens) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const next: Json | undefined = Array.isArray(at)
      ? at[token === '*' ? 0 : Number(token)]
      : isObject(at)
        ? token === '*'
          ? Object.values(at).at(-1)
          : Object.hasOwn(at, name)
            ? at[name]
            : undefined
        : undefined;
    if (next === undefined) return example;
    at = next;
  }
  return at;
}
