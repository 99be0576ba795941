import { isObject } from '../../src/json/json.js';
import type { WireRecord } from '../../src/wire/record.js';

/** The version that a message settles for both sides: the answer to a handshake names it. */
export function agreedVersion({ message }: WireRecord): string | undefined {
  const result = isObject(message) ? message.result : undefined;
  const agreed = isObject(result) ? result.protocolVersion : undefined;
  return typeof agreed === 'string' ? agreed : undefined;
}
