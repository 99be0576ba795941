import type { JsonObject } from '../jsonrpc/json.js';
import type { Border } from '../transport/carried.js';
import type { Clock } from '../transport/clock.js';
import type { HttpCarrier, KitSide } from './kit-side.js';

/** What `proctor mock ROLE` may be told. */
export interface MockOptions {
  transport: 'stdio' | 'http';
  /** 0 lets the machine choose. */
  port: number;
  clock: Clock;
  border: Border;
  script?: JsonObject;
  permissive: boolean;
  switches: ReadonlySet<string>;
}

/** A reference that runs. */
export interface RunningMock {
  /** Where it listens; unset on stdio. */
  url?: string;
  /** Resolves when it has nothing left to do: the peer ended stdin, or `close` was called. */
  done: Promise<void>;
  close(): Promise<void>;
}

/** One role of a protocol: how the kit plays against it, and how the kit plays it. */
export interface RoleEntry {
  /** The first element of its ids. */
  protocol: string;
  /** The protocol version that the reference speaks. */
  version: string;
  /** Who opens the lane: the kit reaches a server; a client or host reaches the kit. */
  opens: 'kit' | 'target';
  /** Our side against a target of this role. `version` is the entry of versions.yaml. */
  kitSide(config: JsonObject, version: JsonObject, context: { dir: string; proctor: string }): KitSide;
  /** How our side speaks HTTP, where the role has it. */
  carrier?(url: string, headers: Record<string, string>): HttpCarrier;
  /** Starts the reference of this role. */
  mock(options: MockOptions): Promise<RunningMock>;
}
