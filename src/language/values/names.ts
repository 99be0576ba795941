import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { escapeToken } from '../../json/pointer.js';
import { parseTemplate, ValueError } from './template.js';

/**
 * Every name that a value refers to, with the members behind it (`turn.params.sessionId`), once each. A text that can't be read refers to
 * nothing: what is wrong with it, `checkTexts` says.
 */
export function namesIn(value: Json): string[] {
  const names = new Set<string>();
  visitTexts(value, '', (text) => {
    for (const name of namesOf(text)) names.add(name);
  });
  return [...names];
}

/** What is wrong with a value or pattern, found without a run. `path` is a JSON Pointer in the value. */
export interface Problem {
  path: string;
  message: string;
}

/** The references in a value that can't be read, such as `${a b}` or `${x:xml}`. */
export function checkTexts(value: Json): Problem[] {
  const problems: Problem[] = [];
  visitTexts(value, '', (text, path) => {
    try {
      parseTemplate(text);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problems.push({ path, message: error.message });
    }
  });
  return problems;
}

/** Whether a text or value still refers to something, so that its final form is known in a run only. */
export const isOpen = (value: Json): boolean => namesIn(value).length > 0;

function namesOf(text: string): string[] {
  try {
    return parseTemplate(text).flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  } catch (error) {
    if (error instanceof ValueError) return [];
    throw error;
  }
}

function visitTexts(value: Json, path: string, visit: (text: string, path: string) => void): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) visitTexts(item, `${path}/${at}`, visit);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '$lit') continue;
      const below = `${path}/${escapeToken(name)}`;
      visit(name, below);
      visitTexts(member, below, visit);
    }
  }
}
