import { isObject, type Json, type JsonObject, stringifyJson } from '../../../../src/json/json.js';

/** What is other in a script than in the one before, for people; undefined if nothing is. */
export function scriptChanges(before: JsonObject, now: JsonObject): string | undefined {
  const members = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const said = members.flatMap((name) => {
    const [old, next] = [before[name], now[name]];
    if (textOf(old) === textOf(next)) return [];
    return [
      Array.isArray(old) || Array.isArray(next) ? listChanges(name, listOf(old), listOf(next)) : `${name} changed`,
    ];
  });
  return said.length === 0 ? undefined : said.join('; ');
}

/** The same of a file of answers, each of which is known by what it is for. */
export function answersChanges(before: JsonObject, now: JsonObject): string | undefined {
  const named = (file: JsonObject): JsonObject => ({
    ...file,
    answers: listOf(file.answers).map((answer) =>
      isObject(answer) ? { ...answer, name: textOf([answer.on ?? null, answer.state ?? null]) } : answer,
    ),
  });
  return scriptChanges(named(before), named(now));
}

function listChanges(name: string, before: readonly Json[], now: readonly Json[]): string {
  const [old, next] = [textsByName(before), textsByName(now)];
  const added = [...next.keys()].filter((key) => !old.has(key)).length;
  const removed = [...old.keys()].filter((key) => !next.has(key)).length;
  const changed = [...next].filter(([key, text]) => old.has(key) && old.get(key) !== text).length;
  const counts = Object.entries({ added, removed, changed }).filter(([, count]) => count > 0);
  if (counts.length === 0) return `${name} in another order`;
  const [[first, count], ...others] = counts as [[string, number], ...[string, number][]];
  return [
    `${count} ${count === 1 ? name.replace(/s$/, '') : name} ${first}`,
    ...others.map(([how, n]) => `${n} ${how}`),
  ].join(', ');
}

/** Members by which entries are known. What has none of them is known by its place. */
const NAMES = ['name', 'uri', 'uriTemplate', 'id', 'tool', 'prompt', 'method'];

/** The entries of a list by what they are known by, with a number where several have one name. */
function textsByName(list: readonly Json[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [index, entry] of list.entries()) {
    const member = isObject(entry) ? NAMES.find((name) => typeof entry[name] === 'string') : undefined;
    const name = isObject(entry) ? (member === undefined ? `#${index}` : String(entry[member])) : stringifyJson(entry);
    let key = name;
    for (let count = 2; texts.has(key); count += 1) key = `${name} ${count}`;
    texts.set(key, stringifyJson(entry));
  }
  return texts;
}

const textOf = (value: Json | undefined) => (value === undefined ? '' : stringifyJson(value));
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
