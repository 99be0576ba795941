import { Refused } from '../../bounded/refused.js';
import { isObject } from '../../json/json.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import {
  type CompiledMoment,
  type CompiledRule,
  compileRule,
  FaultError,
  type FaultRule,
} from '../../language/fault-rule.js';
import { type SelectContext, type Selector, selects } from '../../language/selector.js';
import type { Border, Carried, Closed, ExitInfo, Listener } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { WireRecord } from '../../wire/record.js';
import { Gates } from './gate.js';
import { type FaultItem, recordOf, streamKey } from './item.js';
import { LastOnes } from './last.js';
import { runProgram } from './program.js';
import { Methods } from './replies.js';

export { FaultError, type FaultRule } from '../../language/fault-rule.js';

export interface FaultOptions {
  /** The reference's own time. */
  clock: Clock;
  /** What selectors may ask: discriminators of variants, schemas and state machines. */
  select?: SelectContext;
  /**
   * Ends the reference's process, once what was sent before is out. Without it, `exit` in a rule on `sends` is handed to the
   * transport as something to send, and a rule on `hears` can't have it.
   */
  exit?: (info: ExitInfo) => void;
  /**
   * Closes the connection or exchange on which something was heard. Without it, `close` in a rule on `hears` closes where
   * the reference sent last on that lane, and can't be used where the transport has several streams.
   */
  close?: (closed: Closed, stream: string | undefined) => void;
}

/** Faults at work. */
export interface Faults {
  /** The border of one lane of the reference; `main` unless the reference has several. All lanes share the counts. */
  border(lane?: string): Border;
  /** How many messages each rule has really changed, dropped, put off or had company put beside. 0: never applied. */
  applied(): Map<string, number>;
  /** Whether some rule has. */
  acted(): boolean;
  /** Values that could not be made for a message, one line each. */
  problems(): string[];
}

/** Faults that are switched while they are at work. */
export interface LiveFaults extends Faults {
  /** Adds a rule behind those that are there, switched off. Throws FaultError for one that can't be used, or whose id is taken. */
  add(rule: FaultRule): void;
  /** Switches a rule: what it counts, it counts from here on. Returns whether there is such a rule. */
  switch(id: string, on: boolean): boolean;
  /** The ids of the rules in their order, and whether they are on. */
  switched(): Map<string, boolean>;
}

/**
 * Puts faults on what a reference sends and hears (design, "Mutants and faults"). A message passes the rules in their order;
 * each sees what the ones before made of it. Moments (`after`, `until`) go by what really crossed the border, before any rule.
 * Without a rule that picks it a message passes as it is, at once, in order.
 *
 * Throws FaultError for a rule that can't be used.
 */
export function createFaults(rules: readonly FaultRule[], options: FaultOptions): Faults {
  return new Engine(rules.map(compileRule), options);
}

/** Faults that can be switched and added to while they are at work. Those of `rules` are on. Throws FaultError. */
export function createLiveFaults(rules: readonly FaultRule[], options: FaultOptions): LiveFaults {
  return new Engine(rules.map(compileRule), options, true);
}

/** The same for a reference with one lane: its border. */
export function createBorder(rules: readonly FaultRule[], options: FaultOptions): Border & Omit<Faults, 'border'> {
  const faults = createFaults(rules, options);
  return {
    ...faults.border(),
    applied: () => faults.applied(),
    acted: () => faults.acted(),
    problems: () => faults.problems(),
  };
}

/** Problems that are kept. */
const MOST_PROBLEMS = 100;

interface Stage {
  rule: CompiledRule;
  on: boolean;
  /** Position of the message after which the rule is in force. */
  armedAt: number | undefined;
  matched: number;
  applied: number;
  /** By stream, for rules that count from the end. */
  last: Map<string, LastOnes>;
  /** The end to count from. */
  ending: CompiledMoment;
}

interface Held {
  until: CompiledMoment;
  seq: number;
  go: () => void;
}

class Engine implements LiveFaults {
  private readonly stages: Stage[];
  private readonly context: SelectContext;
  private readonly methods = new Methods();
  private readonly gates = new Gates((item) => this.emit(item));
  private readonly lastEmit = new Map<string, Listener>();
  private readonly troubles: string[] = [];
  private held: Held[] = [];
  private seq = 0;

