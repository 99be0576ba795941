import type { JsonObject } from './jsonrpc/json.js';
import type { HttpCarrier, KitSide } from './play/kit-side.js';
import type { Border } from './transport/carried.js';
import type { Clock } from './transport/clock.js';

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
  /** Our side against a target of this role. `version` is the entry of versions.yaml. */
  kitSide(config: JsonObject, version: JsonObject, context: { dir: string; proctor: string }): KitSide;
  /** How our side speaks HTTP, where the role has it. */
  carrier?(url: string, headers: Record<string, string>): HttpCarrier;
  /** Starts the reference of this role. */
  mock(options: MockOptions): Promise<RunningMock>;
}

/** Every role that this kit can test and play. Adding a protocol is one entry here and its folders. */
export const roles: { [role: string]: () => Promise<RoleEntry> } = {
  'mcp/server': async () => (await import('./mcp/roles.js')).server,
};

/** The entry of a role, or undefined where the kit does not know it. */
export async function roleEntry(role: string): Promise<RoleEntry | undefined> {
  return roles[role]?.();
}
