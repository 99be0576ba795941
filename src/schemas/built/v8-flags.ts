import { setFlagsFromString } from 'node:v8';

/** The flags that Proctor sets, as V8 has them at its start. */
const AT_START = { 'interrupt-budget': 66 * 1024, 'heap-growing-percent': 0, 'semi-space-growth-factor': 2 };
type Flag = keyof typeof AT_START;

/** What is set now. The program and its packed commands have a copy of this module each, and one V8. */
const shared = globalThis as { [key: symbol]: Map<Flag, number> | undefined };
const KEY = Symbol.for('proctor.v8-flags');
const set: Map<Flag, number> = shared[KEY] ?? new Map();
shared[KEY] = set;

/** The first V8 that does not know a flag any more: it would name the flag on stderr each time. Node 22 has 12.4. */
const GONE: { readonly [name in Flag]?: number } = { 'interrupt-budget': 12 };

/** Sets a flag of V8, if this one knows it. */
export function setFlag(name: Flag, value: number): void {
  const major = Number.parseInt(process.versions.v8, 10);
  if (major >= (GONE[name] ?? Number.POSITIVE_INFINITY)) return;
  set.set(name, value);
  setFlagsFromString(`--${name}=${value}`);
}

/** Does something under the flags of a start: V8 refuses code that was compiled under other flags than it has now. */
export function underFlagsOfStart<T>(action: () => T): T {
  for (const name of set.keys()) setFlagsFromString(`--${name}=${AT_START[name]}`);
  try {
    return action();
  } finally {
    for (const [name, value] of set) setFlagsFromString(`--${name}=${value}`);
  }
}