  constructor(
    rules: CompiledRule[],
    private readonly options: FaultOptions,
    /** Whether rules may come later. */
    private readonly isLive = false,
  ) {
    for (const rule of rules) this.assertUsable(rule);
    this.context = { ...options.select, atBorder: true };
    this.stages = rules.map((rule) => this.stageOf(rule, true));
  }

  add(rule: FaultRule): void {
    const compiled = compileRule(rule);
    this.assertUsable(compiled);
    if (this.stages.some((stage) => stage.rule.id === rule.id))
      throw new FaultError(rule.id, 'there is one of this name already');
    this.stages.push(this.stageOf(compiled, false));
  }

  switch(id: string, on: boolean): boolean {
    const stages = this.stages.filter(({ rule }) => rule.id === id);
    for (const stage of stages) {
      stage.on = on;
      stage.matched = 0;
      stage.armedAt = stage.rule.after ? undefined : this.seq;
    }
    return stages.length > 0;
  }

  switched(): Map<string, boolean> {
    return new Map(this.stages.map(({ rule, on }) => [rule.id, on]));
  }

  private assertUsable(rule: CompiledRule): void {
    const { options } = this;
    const { id, direction, do: actions } = rule;
    for (const { kind, method, variant } of selectorsOf(rule)) {
      // A reply has two variants, whatever its method is.
      if (kind === 'reply') continue;
      if (variant === undefined || method === '*' || options.select?.discriminator?.(method!) !== undefined) continue;
      throw new FaultError(id, `${method} has no variants, so there is no ${method}#${variant}`);
    }
    const exits = actions.some(({ kind }) => kind === 'exit');
    if (direction === 'hears' && exits && !options.exit)
      throw new FaultError(id, 'what is heard can not end this process');
  }

  private stageOf(rule: CompiledRule, on: boolean): Stage {
    const armedAt = rule.after ? undefined : 0;
    return { rule, on, armedAt, matched: 0, applied: 0, last: new Map(), ending: endingOf(rule) };
  }

  border(lane = 'main'): Border {
    return {
      sends: (carried, emit) => this.cross({ carried, direction: 'sends', lane, seq: ++this.seq, emit }),
      hears: (carried, deliver) => this.cross({ carried, direction: 'hears', lane, seq: ++this.seq, emit: deliver }),
    };
  }

