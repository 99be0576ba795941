import type { Readable, Writable } from 'node:stream';
import type { LiveMock } from '../../../conversation/live/change.js';
import type { JsonObject } from '../../../json/json.js';
import type { Protect } from '../../../oauth/resource-server/protection.js';
import type { Border } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { Limits } from '../../../wire/limits.js';
import type { Exit } from './http/wire.js';
import type { Refusals } from './refusals.js';
import type { Random } from './session/session.js';
import type { Script, Shipped } from './state/script.js';

/** What a profile makes of the server with sessions. */
export interface ServerProfile {
  /** What it has where its script says nothing else. */
  readonly shipped: Shipped;
  readonly refusals: Refusals;
  /** The script as the profile plays it. */
  script(script: Script): Script;
}

export interface McpServerOptions {
  /** The revision. Default: 2025-11-25. */
  version?: string;
  transport: 'stdio' | 'http' | 'ws' | 'rest';
  /** HTTP: the port; 0, the default, lets the kernel pick. */
  port?: number;
  /** HTTP: the address to listen on. Default: 127.0.0.1. */
  host?: string;
  /** HTTP: the first segment of the path that every request must have. Default: none. */
  token?: string | undefined;
  /** HTTP: makes the server a protected one, as soon as its URL is known. Default: everybody may come. */
  protect?: Protect;
  /** stdio: where messages come from and go to. Default: this process's own. */
  input?: Readable;
  output?: Writable;
  /** Default: real time. */
  clock?: Clock;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  limits?: Limits;
  /** See `schemas/mcp-server-script`. Default: the shipped tools, resources and prompts. */
  script?: JsonObject;
  /** The usual permissive variants, or those that are named. Adds to those of the script. */
  permissive?: boolean | readonly string[];
  /** Names of its defects. */
  switches?: Iterable<string>;
  /** Default: the system's randomness. */
  random?: Random;
  /** Told of errors of the server itself. Default: nobody. */
  failed?: (error: unknown) => void;
  /** Ends this process where a fault demands it. Default: for real. */
  exit?: Exit;
  /** Default: the protocol and nothing else. */
  profile?: ServerProfile;
}

export interface RunningMcpServer extends Partial<LiveMock> {
  /** HTTP: the endpoint, such as http://127.0.0.1:40123/mcp */
  url?: string;
  port?: number;
  /** Bytes read from and written to the clients so far. */
  traffic: { heard(): number; said(): number };
  /** Resolves once the server is over: closed, or over stdio when the client left and what still ran was answered or stopped. Never rejects. */
  done: Promise<void>;
  close(): Promise<void>;
}

/** What listens over HTTP, whichever revision it speaks. */
interface Listener {
  url: string;
  port: number;
  traffic(): { received: number; sent: number };
  close(): Promise<void>;
}

/** A server that listens over HTTP, as one that runs: it is over once it is closed. */
export function runningListener(listener: Listener): RunningMcpServer {
  let resolve: () => void = () => {};
  const done = new Promise<void>((settle) => {
    resolve = settle;
  });
  return {
    url: listener.url,
    port: listener.port,
    traffic: { heard: () => listener.traffic().received, said: () => listener.traffic().sent },
    done,
    close: async () => {
      await listener.close();
      resolve();
    },
  };
}
