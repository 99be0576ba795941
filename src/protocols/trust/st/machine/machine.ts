/** A program that runs: its variables, its time and its cycles. */
import type { Program } from '../compile/compile.js';
import { type Fault, Faulted, type Frame, type Runtime } from '../compile/runtime.js';
import type { Instance, Task } from '../compile/schedule.js';
import { isAggregate, isKept } from '../types/types.js';
import { copyInto, showValue, takeValue, type Value } from '../types/values.js';
import { type Found, findName, type NameProblem, problem } from './names.js';

export interface MachineOptions {
  /** Instructions that one cycle may take: turns of loops and calls, by the statements in them. */
  budget?: number;
  /** Nanoseconds that the clock starts with, and cycles that are counted already: for a reload. */
  now?: bigint;
  cycles?: number;
}

/** Values that survive a reload, by their names: `x` of globals, `Main.x` of programs. */
export type Retained = Record<string, Value>;

/** About half a second of work. */
export const BUDGET = 5_000_000;

/** What a task remembers. */
interface TaskState {
  last: bigint;
  single: boolean;
}

/** Deterministic: the same calls give the same values. Time moves only by `advance`. No method throws. */
export class Machine {
  private readonly rt: Runtime;
  private readonly frames: Frame[];
  private readonly budget: number;
  private readonly states: TaskState[];
  private counted: number;
  private fault: Fault | undefined;

  /** @param program one that `compile` gave; several machines may run it */
  constructor(
    private readonly program: Program,
    { budget = BUDGET, now = 0n, cycles = 0 }: MachineOptions = {},
  ) {
    this.rt = { now, globals: program.makeGlobals(), budget, depth: 0 };
    this.frames = program.instances.map(({ unit }) => unit.make());
    for (const [index, { setup }] of program.instances.entries())
      for (const step of setup) step(this.rt, this.frames[index]!);
    this.budget = budget;
    this.counted = cycles;
    this.states = program.tasks.map(() => ({ last: now, single: false }));
    guarded(() => {
      for (const [index, { single }] of program.tasks.entries())
        if (single) this.states[index]!.single = single(this.rt, []);
    });
  }

  /** Nanoseconds of virtual time. */
  get now(): bigint {
    return this.rt.now;
  }

  /** Cycles that ran to their end. */
  get cycles(): number {
    return this.counted;
  }

  /** What stopped the machine; unset while it runs. */
  get stopped(): Fault | undefined {
    return this.fault;
  }

  /** Moves time, and runs nothing. @param nanos 0 or more; less moves nothing */
  advance(nanos: bigint): void {
    if (nanos > 0n) this.rt.now += nanos;
  }

  /**
   * Runs one cycle: the tasks that are due by priority, then the programs without a task.
   * @returns the fault that ended it; a machine with a fault stays stopped and gives it again
   */
  cycle(): Fault | undefined {
    if (this.fault) return this.fault;
    this.rt.budget = this.budget;
    this.rt.depth = 0;
    this.fault = guarded(() => {
      const { instances } = this.program;
      for (const task of this.due())
        for (const [index, instance] of instances.entries()) if (instance.task === task) this.run(instance, index);
      for (const [index, instance] of instances.entries()) if (instance.task === undefined) this.run(instance, index);
    });
    if (!this.fault) this.counted++;
    return this.fault;
  }

  /** The value of a variable. @param name such as `x`, `Main.x`, `Main.t1.Q`, `arr[3]` or `%QX0.0` */
  get(name: string): { value: Value } | { problem: NameProblem } {
    const found = this.find(name);
    return 'kind' in found ? { problem: found } : { value: showValue(found.type, found.base[found.index]) };
  }

  /**
   * Sets a variable at once.
   * @param value its type may be another than that of the variable if both are integers and the value fits
   * @returns why it was not set
   */
  set(name: string, value: Value): NameProblem | undefined {
    const found = this.find(name);
    if ('kind' in found) return found;
    if (found.locked !== undefined) return problem('read_only', name, found.locked);
    if (found.type.kind === 'block')
      return problem('wrong_kind', name, `"${name}" is a function block or a program: set its variables`);
    const taken = takeValue(found.type, value);
    if (taken === undefined)
      return problem('wrong_type', name, `this ${value.type} does not fit into ${found.type.name}`);
    put(found, taken);
    return undefined;
  }

