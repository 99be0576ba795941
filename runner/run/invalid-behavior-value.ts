import { parsePointer } from '../../src/json/pointer.js';
import { giverOf } from '../../src/language/given.js';
import type { Finding } from '../../src/watch/finding.js';

/**
 * What is wrong with a value that a target file gives, where a message of the kit broke a rule because of it: which file,
 * behavior and member, and what the message should have been. Undefined where the kit itself is to blame.
 */
export function invalidBehaviorValue({ record, path, message }: Finding, file: string | undefined): string | undefined {
  const giver = record.given && giverOf(record.given, path ?? '');
  if (!giver) return undefined;
  const [behavior, ...members] = giver.name.split('.');
  const at = ['gives', ...members, ...parsePointer(giver.below)].join('.');
  return `${file ?? 'the target file'}: behavior \`${behavior}\`: \`${at}\` does not fit: ${message}`;
}
