/**
 * Standard function blocks. Each is a frame like that of a function block written in ST, with a body written here.
 *
 * Timers count the time since the previous call of the same instance, and that of the first call is 0. So the call that
 * sees an edge already counts the time since the call before, as truST does.
 */
import { DONE, type Exec, type Frame } from '../operations/runtime.js';
import type { Unit } from '../operations/typed.js';
import { BOOL, basic, type Elementary, type Field, INT, LINT, type Role } from '../types/types.js';
import { defaultOf } from '../types/values.js';

type Declared = readonly [role: Role, name: string, type: Elementary, start?: unknown];

const NOWHERE = { source: -1, line: 1, column: 1, endLine: 1, endColumn: 1 };

function block(name: string, declared: readonly Declared[], step: (f: Frame, now: bigint) => void): [string, Unit] {
  const fields = new Map<string, Field & { role: Role }>();
  const template: unknown[] = [];
  for (const [slot, [role, field, type, start]] of declared.entries()) {
    const value = start ?? defaultOf(type);
    template.push(value);
    fields.set(field, { name: field, type, slot, role, make: () => value });
  }
  const body: Exec = (rt, f) => {
    step(f, rt.now);
    return DONE;
  };
  const parameters = [...fields.values()].filter(({ role }) => role === 'input');
  const make = () => template.slice();
  const rest = {
    values: template.length,
    depth: 0,
    temps: [],
    height: 1,
    at: NOWHERE,
    variables: new Map(),
    retained: [],
    located: new Map(),
    open: new Map(),
  };
  return [name, { kind: 'BUILTIN', name, fields, parameters, make, body, ...rest }];
}

/** Slots of a timer: IN, PT, Q, ET, when it was called last (-1: never), and what it keeps. */
const timer = (time: Elementary): Declared[] => [
  ['input', 'IN', BOOL],
  ['input', 'PT', time],
  ['output', 'Q', BOOL],
  ['output', 'ET', time],
  ['hidden', 'LAST', LINT, -1n],
  ['hidden', 'MEMORY', BOOL],
  ['hidden', 'RUNNING', BOOL],
];
const [IN, PT, Q, ET, LAST, MEMORY, RUNNING] = [0, 1, 2, 3, 4, 5, 6];

/** The time since the previous call. */
function passed(f: Frame, now: bigint): bigint {
  const last = f[LAST] as bigint;
  f[LAST] = now;
  return last < 0n ? 0n : now - last;
}

/** A negative PT is 0. */
const preset = (f: Frame): bigint => ((f[PT] as bigint) > 0n ? (f[PT] as bigint) : 0n);

/** Lets ET run up to PT; says whether it is there. */
function count(f: Frame, delta: bigint): boolean {
  const most = preset(f);
  const next = (f[ET] as bigint) + delta;
  f[ET] = next < most ? next : most;
  return next >= most;
}

function ton(f: Frame, now: bigint): void {
  const delta = passed(f, now);
  if (f[IN]) f[Q] = count(f, delta);
  else {
    f[ET] = 0n;
    f[Q] = false;
  }
}

function tof(f: Frame, now: bigint): void {
  const delta = passed(f, now);
  if (f[IN]) {
    f[ET] = 0n;
    f[Q] = true;
  } else if (f[Q]) f[Q] = !count(f, delta);
}

function tp(f: Frame, now: bigint): void {
  const delta = passed(f, now);
  if (f[IN] && !f[MEMORY] && !f[RUNNING]) {
    f[RUNNING] = true;
    f[ET] = 0n;
  }
  f[MEMORY] = f[IN];
  if (f[RUNNING]) f[RUNNING] = !count(f, delta);
  else if (!f[IN]) f[ET] = 0n;
  f[Q] = f[RUNNING];
}

