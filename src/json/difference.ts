import { showValue } from './display.js';
import { isObject, type Json } from './json.js';
import { parsePointer } from './pointer.js';
import { isCredentialName, isHidable, REDACTED, redactedValue } from './secrets/credentials.js';

/** One path where the expectation and the message differ. */
export interface Difference {
  /** JSON Pointer from the root of the record. */
  path: string;
  expected: Json;
  /** Unset where the message has nothing there. */
  actual?: Json;
  /** A short sentence, such as "expected an integer, got a string". */
  message: string;
  /** Position in the transcript of the record that it is about. */
  seq?: number;
  /** JSON Pointer into that record, as a report has it. A missing member has the place where it would be. */
  pointer?: string;
}

/** Longest text that a sentence shows whole, in characters. */
const WHOLE = 78;

/** The same, without the credential that stands at its path by the name of the member: its sentence repeats what came and what was wanted. */
export function withoutCredential<T extends Pick<Difference, 'path' | 'message' | 'actual'> & { expected?: Json }>(
  told: T,
): T {
  if (!isCredentialName(parsePointer(told.path).at(-1) ?? '')) return told;
  const isSecret = (value: Json | undefined): value is string => typeof value === 'string' && isHidable(value);
  const secrets = [told.actual, told.expected].filter(isSecret);
  if (secrets.length === 0) return told;
  const hidden = secrets.some((value) => value.length > WHOLE)
    ? `expected something else than the credential that came, ${REDACTED}`
    : secrets.reduce((text, value) => text.replaceAll(showValue(value), `"${redactedValue(value)}"`), told.message);
  return {
    ...told,
    message: hidden,
    ...(told.actual !== undefined && { actual: without(told.actual, secrets) }),
    ...(told.expected !== undefined && { expected: without(told.expected, secrets) }),
  };
}

function without(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') return secrets.includes(value) ? redactedValue(value) : value;
  if (Array.isArray(value)) return value.map((one) => without(one, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, secrets)]));
}
