/** A program that runs: its variables, its time and its cycles. */
import type { Project } from '../compile/compile.js';
import type { Instance, Task } from '../compile/schedule.js';
import { type Fault, Faulted, type Frame, type Runtime } from '../operations/runtime.js';
import { isAggregate, isKept } from '../types/types.js';
import { copyInto, showValue, takeValue, type Value } from '../types/values.js';
import { type Found, findName, type NameProblem, problem } from './names.js';

/** What survives a reload. */
export interface Retained {
  /** Nanoseconds of virtual time. */
  now: bigint;
  cycles: number;
  /** Of variables that are kept, by their names: `x` of globals, `Main.x` of programs. */
  values: { readonly [name: string]: Value };
}

/** What one cycle may take. */
export interface Budget {
  /** Turns of loops and calls, by the statements in them. */
  instructions: number;
}

/** About half a second of work. */
export const BUDGET: Budget = { instructions: 5_000_000 };

/** What stopped a program, or why a name or a value can't be used. */
export type StFault = Fault | NameProblem;

/** A project that runs. Deterministic: the same calls give the same values. Time moves only by `advance`. No method throws. */
export interface Harness {
  /** Nanoseconds of virtual time. */
  readonly now: bigint;
  /** Cycles that ran to their end. */
  readonly cycles: number;
  /** Moves time, and runs nothing. @param nanos 0 or more; less moves nothing */
  advance(nanos: bigint): void;
  /**
   * Sets a variable at once.
   * @param value its type may be another than that of the variable if both are integers and the value fits
   * @returns why it was not set
   */
  set(name: string, value: Value): StFault | undefined;
  /** The value of a variable. @param path such as `x`, `Main.x`, `Main.t1.Q`, `arr[3]` or `%QX0.0` */
  get(path: string): Value | StFault;
  /**
   * Runs one cycle: the tasks that are due by priority, then the programs without a task.
   * @returns the fault that ended it; a program with a fault stays stopped and gives it again
   */
  cycle(budget?: Budget): StFault | undefined;
  /** What a new version of the program may go on with. */
  retained(): Retained;
}

/** Starts a project. @param retained of the project before: values of variables that are still kept and of the same type are taken over */
export function instantiate(project: Project, retained?: Retained): Harness {
  return new Machine(project, retained);
}

/** What a task remembers. */
interface TaskState {
  last: bigint;
  single: boolean;
}

export class Machine implements Harness {
  private readonly rt: Runtime;
  private readonly frames: Frame[];
  private readonly states: TaskState[];
  private counted: number;
  private fault: Fault | undefined;

  /** @param program one that `compile` gave; several machines may run it */
  constructor(
    private readonly program: Project,
    { now, cycles, values }: Retained = { now: 0n, cycles: 0, values: {} },
  ) {
    this.rt = { now, globals: program.makeGlobals(), budget: BUDGET.instructions, depth: 0 };
    this.frames = program.instances.map(({ unit }) => unit.make());
    for (const [index, { setup }] of program.instances.entries())
      for (const step of setup) step(this.rt, this.frames[index]!);
    this.counted = cycles;
    this.states = program.tasks.map(() => ({ last: now, single: false }));
    guarded(() => {
      for (const [index, { single }] of program.tasks.entries())
        if (single) this.states[index]!.single = single(this.rt, []);
    });
    this.take(values);
  }

  get now(): bigint {
    return this.rt.now;
  }

  get cycles(): number {
    return this.counted;
  }

  advance(nanos: bigint): void {
    if (nanos > 0n) this.rt.now += nanos;
  }

  cycle({ instructions }: Budget = BUDGET): Fault | undefined {
    if (this.fault) return this.fault;
    this.rt.budget = instructions;
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

  get(path: string): Value | NameProblem {
    const found = this.find(path);
    return 'kind' in found ? found : showValue(found.type, found.base[found.index]);
  }

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

  retained(): Retained {
    const values: { [name: string]: Value } = Object.create(null);
    for (const name of this.retainedNames()) {
      const found = this.find(name);
      if (!('kind' in found)) values[name] = showValue(found.type, found.base[found.index], true);
    }
    return { now: this.now, cycles: this.cycles, values };
  }

  /** Takes over what is still kept and of the same type. */
  private take(values: Retained['values']): void {
    const kept = new Map(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
    for (const name of this.retainedNames()) {
      const value = kept.get(name.toUpperCase());
      const found = this.find(name);
      if (!value || 'kind' in found) continue;
      const same = showValue(found.type, found.base[found.index], true).type === value.type;
      const taken = same ? takeValue(found.type, value) : undefined;
      if (taken !== undefined) put(found, taken);
    }
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
