import { env as inherited } from 'node:process';
import { expandText } from '../../src/conversation/case/expand.js';

/** Our own environment with what is set and, by null, taken away. */
export function environment(
  given: Record<string, string | null>,
  values: { [name: string]: string | string[] },
): Record<string, string> {
  const kept = Object.entries(inherited).filter(([name]) => !Object.hasOwn(given, name));
  const set = Object.entries(given).map(([name, value]) => [name, value === null ? value : expandText(value, values)]);
  return Object.fromEntries([...kept, ...set].filter((one): one is [string, string] => typeof one[1] === 'string'));
}