  applied(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { rule, applied } of this.stages) counts.set(rule.id, (counts.get(rule.id) ?? 0) + applied);
    return counts;
  }

  acted(): boolean {
    return this.stages.some(({ applied }) => applied > 0);
  }

  problems(): string[] {
    return [...this.troubles];
  }

  private cross(item: FaultItem): void {
    const { carried, direction, lane, seq } = item;
    if (this.stages.length === 0 && !this.isLive) {
      item.emit(carried);
      return;
    }
    if (direction === 'sends') this.lastEmit.set(lane, item.emit);
    const method = this.methods.answeredBy(direction, lane, carried);
    if (method !== undefined) item.method = method;
    this.methods.note(direction, lane, carried);
    const record = this.recordFor(item);
    for (const stage of this.stages) {
      if (stage.on && stage.armedAt === undefined && this.isMoment(stage.rule.after!, item, record))
        stage.armedAt = seq;
    }
    this.run(item, 0);
    if (this.held.length === 0) return;
    const due = this.held.filter((held) => held.seq < seq && this.isMoment(held.until, item, record));
    if (due.length === 0) return;
    this.held = this.held.filter((held) => !due.includes(held));
    for (const { go } of due) go();
  }

  /** Leads an item through the rules from one of them on, and out. */
  private run(item: FaultItem, from: number): void {
    const record = this.recordFor(item);
    for (let at = from; at < this.stages.length; at++) {
      if (this.takes(this.stages[at]!, item, record, at + 1)) return;
    }
    this.gates.pass(item);
  }

  /** Whether a rule takes an item in hand; it then sends on what becomes of it, now or later. */
  private takes(stage: Stage, item: FaultItem, record: () => WireRecord, next: number): boolean {
    const { rule } = stage;
    if (!stage.on || rule.direction !== item.direction || rule.lane !== item.lane) return false;
    const armed = stage.armedAt !== undefined && stage.armedAt < item.seq;
    const meant = armed && picks(rule.selector, record(), this.context);
    if (rule.nth !== undefined && rule.nth < 0) return this.keepsBack(stage, item, next, record, meant, -rule.nth);
    if (!meant) return false;
    stage.matched += 1;
    if (rule.nth !== undefined && rule.nth !== stage.matched) return false;
    this.perform(stage, item, next);
    return true;
  }

  private keepsBack(
    stage: Stage,
    item: FaultItem,
    next: number,
    record: () => WireRecord,
    meant: boolean,
    fromEnd: number,
  ): boolean {
    const key = streamKey(item);
    let last = stage.last.get(key);
    if (last && this.isMoment(stage.ending, item, record)) {
      last.end();
      stage.last.delete(key);
      return false;
    }
    if (meant) {
      last ??= new LastOnes(fromEnd, this.options.clock, (one, isMeant) => {
        if (isMeant) this.perform(stage, one, next);
        else this.run(one, next);
      });
      stage.last.set(key, last);
      last.add(item);
      return true;
    }
    if (!last || last.empty) return false;
    if (mayWait(item.carried)) {
      last.follow(item);
      return true;
    }
    last.giveUp();
    return false;
  }

  private perform(stage: Stage, item: FaultItem, next: number): void {
    const pass = (carried: Carried) => {
      // A request whose id was changed is answered with the new id.
      if (idOf(carried) !== idOf(item.carried)) this.methods.note(item.direction, item.lane, carried);
      this.run({ ...item, carried }, next);
    };
    runProgram(stage.rule.do, item.carried, {
      direction: item.direction,
      delay: (ms, go) => {
        const resume = this.gates.putOff(item);
        this.options.clock.after(ms, () => resume(go));
      },
      hold: (until, go) => {
        const resume = this.gates.putOff(item);
        this.held.push({ until, seq: item.seq, go: () => resume(go) });
      },
      pass,
      end: (carried) => this.end(stage, item, carried),
      applied: () => {
        stage.applied += 1;
      },
      failed: (message) => this.trouble(stage, message),
    });
  }

  private end(stage: Stage, item: FaultItem, carried: Carried): void {
    const { exit, close } = this.options;
    if (carried.kind === 'exit' && exit) exit(carried.exit!);
    else if (item.direction === 'sends') this.gates.pass({ ...item, carried });
    else if (close) close(carried.closed!, carried.stream);
    else {
      const emit = carried.stream === undefined ? this.lastEmit.get(item.lane) : undefined;
      if (emit) emit(carried);
      else this.trouble(stage, 'there is nothing to close where this was heard');
    }
  }

  private trouble({ rule }: Stage, message: string): void {
    if (this.troubles.length < MOST_PROBLEMS) this.troubles.push(`fault ${rule.id}: ${message}`);
  }

  private emit({ carried, emit }: FaultItem): void {
    emit(carried);
  }

  private isMoment({ direction, lane, selector }: CompiledMoment, item: FaultItem, record: () => WireRecord): boolean {
    return direction === item.direction && lane === item.lane && picks(selector, record(), this.context);
  }

  /** The record of an item, made when a rule first wants to see it: most rules are about the other direction. */
  private recordFor(item: FaultItem): () => WireRecord {
    let record: WireRecord | undefined;
    const now = this.options.clock.now();
    return () => {
      record ??= recordOf(item, now);
      return record;
    };
  }
}

function selectorsOf(rule: CompiledRule): Selector[] {
  const until = rule.do.flatMap((action) => (action.kind === 'hold' ? [action.until] : []));
  return [rule, ...(rule.after ? [rule.after] : []), ...until].map(({ selector }) => selector);
}

/** The reply that a rule counts back from: the one that it waits for, where it holds something until then, else any. */
function endingOf(rule: CompiledRule): CompiledMoment {
  for (const action of rule.do) {
    if (action.kind !== 'hold') continue;
    const { until } = action;
    if (until.selector.kind === 'reply' && until.direction === rule.direction && until.lane === rule.lane) return until;
  }
  return { direction: rule.direction, lane: rule.lane, selector: { kind: 'reply', names: ['*'], carriers: {} } };
}

const idOf = ({ message }: Carried) => (isObject(message) ? message.id : undefined);

/** Whether nobody is stopped by having to wait for this: everything but requests, heads and ends. */
function mayWait({ kind, message }: Carried): boolean {
  if (kind === 'message') return shapeOf(message ?? null) !== 'request';
  return kind !== 'http' && kind !== 'closed' && kind !== 'exit';
}

/** Whether a selector picks a record; not if finding out would cost too much. */
function picks(selector: Selector, record: WireRecord, context: SelectContext): boolean {
  try {
    return selects(selector, record, context);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
