import { isObject, type Json, type JsonObject, stringifyJson } from '../../../../src/json/json.js';
import type { Branch, Case, SourcePosition, Step } from '../../../../src/language/case.js';

/** Up to which column a list or object stands on one line. */
const WIDTH = 120;

/**
 * A case as it is played, in YAML: fragments are spliced in and the values of `let`, `each` and `with` filled in; what only a run
 * knows stays as `${name}`. Above each step stands, as a comment, where it is written. What comes out is an entry of a case file,
 * which loads to the same steps. Lines are not ended.
 */
export function expandedCase({ id, title, needs, peer, kills, limit, steps, place }: Case): string[] {
  const { capability, without, behavior, transport, version } = needs;
  const members = {
    id,
    title,
    needs: filled({ capability, without, behavior, transport, version }),
    peer,
    kills,
    limit,
  };
  return [
    `# ${placeOf(place)}`,
    ...item([...objectLines(filled(members), 2), 'steps:', ...indented(stepLines(steps, 4))]),
  ];
}

function stepLines(steps: readonly Step[], column: number): string[] {
  return steps.flatMap((step) => {
    const used = step.usedAt === undefined ? '' : `, used in ${placeOf(step.usedAt)}`;
    return [`# ${placeOf(step.place)}${used}`, ...item(oneStep(step, column + 2))];
  });
}

function oneStep(step: Step, column: number): string[] {
  const { verb, body, steps, branches, on, save, within, after, shows, says, note, version, check } = step;
  const inside = [
    ...(isObject(body) && verb === 'repeat' ? [...objectLines(body, column + 2), 'steps:'] : []),
    ...(verb === 'repeat' ? indented(stepLines(steps ?? [], column + 4)) : stepLines(steps ?? [], column + 2)),
    ...(branches ?? []).flatMap((branch) => branchLines(branch, column + 2)),
  ];
  const checks = check.length === 1 ? check[0] : check;
  return [
    ...(inside.length > 0 ? [`${verb}:`, ...indented(inside)] : objectLines({ [verb]: body }, column)),
    ...objectLines(filled({ on, save, within, after, shows, says, note, version, check: checks }), column),
  ];
}

function branchLines({ grade, note, steps }: Branch, column: number): string[] {
  return item([
    ...objectLines(filled({ grade, note }), column + 2),
    'steps:',
    ...indented(stepLines(steps, column + 4)),
  ]);
}

function objectLines(value: JsonObject, column: number): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const key = `${scalarText(name)}:`;
    const text = flowText(member);
    if (column + key.length + 1 + text.length <= WIDTH || isEmpty(member)) return [`${key} ${text}`];
    if (typeof member === 'string' && isLiteral(member))
      return [`${key} |`, ...indented(member.slice(0, -1).split('\n'))];
    if (Array.isArray(member)) return [key, ...indented(listLines(member, column + 2))];
    return isObject(member) ? [key, ...indented(objectLines(member, column + 2))] : [`${key} ${text}`];
  });
}

function listLines(value: readonly Json[], column: number): string[] {
  return value.flatMap((one) => {
    const text = flowText(one);
    if (column + 2 + text.length <= WIDTH || isEmpty(one) || typeof one !== 'object') return [`- ${text}`];
    return item(Array.isArray(one) ? listLines(one, column + 2) : objectLines(one as JsonObject, column + 2));
  });
}

/** A value on one line. */
function flowText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${scalarText(name)}: ${flowText(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? scalarText(value) : stringifyJson(value);
}

/** A text that YAML reads as this text: bare where nobody could take it for anything else, otherwise in quotes. */
function scalarText(text: string): string {
  const words = /^[\p{L}_$/.][\p{L}\p{M}\d_$/.#@+-]*( [\p{L}\d(][\p{L}\p{M}\d_$/.()+-]*)*$/u.test(text);
  const special = /^(true|false|null|[.]?(inf|nan)|[.]\d.*)$/i.test(text);
  return (words && !special) || /^\d+(ms|s|m)$/.test(text) ? text : stringifyJson(text);
}

/** Whether a text can stand as lines of its own below `|`. */
function isLiteral(text: string): boolean {
  return /^[^\s].*\n.*[^\n]\n$/su.test(text) && !/[^\P{C}\n]/u.test(text);
}

/** The lines of an element of a list. */
function item(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? `- ${line}` : line === '' ? '' : `  ${line}`));
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

function filled(members: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined || isEmpty(value) ? [] : [[name, value]])),
  );
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function placeOf({ file, line }: SourcePosition): string {
  return `${file}:${line}`;
}
