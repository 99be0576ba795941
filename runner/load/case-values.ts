import type { Json } from '../../src/jsonrpc/json.js';
import { isObject } from '../../src/jsonrpc/messages.js';
import type { Step } from '../../src/play/case.js';
import { DurationError, parseDuration } from '../../src/play/duration.js';
import { PointerError, parsePointer } from '../../src/play/pointer.js';
import { isOpen } from '../../src/play/values.js';
import type { FileProblem } from '../types.js';
import { below, type Origin } from './case-steps.js';

/**
 * Values that no run could use, now that the constants are filled in: durations, JSON Pointers and regular expressions.
 * What still refers to a name of the run is left to the run.
 */
export function valueProblems(steps: readonly Step[], origins: ReadonlyMap<Step, Origin>): FileProblem[] {
  return steps.flatMap((step) => {
    const origin = origins.get(step);
    const nested = [...(step.steps ?? []), ...(step.branches ?? []).flatMap((branch) => branch.steps)];
    const own = origin ? wrongIn(step).map(({ path, message }) => at(origin, path, message)) : [];
    return [...own, ...valueProblems(nested, origins)];
  });
}

/** Why a text is no duration, or undefined; a text that a run completes is not judged. */
export function durationProblem(text: string): string | undefined {
  return isOpen(text) ? undefined : messageOf(() => parseDuration(text));
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
    ...(verb === 'send' ? [] : expressions(body, [verb])),
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

/** Regular expressions in patterns; what is sent is no pattern, whatever it looks like. */
function expressions(value: Json, path: string[]): Wrong[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => expressions(item, [...path, String(index)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === '$lit' || (path.length === 1 && path[0] === 'call' && name === 'params')) return [];
    const here = [...path, name];
    if (name !== '$re' || typeof member !== 'string' || isOpen(member)) return expressions(member, here);
    const message = messageOf(() => new RegExp(member, 'u'));
    return message === undefined ? [] : [{ path: here, message: message.charAt(0).toLowerCase() + message.slice(1) }];
  });
}

function messageOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DurationError || error instanceof PointerError)
      return error.message;
    throw error;
  }
}
