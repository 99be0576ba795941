import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import { PointerError, parsePointer } from '../../../src/json/pointer.js';
import type { Step } from '../../../src/language/case.js';
import { durationMistake } from '../../../src/language/duration.js';
import { checkPattern } from '../../../src/language/pattern/pattern.js';
import { stepsOf } from '../../../src/language/steps.js';
import { isOpen } from '../../../src/language/values/index.js';
import type { FileProblem } from '../../types.js';
import { below, type Origin } from './steps.js';

/**
 * Values that no run could use, now that the constants are filled in: durations, JSON Pointers and patterns.
 * What still refers to a name of the run is left to the run.
 */
export function valueProblems(steps: readonly Step[], origins: ReadonlyMap<Step, Origin>): FileProblem[] {
  return stepsOf(steps).flatMap((step) => {
    const origin = origins.get(step);
    return origin ? wrongIn(step).map(({ path, message }) => at(origin, path, message)) : [];
  });
}

/** Why a text is no duration, or undefined; a text that a run completes is not judged. */
export function durationProblem(text: string): string | undefined {
  return isOpen(text) ? undefined : durationMistake(text);
}

interface Wrong {
  path: string[];
  message: string;
}

function at(origin: Origin, path: string[], message: string): FileProblem {
  const { source, pointer } = below(origin, ...path);
  return source.problem(pointer, message);
}

function wrongIn(step: Step): Wrong[] {
  const { verb, body } = step;
  const claims: [Json | undefined, string[]][] = [];
  if (verb === 'assert') claims.push([body, [verb]]);
  if (verb === 'repeat' && isObject(body)) claims.push([body.until, [verb, 'until']]);
  const members = isObject(body) ? body : {};
  return [
    ...duration(step.within, ['within']),
    ...duration(step.after, ['after']),
    ...(verb === 'never' ? duration(members.for, [verb, 'for']) : []),
    ...(verb === 'repeat' ? duration(members.every, [verb, 'every']) : []),
    ...(verb === 'advance' ? duration(body, [verb]) : []),
    ...Object.entries(step.save).flatMap(([name, pointer]) => pointerAt(pointer, ['save', name])),
    ...claims.flatMap(([claim, path]) => (isObject(claim) ? pointerAt(claim.at, [...path, 'at']) : [])),
    ...[...patternsIn(step), ...picksIn(body, [verb])].flatMap(([value, path]) => pattern(value, path)),
  ];
}

function duration(value: Json | undefined, path: string[]): Wrong[] {
  if (value === undefined) return [];
  const message = durationProblem(typeof value === 'string' ? value : JSON.stringify(value));
  return message === undefined ? [] : [{ path, message }];
}

function pointerAt(value: Json | undefined, path: string[]): Wrong[] {
  if (typeof value !== 'string' || isOpen(value)) return [];
  const message = messageOf(() => parsePointer(value));
  return message === undefined ? [] : [{ path, message }];
}

/** Members of a selector that are patterns. */
const PATTERNS = [
  'message',
  'body',
  'closed',
  'exit',
  'outcome',
  'where',
  'params',
  'result',
  'error',
  'http',
  'sse',
  'frame',
  'is',
];

/** The patterns of a step, and where they stand in it. What is sent is no pattern, whatever it looks like. */
function patternsIn({ verb, body }: Step): [Json, string[]][] {
  if (!isObject(body)) return [];
  const members = (of: Json | undefined, names: string[], path: string[]) =>
    names.flatMap((name): [Json, string[]][] =>
      isObject(of) && of[name] !== undefined ? [[of[name], [...path, name]]] : [],
    );
  const claim = (of: Json | undefined, path: string[]) => [
    ...members(of, ['is'], path),
    ...members(isObject(of) ? of.seen : undefined, PATTERNS, [...path, 'seen']),
  ];
  if (verb === 'expect' || verb === 'never') return members(body, PATTERNS, [verb]);
  if (verb === 'call') return members(body, ['result', 'error', 'sse'], [verb]);
  if (verb === 'stop') return members(body, ['exit'], [verb]);
  if (verb === 'assert') return claim(body, [verb]);
  return verb === 'repeat' ? claim(body.until, [verb, 'until']) : [];
}

/** The patterns of every `$pick` in a value, which may stand in what is sent too. */
function picksIn(value: Json, path: string[]): [Json, string[]][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => picksIn(item, [...path, String(index)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === '$lit') return [];
    const chosen = name === '$pick' && Array.isArray(member) ? member[1] : undefined;
    const own: [Json, string[]][] = chosen === undefined ? [] : [[chosen, [...path, name, '1']]];
    return [...own, ...picksIn(member, [...path, name])];
  });
}

function pattern(value: Json, path: string[]): Wrong[] {
  return checkPattern(value).map((found) => ({ path: [...path, ...parsePointer(found.path)], message: found.message }));
}

function messageOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof PointerError) return error.message;
    throw error;
  }
}