/** Counters of one integer type. They stop at the ends of its range. */
function counters(suffix: string, type: Elementary): [string, Unit][] {
  const wide = type.kept === 'bigint';
  const [low, high] = wide ? [type.low, type.high] : [Number(type.low), Number(type.high)];
  const [zero, one] = wide ? [0n, 1n] : [0, 1];
  const up = (value: unknown) => ((value as number) < (high as number) ? (value as number) + (one as number) : value);
  const down = (value: unknown) => ((value as number) > (low as number) ? (value as number) - (one as number) : value);
  const reaches = (value: unknown, end: unknown) => (value as number) >= (end as number);
  const ctu: Declared[] = [
    ...([['CU'], ['R']] as const).map(([name]) => ['input', name, BOOL] as const),
    ['input', 'PV', type],
    ['output', 'Q', BOOL],
    ['output', 'CV', type],
    ['hidden', 'MEMORY', BOOL],
  ];
  const ctd = ctu.map(
    (declared): Declared =>
      declared[1] === 'CU' ? ['input', 'CD', BOOL] : declared[1] === 'R' ? ['input', 'LD', BOOL] : declared,
  );
  const ctud: Declared[] = [
    ...(['CU', 'CD', 'R', 'LD'] as const).map((name) => ['input', name, BOOL] as const),
    ['input', 'PV', type],
    ['output', 'QU', BOOL],
    ['output', 'QD', BOOL],
    ['output', 'CV', type],
    ['hidden', 'MEMORY_U', BOOL],
    ['hidden', 'MEMORY_D', BOOL],
  ];
  return [
    block(`CTU${suffix}`, ctu, (f) => {
      if (f[1]) f[4] = zero;
      else if (f[0] && !f[5]) f[4] = up(f[4]);
      f[5] = f[0];
      f[3] = reaches(f[4], f[2]);
    }),
    block(`CTD${suffix}`, ctd, (f) => {
      if (f[1]) f[4] = f[2];
      else if (f[0] && !f[5]) f[4] = down(f[4]);
      f[5] = f[0];
      f[3] = reaches(zero, f[4]);
    }),
    block(`CTUD${suffix}`, ctud, (f) => {
      const [cu, cd] = [f[0] && !f[8], f[1] && !f[9]];
      if (f[2]) f[7] = zero;
      else if (f[3]) f[7] = f[4];
      // Both edges at once cancel each other.
      else if (cu && !cd) f[7] = up(f[7]);
      else if (cd && !cu) f[7] = down(f[7]);
      f[8] = f[0];
      f[9] = f[1];
      f[5] = reaches(f[7], f[4]);
      f[6] = reaches(zero, f[7]);
    }),
  ];
}

const bistable = (first: string, second: string): Declared[] => [
  ['input', first, BOOL],
  ['input', second, BOOL],
  ['output', 'Q1', BOOL],
];

const trigger: Declared[] = [
  ['input', 'CLK', BOOL],
  ['output', 'Q', BOOL],
  ['hidden', 'MEMORY', BOOL],
];

/** By name. */
export const STANDARD_BLOCKS: ReadonlyMap<string, Unit> = new Map([
  ...['TIME', 'LTIME'].flatMap((name) => {
    const declared = timer(basic(name));
    const suffixes = name === 'TIME' ? ['', '_TIME'] : ['_LTIME'];
    return suffixes.flatMap((suffix) => [
      block(`TON${suffix}`, declared, ton),
      block(`TOF${suffix}`, declared, tof),
      block(`TP${suffix}`, declared, tp),
    ]);
  }),
  ...counters('', INT),
  ...['INT', 'DINT', 'LINT', 'UDINT', 'ULINT'].flatMap((name) => counters(`_${name}`, basic(name))),
  block('SR', bistable('S1', 'R'), (f) => {
    f[2] = f[0] || (!f[1] && f[2]);
  }),
  block('RS', bistable('S', 'R1'), (f) => {
    f[2] = !f[1] && (f[0] || f[2]);
  }),
  block('R_TRIG', trigger, (f) => {
    f[1] = f[0] && !f[2];
    f[2] = f[0];
  }),
  // The first call with CLK FALSE gives Q TRUE: the body of the standard, which starts with MEMORY FALSE, says so.
  block('F_TRIG', trigger, (f) => {
    f[1] = !f[0] && !f[2];
    f[2] = !f[0];
  }),
]);
