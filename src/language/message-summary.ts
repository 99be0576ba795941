import { isObject, type Json, type JsonObject } from '../json/json.js';
import { own } from '../json/own.js';
import { oneLine } from '../json/visible.js';

/**
 * What people look for first in the messages of one method: words and places in its params and in its result. A place is
 * `{update.title}`; words before it are left out with it, where the message does not have it. How a place is shown follows a colon:
 *
 * - `{name}` as it is: a text without spaces bare, another one in quotes, all else as JSON
 * - `{toolCallId:id}` an id, short enough to be told from others
 * - `{content:text}` the text of content, of a list of content, or of messages
 * - `{tools:list name}` how many, and this member of the first ones
 * - `{tools:count}` how many
 * - `{isError:failed}` this word, where it is true
 */
export interface MessageSummary {
  params?: string;
  result?: string;
  /** The members by which a document is known that is no message, such as an agent card. Its `result` says what counts in it. */
  has?: readonly string[];
}

/** The summaries of a protocol, by method; those of documents by what people call them. */
export type MessageSummaries = { readonly [method: string]: MessageSummary };

/** Characters of one text in a summary, and names of one list. */
const LONGEST_TEXT = 80;
const MOST_NAMES = 6;
/** An id of more characters is shortened. */
const LONGEST_ID = 12;
/** How deep content is looked into. */
const DEEPEST = 4;

/** An id by which people tell it from others: the whole, or its beginning and its end. */
export function shortId(id: string): string {
  if (id.length <= LONGEST_ID) return id;
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(id) ? id.slice(0, 8) : `${id.slice(0, 5)}…${id.slice(-5)}`;
}

/** What people call a document of a protocol, and its summary; undefined if none of the summaries is about it. */
export function documentIn(
  summaries: MessageSummaries,
  document: JsonObject,
): { name: string; summary: MessageSummary } | undefined {
  for (const [name, summary] of Object.entries(summaries))
    if (summary.has?.every((member) => Object.hasOwn(document, member))) return { name, summary };
  return undefined;
}

/**
 * What a template says of a value, on one line with hidden characters spelt out. Undefined where the value has none of its places.
 *
 * @param json how a value is written that is no text, at most so many characters long
 */
export function summarized(
  template: string,
  value: Json | undefined,
  json: (value: Json, width: number) => string,
): string | undefined {
  const told: string[] = [];
  let words: string[] = [];
  for (const part of template.match(/\{[^}]*\}|[^\s{]+/g) ?? []) {
    if (!part.startsWith('{')) {
      words.push(part);
      continue;
    }
    const [path = '', ...how] = part.slice(1, -1).split(':');
    const shown = shownAs(how.join(':'), valueAt(value, path), json);
    if (shown !== undefined && shown !== '') told.push(...words, shown);
    words = [];
  }
  return told.length === 0 ? undefined : oneLine(told.join(' '));
}

function valueAt(value: Json | undefined, path: string): Json | undefined {
  let at = value;
  for (const name of path === '' ? [] : path.split('.')) at = isObject(at) ? own(at, name) : undefined;
  return at;
}

function shownAs(
  how: string,
  value: Json | undefined,
  json: (value: Json, width: number) => string,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  const [form = '', member = ''] = how.split(' ');
  switch (form) {
    case '':
      return typeof value === 'string' ? word(value) : json(value, LONGEST_TEXT);
    case 'id':
      return typeof value === 'string' ? word(shortId(value)) : json(value, LONGEST_ID);
    case 'text':
      return contentText(value, json);
    case 'list':
      return Array.isArray(value) ? listed(value, member, json) : json(value, LONGEST_TEXT);
    case 'count':
      return Array.isArray(value) ? String(value.length) : json(value, LONGEST_TEXT);
    default:
      return value === true ? how : undefined;
  }
}

/** A text without spaces as it is, another one in quotes. */
function word(text: string): string {
  const short = shortened(text);
  return /^[^\s"'{}[\],]+$/.test(short) ? short : JSON.stringify(short);
}

function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return `${[...text.slice(0, LONGEST_TEXT)].slice(0, LONGEST_TEXT - 1).join('')}…`;
}

function listed(items: readonly Json[], member: string, json: (value: Json, width: number) => string): string {
  const names = items.slice(0, MOST_NAMES).flatMap((item) => {
    const name = member === '' ? item : valueAt(item, member);
    return name === undefined ? [] : [typeof name === 'string' ? word(name) : json(name, LONGEST_ID * 2)];
  });
  const more = items.length > MOST_NAMES ? ', …' : '';
  return names.length === 0 ? String(items.length) : `${items.length}: ${names.join(', ')}${more}`;
}

/** The members in which content has its text, and those in which something has content. */
const TEXTS = ['text', 'message', 'uri', 'path', 'name'];
const HOLDERS = ['content', 'parts', 'contents', 'messages', 'resource'];

function contentText(value: Json, json: (value: Json, width: number) => string): string {
  const texts = textsOf(value, 0);
  const shown = texts.slice(0, 3).join(' ');
  if (texts.length === 0) return json(value, LONGEST_TEXT);
  return texts.length > 3 ? `${shown} and ${texts.length - 3} more` : shown;
}

function textsOf(value: Json, depth: number): string[] {
  if (typeof value === 'string') return [JSON.stringify(shortened(value))];
  if (Array.isArray(value)) return depth > DEEPEST ? [] : value.slice(0, 100).flatMap((one) => textsOf(one, depth + 1));
  if (!isObject(value) || depth > DEEPEST) return [];
  for (const name of HOLDERS) {
    const held = own(value, name);
    const texts = typeof held === 'object' && held !== null ? textsOf(held, depth + 1) : [];
    if (texts.length > 0) return texts;
    if (typeof held === 'string') return [JSON.stringify(shortened(held))];
  }
  const kind = kindOf(value);
  for (const name of TEXTS) {
    const text = own(value, name);
    if (typeof text !== 'string') continue;
    return name === 'text' || kind === '' ? [JSON.stringify(shortened(text))] : [`${kind} ${word(text)}`];
  }
  return kind === '' ? [] : [kind];
}

function kindOf(value: JsonObject): string {
  const kind = own(value, 'type') ?? own(value, 'kind');
  return typeof kind === 'string' ? word(kind) : '';
}
