import type { CycleResult, LoadResult, RunUntilResult } from '../../../generated/types/trust-v1.js';
import type { JsonObject } from '../../../json/json.js';
import type { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { budgetSpent, failed, invalidParams, notLoaded } from '../errors.js';
import type { Handlers, Params } from '../params.js';
import { type Harness, instantiate, type StFault, type StValue } from '../st/index.js';
import { compiled } from './build.js';
import { Project } from './project.js';
import { decodeValue, encodeValue, sameValue } from './typed-values.js';
import type { Workspace } from './workspace.js';

/** ms that one request may run cycles for. */
const LONGEST = 30_000;
/** ms of cycles between two looks at the rest of the world. */
const SLICE = 20;
/** Cycles that run_until is given if it says nothing (trust-runtime, agent). */
const MOST_CYCLES = 10_000;

type HarnessMethod = Extract<keyof Handlers, `harness.${string}`>;

/** One program that runs in virtual time: what `harness.*` is about. The same requests give the same answers. */
export class HarnessMethods {
  private machine: Harness | undefined;
  private selected: Params<'harness.load'> = {};

  /**
   * @param real ends requests that would run for too long
   * @param tellsEach whether watch says of each name if it could be read, as later servers do; else an unknown one is an error
   * @param runsOnLoad whether a load runs a first cycle
   */
  constructor(
    private readonly workspace: Workspace,
    private readonly real: Clock,
    private readonly tellsEach: boolean,
    private readonly runsOnLoad: boolean,
  ) {}

  /** What answers each of its methods. */
  readonly handlers: Pick<Handlers, HarnessMethod> = {
    'harness.load': (params) => this.load(params),
    'harness.reload': (params) => this.reload(params),
    'harness.cycle': (params) => this.cycle(params),
    'harness.set_input': ({ name, value }) => {
      const decoded = decodeValue(value as never);
      const problem = this.loaded().set(name, decoded);
      if (problem) throw refusal(problem);
      return { name, status: 'ok' };
    },
    'harness.get_output': ({ name }) => ({ name, value: encodeValue(this.valueOf(this.loaded(), name)) }),
    'harness.advance_time': ({ duration_ms }) => {
      const machine = this.loaded();
      machine.advance(nanosOf(duration_ms));
      return stateOf(machine);
    },
    'harness.run_until': (params) => this.runUntil(params),
  };

  /** A new program, and its first cycle. The one before stays if that fails. */
  private load(params: Params<'harness.load'>): LoadResult {
    const texts = this.textsOf(params);
    const machine = instantiate(compiled(texts));
    const fault = this.runsOnLoad ? machine.cycle() : undefined;
    if (fault) throw faulted('initial cycle failed', fault);
    this.machine = machine;
    this.selected = params;
    return { source_count: texts.length, ...stateOf(machine) };
  }

  /** The program anew, with the time, the cycles and what is retained of the one before. */
  private reload(params: Params<'harness.reload'>): LoadResult {
    const { inline_sources, files, project } = params;
    const says = inline_sources !== undefined || files !== undefined || project !== undefined;
    const selected = says ? params : this.selected;
    const before = this.machine;
    // What is said of sources comes before whether there is a program.
    const texts = this.textsOf(says || before ? selected : {});
    const old = this.loaded();
    const machine = instantiate(compiled(texts), old.retained());
    this.machine = machine;
    this.selected = selected;
    return { source_count: texts.length, ...stateOf(machine) };
  }

  private async cycle({ count = 1, dt_ms = 0, watch = [] }: Params<'harness.cycle'>): Promise<CycleResult> {
    const machine = this.loaded();
    if (!this.tellsEach) this.checkNames(machine, watch);
    const dt = nanosOf(dt_ms);
    let ran = 0n;
    await this.run(() => {
      if (ran >= BigInt(count)) return true;
      machine.advance(dt);
      const fault = machine.cycle();
      if (fault) throw faulted('cycle failed', fault);
      ran++;
      return false;
    });
    return { ...stateOf(machine), values: this.valuesOf(machine, watch) };
  }

  private async runUntil(params: Params<'harness.run_until'>): Promise<RunUntilResult> {
    const { name, equals, max_cycles = MOST_CYCLES, dt_ms = 0, watch = [] } = params;
    const wanted = decodeValue(equals as never);
    const machine = this.loaded();
    this.checkNames(machine, this.tellsEach ? [name] : [name, ...watch]);
    const dt = nanosOf(dt_ms);
    let ran = 0;
    await this.run(() => {
      if (sameValue(this.valueOf(machine, name), wanted)) return true;
      if (ran >= Number(max_cycles)) throw budgetSpent(name, Number(max_cycles), encodeValue(wanted) as never);
      machine.advance(dt);
      const fault = machine.cycle();
      if (fault) throw faulted('run_until cycle failed', fault);
      ran++;
      return false;
    });
    return {
      name,
      cycles_ran: ran,
      ...stateOf(machine),
      matched_value: encodeValue(this.valueOf(machine, name)),
      values: this.valuesOf(machine, watch),
    };
  }

  /** Takes steps until one says that it was the last. Signals and timers are heard in between. */
  private async run(step: () => boolean): Promise<void> {
    const began = this.real.now();
    for (let since = began; ; ) {
      if (step()) return;
      const now = this.real.now();
      if (now - began > LONGEST) throw failed(`the cycles took longer than ${LONGEST / 1000} s`);
      if (now - since < SLICE) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = now;
    }
  }

  private loaded(): Harness {
    if (!this.machine) throw notLoaded();
    return this.machine;
  }

  /** The sources that params name: those in them, files of the workspace, or those of a project. */
  private textsOf({ inline_sources, files, project }: Params<'harness.load'>): { path: string; text: string }[] {
    const selectors = [inline_sources, files, project].filter((one) => one !== undefined);
    if (selectors.length > 1) throw invalidParams('Name inline_sources, files or project, and no two of them.');
    if (inline_sources) {
      if (inline_sources.some(({ text }) => text.trim() === '')) throw invalidParams('An inline source is empty.');
      return inline_sources.map(({ text, path }, index) => ({ path: path ?? `inline[${index}]`, text }));
    }
    if (files) {
      const places = files.map((file) => this.workspace.place(file));
      if (new Set(places.map(({ path }) => path)).size < places.length) throw invalidParams('A file is named twice.');
      return places.map((place) => ({ path: place.path, text: this.workspace.read(place) }));
    }
    const chosen = new Project(this.workspace, project);
    const sources = chosen.read(chosen.sourcesWith(chosen.sourcesRoot(undefined)));
    if (sources.length === 0) throw failed(`no ST sources found in ${chosen.root.absolute}`);
    return sources;
  }

  private valueOf(machine: Harness, name: string): StValue {
    const found = machine.get(name);
    if ('kind' in found) throw refusal(found);
    return found;
  }

  private valuesOf(machine: Harness, watch: readonly string[]): NonNullable<CycleResult['values']> {
    const shown = (name: string) => {
      if (!this.tellsEach) return encodeValue(this.valueOf(machine, name));
      const found = machine.get(name);
      if (!('kind' in found)) return { status: 'ok', value: encodeValue(found) };
      return { status: 'error', code: found.kind, message: found.message, ...namesIn(found) };
    };
    return Object.fromEntries(watch.map((name) => [name, shown(name)])) as NonNullable<CycleResult['values']>;
  }

  /** Before anything runs. Throws RpcError -32002 for a name that stands for nothing. */
  private checkNames(machine: Harness, names: readonly string[]): void {
    for (const name of names) this.valueOf(machine, name);
  }
}

/** What most answers tell: cycles so far, and ms of virtual time. */
function stateOf(machine: Harness): { cycle_count: number; elapsed_ms: number } {
  return { cycle_count: machine.cycles, elapsed_ms: Number(machine.now / 1_000_000n) };
}

const nanosOf = (ms: number | bigint) => BigInt(ms) * 1_000_000n;

const faulted = (message: string, fault: StFault) => failed(message, { errors: [fault.message] });

/** A value that does not fit is a mistake of the params, a name that stands for nothing one of the program. */
function refusal(fault: StFault): RpcError {
  const { kind, message } = fault;
  if (kind === 'wrong_type' || kind === 'read_only') return invalidParams(message);
  return failed(message, { kind, ...namesIn(fault) });
}

/** What was asked for, and what it could have been. */
const namesIn = (fault: StFault): JsonObject =>
  'path' in fault ? { path: fault.path, candidates: fault.candidates } : {};
