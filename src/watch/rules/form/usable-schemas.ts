import { isObject, type Json } from '../../../json/json.js';
import { escapeToken, getPointer } from '../../../json/pointer.js';
import type { Issue } from '../../finding.js';
import { genericPointer, placesOf } from '../../places.js';
import { MOST_ISSUES, onlySettings, type RuleMaker, textsOf } from '../../rule.js';

/** Members of schemas that hold values, in which nothing is a keyword. */
const VALUES = new Set(['const', 'enum', 'default', 'examples']);
/** Objects of one schema that are looked at, and characters of a pattern that is tried. */
const MOST_OBJECTS = 10_000;
const LONGEST_PATTERN = 10_000;

/**
 * `usable-schemas`: the JSON Schemas at these places can be used: what they refer to inside themselves is there, and their patterns are
 * regular expressions. Settings:
 *
 * - `at`: JSON Pointer, or several; `*` stands for each element. A place that a message does not have is passed over
 * - `methods`: only messages of these methods, and the responses to them; by default all
 */
export const usableSchemas: RuleMaker = (settings) => {
  onlySettings(settings, ['at', 'methods']);
  const at = textsOf(settings, 'at', true);
  const methods = new Set(textsOf(settings, 'methods'));
  for (const pointer of at) placesOf(null, pointer);
  return (facts) => {
    if (!facts.message || facts.forgiven || facts.replayed) return undefined;
    if (methods.size > 0 && !methods.has(facts.method ?? '')) return undefined;
    const places = at.flatMap((pointer) => [...placesOf(facts.message!, pointer)]);
    if (places.length === 0) return undefined;
    const issues = places.flatMap(({ pointer, value }) =>
      problemsOf(value).map(
        ({ path, message }): Issue => ({
          key: `${facts.method} ${genericPointer(`${pointer}${path}`)} ${message}`,
          path: `${pointer}${path}`,
          message,
        }),
      ),
    );
    return { subject: facts.side, issues: issues.slice(0, MOST_ISSUES) };
  };
};

interface Problem {
  path: string;
  message: string;
}

/** What keeps a schema from being used. Where part of it has an id of its own, references are left alone: they begin there. */
function problemsOf(schema: Json): Problem[] {
  const objects = objectsOf(schema);
  const names = new Set<string>();
  let ids = 0;
  for (const { path, value } of objects) {
    for (const name of [value.$anchor, value.$dynamicAnchor]) if (typeof name === 'string') names.add(`#${name}`);
    for (const id of [value.$id, value.id])
      if (typeof id === 'string' && id.startsWith('#')) names.add(id);
      else if (typeof id === 'string' && path !== '') ids++;
  }
  return objects.flatMap(({ path, value }) => {
    const { $ref, pattern, patternProperties } = value;
    const leads =
      typeof $ref !== 'string' || ids > 0 || !$ref.startsWith('#') || names.has($ref) || isThere(schema, $ref);
    const patterns = [
      ...(typeof pattern === 'string' ? [pattern] : []),
      ...Object.keys(isObject(patternProperties) ? patternProperties : {}),
    ];
    return [
      ...(leads ? [] : [{ path: `${path}/$ref`, message: `$ref leads to nothing: ${String($ref)}` }]),
      ...patterns
        .filter((text) => !isExpression(text))
        .map((text) => ({ path, message: `the pattern is not a regular expression: ${text}` })),
    ];
  });
}

/** The objects of a schema that may be schemas, with where they stand. */
function objectsOf(schema: Json): { path: string; value: { readonly [name: string]: Json } }[] {
  const found: { path: string; value: { readonly [name: string]: Json } }[] = [];
  const left: { path: string; value: Json }[] = [{ path: '', value: schema }];
  for (let next = left.pop(); next && found.length < MOST_OBJECTS; next = left.pop()) {
    const { path, value } = next;
    if (isObject(value)) found.push({ path, value });
    if (!isObject(value) && !Array.isArray(value)) continue;
    for (const [name, inner] of Object.entries(value))
      if (!VALUES.has(name) && typeof inner === 'object')
        left.push({ path: `${path}/${escapeToken(name)}`, value: inner });
  }
  return found;
}

/** Whether a reference into the schema itself leads to a schema. */
function isThere(schema: Json, ref: string): boolean {
  try {
    const value = getPointer(schema, decodeURIComponent(ref.slice(1)));
    return isObject(value) || typeof value === 'boolean';
  } catch {
    // It is no pointer.
    return false;
  }
}

/** Whether this is a regular expression of ECMA-262, in one of its modes. Groups with modifiers are as new as 2025. */
function isExpression(text: string): boolean {
  if (text.length > LONGEST_PATTERN) return true;
  const plain = text.replace(/\(\?[ims]*-?[ims]*:/g, '(?:');
  return ['u', '', 'v'].some((flags) => {
    try {
      new RegExp(plain, flags);
      return true;
    } catch {
      return false;
    }
  });
}
