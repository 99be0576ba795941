import { randomUUID } from 'node:crypto';
import type { Json } from '../json/json.js';
import { own } from '../json/own.js';
import type { Scope } from '../language/values/index.js';
import { viewOf, type WireRecord } from '../wire/record.js';
import type { Requests } from './requests.js';
import type { Stage } from './stage.js';

/** The values that a case's texts may name: its captures, its messages, its channels, and what the kit provides. */
export class Names {
  private readonly saved = new Map<string, Json>();
  private readonly origins = new Map<string, WireRecord>();

  constructor(
    private readonly stage: Stage,
    private readonly requests: Requests,
    /** Values of an outer play, such as the captures of steps that ran before. */
    constants: { [name: string]: Json } = {},
  ) {
    for (const [name, value] of Object.entries(constants)) this.saved.set(name, value);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get(name: string): Json | undefined {
    if (this.saved.has(name)) return this.saved.get(name);
    if (name === 'uuid') return randomUUID();
    if (name === 'dir') return this.stage.dir();
    const record = this.requests.recordNamed(name);
    if (record) return viewOf(record);
    const [channel, member, ...rest] = name.split('.');
    if (member !== undefined && rest.length === 0) {
      const value = own(this.stage.channel(channel)?.values ?? {}, member);
      if (value !== undefined) return value;
    }
    return this.stage.builtIn(name);
  }

  /** Every name known now, for suggestions. */
  names(): string[] {
    return [...this.saved.keys(), ...this.requests.names(), ...this.stage.builtInNames(), 'dir', 'uuid'];
  }

  /** What `$token` and others make that need what the steps have. */
  make(name: string, operand: Json): Json | undefined {
    return this.stage.make?.(name, operand);
  }

  /** These names with some more over them. */
  with(more: { [name: string]: Json }): Scope {
    return {
      has: (name) => Object.hasOwn(more, name) || this.has(name),
      get: (name) => (Object.hasOwn(more, name) ? more[name] : this.get(name)),
      names: () => [...Object.keys(more), ...this.names()],
      make: (name, operand) => this.make(name, operand),
    };
  }

  /** Captures a value, out of a message. */
  save(name: string, value: Json, origin?: WireRecord): void {
    this.saved.set(name, value);
    if (origin) this.origins.set(name, origin);
  }

  /** The message that a reference goes into: what has its name, or gave the capture. Undefined for values of other kinds. */
  source(reference: string): WireRecord | undefined {
    const [root = ''] = reference.split('.');
    return this.saved.has(root) ? this.origins.get(root) : this.requests.recordNamed(root);
  }

  captures(): { [name: string]: Json } {
    return Object.fromEntries(this.saved);
  }
}