  /** The names of all variables of globals and programs, as `get` takes them. */
  names(): string[] {
    const globals = [...this.program.globals.values()].map(({ name }) => name);
    const own = this.program.instances.flatMap(({ name, unit }) =>
      [...unit.variables.values()]
        .filter(
          (variable) => unit.fields.has(variable.name.toUpperCase()) || unit.located.has(variable.name.toUpperCase()),
        )
        .map((variable) => `${name}.${variable.name}`),
    );
    return [...globals, ...own];
  }

  /** The values of RETAIN and PERSISTENT variables, for a machine that runs a new version of the program. */
  exportRetained(): Retained {
    const retained: Retained = Object.create(null);
    for (const name of this.retainedNames()) {
      const found = this.find(name);
      if (!('kind' in found)) retained[name] = showValue(found.type, found.base[found.index], true);
    }
    return retained;
  }

  /**
   * Takes over the values of variables that are still retained and of the same type.
   * @returns the names that were not taken
   */
  importRetained(retained: Retained): string[] {
    const open = new Map(Object.entries(retained).map(([name, value]) => [name.toUpperCase(), { name, value }]));
    for (const name of this.retainedNames()) {
      const given = open.get(name.toUpperCase());
      const found = this.find(name);
      if (!given || 'kind' in found) continue;
      const same = showValue(found.type, found.base[found.index], true).type === given.value.type;
      const taken = same ? takeValue(found.type, given.value) : undefined;
      if (taken === undefined) continue;
      put(found, taken);
      open.delete(name.toUpperCase());
    }
    return [...open.values()].map(({ name }) => name);
  }

  private retainedNames(): string[] {
    const { retained, instances } = this.program;
    return [...retained, ...instances.flatMap(({ name, unit }) => unit.retained.map((one) => `${name}.${one}`))];
  }

  private find(name: string): Found | NameProblem {
    return findName({ program: this.program, globals: this.rt.globals, instances: this.frames }, name);
  }

  /** Indexes of the tasks that run now, by priority. A task that missed several intervals runs once. */
  private due(): number[] {
    const { tasks } = this.program;
    const due: number[] = [];
    for (const [index, task] of tasks.entries()) if (this.isDue(task, this.states[index]!)) due.push(index);
    return due.sort((a, b) => tasks[a]!.priority - tasks[b]!.priority || a - b);
  }

  private isDue({ interval, single }: Task, state: TaskState): boolean {
    const level = single ? single(this.rt, []) : false;
    const edge = level && !state.single;
    state.single = level;
    if (interval === 0n) return single ? edge : true;
    const periodic = !level && this.rt.now - state.last >= interval;
    if (periodic) state.last = this.rt.now;
    return edge || periodic;
  }

  private run({ unit, before, after }: Instance, index: number): void {
    const frame = this.frames[index]!;
    for (const move of before) move(this.rt, [], frame);
    this.rt.depth = unit.height;
    unit.body(this.rt, frame);
    for (const move of after) move(this.rt, [], frame);
  }
}

/** Of a function block the state is overwritten, since programs refer to it. */
function put({ base, index, type }: Found, value: unknown): void {
  if (type.kind === 'block') {
    const [to, from] = [base[index] as Frame, value as Frame];
    for (const { slot, role } of type.block.fields.values()) if (isKept(role)) to[slot] = from[slot];
  } else if (isAggregate(type)) copyInto(type, base[index] as Frame, value as Frame);
  else base[index] = value;
}

/** Runs compiled code; what it throws becomes a value. */
export function guarded(work: () => void): Fault | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Faulted) return error.fault;
    // The levels are counted, so this is for a stack that is smaller than any that Node starts with.
    if (error instanceof RangeError) return { kind: 'depth', message: 'calls are nested too deeply' };
    throw error;
  }
}
