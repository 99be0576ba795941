import type { WireRecord } from '../../../wire/record.js';
import { onlySettings, type RuleMaker } from '../../rule.js';

/** How much of a line that does not belong is quoted. */
const QUOTED = 60;

/**
 * `stdout`: on stdio, the target's output carries messages and nothing else. What begins like a message and is broken is
 * the business of `json`, what is a message and wrong that of `envelope`.
 */
export const stdout: RuleMaker = (settings, { transport }) => {
  onlySettings(settings, []);
  return ({ record, side }) => {
    if (transport !== 'stdio' || side !== 'target') return undefined;
    if (record.kind !== 'message' && record.kind !== 'bytes') return undefined;
    if (!isNoise(record)) return { subject: side, issues: [] };
    const text = record.text ?? Buffer.from(record.bytes?.subarray(0, QUOTED * 4) ?? []).toString();
    const quoted = JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED - 1)}…` : text);
    return { subject: side, issues: [{ key: 'noise', message: `${quoted} on its output is not a message` }] };
  };
};

/** Whether a record is something that was never meant as a message: it does not begin like an object or an array. */
export function isNoise(record: WireRecord): boolean {
  if (record.kind === 'message') return typeof record.message !== 'object' || record.message === null;
  const start = Buffer.from(record.bytes?.subarray(0, 64) ?? []).toString();
  return !/^\uFEFF?\s*[{[]/.test(start);
}
