import type { Json } from '../../json/json.js';
import type { Action, CompiledMoment, Direction } from '../../language/fault-rule.js';
import { resolve, type Scope, toBytes, ValueError } from '../../language/values/index.js';
import type { Carried, FrameInfo } from '../../wire/carried.js';
import { carryBytes } from '../../wire/carry.js';
import { defaultLimits } from '../../wire/limits.js';
import { viewOf } from '../../wire/record.js';
import { removeIn, renameIn, setIn, textOf } from './edit.js';

/** A message on its way through a program: itself or a copy, or something that was put beside it. */
interface Part {
  carried: Carried;
  beside: boolean;
}

/** What a program needs from the border around it. */
export interface ProgramHost {
  direction: Direction;
  /** Goes on after `ms` of the clock's time. */
  delay(ms: number, go: () => void): void;
  /** Goes on after the next message that the moment picks. */
  hold(until: CompiledMoment, go: () => void): void;
  /** Lets something go on its way. */
  pass(carried: Carried): void;
  /** Ends the connection or the process of the reference. */
  end(carried: Carried): void;
  /** Something was really changed, added, dropped or put off. Called once at most. */
  applied(): void;
  /** A value could not be made for this message; the action did nothing. */
  failed(message: string): void;
}

/** Does to one message what a rule says, in order. What follows a delay or hold happens when it is over. */
export function runProgram(actions: readonly Action[], carried: Carried, host: ProgramHost): void {
  new Program(actions, carried, host).run([{ carried, beside: false }], 0);
}

class Program {
  private done = false;

  constructor(
    private readonly actions: readonly Action[],
    /** What the rule picked: what is put beside it goes where it went, also once it is dropped. */
    private readonly origin: Carried,
    private readonly host: ProgramHost,
  ) {}

  run(parts: Part[], from: number): void {
    let now = parts;
    for (let at = from; at < this.actions.length; at++) {
      const action = this.actions[at]!;
      if (action.kind === 'delay' || action.kind === 'hold') {
        if (now.length === 0) continue;
        this.applied();
        const rest = now;
        const go = () => this.run(rest, at + 1);
        if (action.kind === 'delay') this.host.delay(action.ms, go);
        else this.host.hold(action.until, go);
        return;
      }
      const next = this.act(action, now);
      if (next.length !== now.length || next.some((part, index) => part.carried !== now[index]!.carried))
        this.applied();
      now = next;
    }
    for (const { carried, beside } of now) {
      if (beside && (carried.kind === 'closed' || carried.kind === 'exit')) this.host.end(carried);
      else this.host.pass(carried);
    }
  }

  private applied(): void {
    if (!this.done) this.host.applied();
    this.done = true;
  }

  private act(action: Exclude<Action, { kind: 'delay' | 'hold' }>, parts: Part[]): Part[] {
    const subject = parts.find((part) => !part.beside)?.carried ?? this.origin;
    switch (action.kind) {
      case 'drop':
        return parts.filter((part) => part.beside);
      case 'duplicate':
        return parts.flatMap((part) => (part.beside ? [part] : [part, { ...part }]));
      case 'insert': {
        const made = this.made(action.value, subject, (value) =>
          inserted(action.what, value, subject, this.host.direction),
        );
        if (!made) return parts;
        const extra: Part = { carried: made, beside: true };
        return action.before ? [extra, ...parts] : [...parts, extra];
      }
      case 'close': {
        const how = typeof action.how === 'number' ? { how: 'end' as const, code: action.how } : { how: action.how };
        return [...parts, { carried: { kind: 'closed', closed: how, ...streamOf(subject) }, beside: true }];
      }
      case 'exit':
        return [...parts, { carried: { kind: 'exit', exit: action.exit }, beside: true }];
      case 'bytes':
        return parts.flatMap((part) => (part.beside ? [part] : this.asBytes(action.value, part)));
      default:
        return parts.map((part) => (part.beside ? part : { ...part, carried: this.edited(action, part.carried) }));
    }
  }

  private edited(
    action: Extract<Action, { kind: 'set' | 'remove' | 'rename' | 'replace' }>,
    carried: Carried,
  ): Carried {
    switch (action.kind) {
      case 'set':
        return action.values.reduce(
          (now, [pointer, value]) => this.made(value, now, (made) => setIn(now, pointer, made)) ?? now,
          carried,
        );
      case 'remove':
        return action.pointers.reduce(removeIn, carried);
      case 'rename':
        return action.names.reduce((now, [pointer, name]) => renameIn(now, pointer, name), carried);
      case 'replace': {
        const { text: _, bytes: __, problem: ___, ...rest } = carried;
        return (
          this.made(action.message, carried, (message) => ({ ...rest, kind: 'message' as const, message })) ?? carried
        );
      }
    }
  }

  /** Exact bytes in place of a message. An HTTP body of one message ends with it, and so do the bytes. */
  private asBytes(value: Json, part: Part): Part[] {
    const { carried } = part;
    const made = this.made(value, carried, (bytes) => bytesInstead(toBytes(bytes), carried, this.host.direction));
    if (!made) return [part];
    const whole =
      this.host.direction === 'sends' && carried.http?.status !== undefined && carried.kind !== 'http' && !carried.sse;
    const end: Part = { carried: { kind: 'closed', closed: { how: 'end' }, ...streamOf(carried) }, beside: true };
    return [{ ...part, carried: made }, ...(whole ? [end] : [])];
  }

  private made(value: Json, subject: Carried, make: (value: Json) => Carried): Carried | undefined {
    try {
      return make(resolve(value, scopeOver(subject), 'value'));
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      this.host.failed(error.message);
      return undefined;
    }
  }
}

const streamOf = (subject: Carried) => (subject.stream === undefined ? {} : { stream: subject.stream });

/** `message` is the record as cases see it, `text` the exact text of the message. */
function scopeOver(subject: Carried): Scope {
  return {
    has: (name) => name === 'message' || name === 'text',
    get: (name) =>
      name === 'text' ? textOf(subject) : viewOf({ ...subject, seq: 0, time: 0, from: 'kit', channel: '' }),
    names: () => ['message', 'text'],
  };
}

function inserted(
  what: 'message' | 'bytes' | 'sse' | 'frame',
  value: Json,
  subject: Carried,
  direction: Direction,
): Carried {
  const stream = streamOf(subject);
  switch (what) {
    case 'message':
      return { kind: 'message', message: value, ...(subject.sse ? { sse: {} } : {}), ...stream };
    case 'bytes':
      return bytesInstead(toBytes(value), stream, direction);
    case 'sse':
      return setIn({ kind: 'sse', ...stream }, '/sse', value);
    case 'frame':
      return { kind: 'frame', frame: { fin: true, ...(value as object) } as FrameInfo, ...stream };
  }
}

/** What leaves is bytes as they are; what is heard has been read already, so the bytes are read as the transport would. */
function bytesInstead(bytes: Uint8Array, around: Partial<Carried>, direction: Direction): Carried {
  const { text: _, message: __, body: ___, ...rest } = around;
  if (direction === 'sends') return { ...rest, kind: 'bytes', bytes };
  return { ...rest, ...carryBytes(bytes, defaultLimits) };
}
