/** The same value, which throws when somebody changes it, however deep. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const inner of value instanceof Map ? value.values() : Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}
