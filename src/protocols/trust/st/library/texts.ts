/** Values as texts: for X_TO_STRING and the messages of assertions. */
import { writeString } from '../syntax/strings.js';
import { writeTime } from '../syntax/times.js';
import type { Type } from '../types/types.js';

/** A value as X_TO_STRING writes it. */
export function textOf(type: Type, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (type.kind === 'elementary' && (type.family === 'duration' || type.family === 'date'))
    return writeTime(type.name.split(' ')[0]!, value as bigint);
  if (type.kind === 'enum')
    return [...type.members.values()].find((member) => member.value === value)?.name ?? String(value);
  return String(value);
}

/** A value for a message: strings in quotes. */
export const shownValue = (type: Type, value: unknown): string =>
  type.kind === 'string' ? writeString((value as string).slice(0, 200), type.wide) : textOf(type, value);
