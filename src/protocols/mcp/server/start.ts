import type { Readable, Writable } from 'node:stream';
import { randomBytes } from '../../../json/crypto.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import { type ServeStdioOptions, serveStdio } from '../../../jsonrpc/serve-stdio.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { keepAlive } from '../../../wire/keep-alive.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { defaultLimits, type Limits } from '../../../wire/limits.js';
import type { Exit } from './http/wire.js';
import { permissiveBorder } from './permissive/border.js';
import { type PermissiveVariants, readPermissive } from './permissive/variants.js';
import { loadScript } from './script/script.js';
import { type Random, type ServeOptions, serveMcp } from './session/session.js';
import { readSwitches } from './switches.js';

export interface McpServerOptions {
  transport: 'stdio' | 'http' | 'ws' | 'rest';
  /** HTTP: the port; 0, the default, lets the kernel pick. */
  port?: number;
  /** HTTP: the address to listen on. Default: 127.0.0.1. */
  host?: string;
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
  /** Names of SWITCHES. */
  switches?: Iterable<string>;
  /** Default: the system's randomness. */
  random?: Random;
  /** Told of errors of the server itself. Default: nobody. */
  failed?: (error: unknown) => void;
  /** Ends this process where a fault demands it. Default: for real. */
  exit?: Exit;
}

export interface RunningMcpServer {
  /** HTTP: the endpoint, such as http://127.0.0.1:40123/mcp */
  url?: string;
  port?: number;
  /** Bytes read from and written to the clients so far. */
  traffic: { heard(): number; said(): number };
  /** Resolves once the server is over: closed, or over stdio when the client left and what still ran was answered or stopped. Never rejects. */
  done: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the reference MCP server of revision 2025-11-25. Rejects with ScriptError for a script, variant or switch
 * that can't be used, and PortError where the port can't be had.
 */
export async function startMcpServer(options: McpServerOptions): Promise<RunningMcpServer> {
  const {
    clock = realClock,
    border = openBorder,
    limits = defaultLimits,
    random = randomBytes,
    failed,
    exit,
  } = options;
  const script = await loadScript(options.script);
  const permissive: PermissiveVariants = new Set([...readPermissive(options.permissive), ...script.permissive]);
  const switches = readSwitches(options.switches);
  const serve: ServeOptions & { random: Random } = {
    script,
    clock,
    permissive,
    switches,
    random,
    ...(failed && { failed }),
  };
  if (options.transport === 'stdio') {
    const { input = process.stdin, output = process.stdout } = options;
    return startStdio(serve, { input, output, border, limits, ...(exit && { exit }) });
  }
  const { port, host } = options;
  // Over stdio nothing needs an HTTP server, which takes longer to load than all else here.
  const { listenMcp } = await import('./http/endpoint.js');
  const listener = await listenMcp({
    ...serve,
    border,
    limits,
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(exit && { exit }),
  });
  let resolve: () => void = () => {};
  const closed = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    url: listener.url,
    port: listener.port,
    traffic: { heard: () => listener.traffic().received, said: () => listener.traffic().sent },
    done: closed,
    close: async () => {
      await listener.close();
      resolve();
    },
  };
}

function startStdio(serve: ServeOptions, streams: ServeStdioOptions & { border: Border }): RunningMcpServer {
  const { input } = streams;
  const border = permissiveBorder(streams.border, serve.permissive ?? new Set());
  let heard = 0;
  let said = 0;
  const counting: Border = {
    hears: (carried, deliver) => border.hears(carried, deliver),
    sends: (carried, emit) =>
      border.sends(carried, (emitted) => {
        const text = emitted.kind === 'message' ? (emitted.text ?? stringifyJson(emitted.message ?? null)) : undefined;
        said += text === undefined ? (emitted.bytes?.length ?? 0) : Buffer.byteLength(text) + 1;
        emit(text === undefined ? emitted : { ...emitted, text });
      }),
  };
  const session = serveMcp(serveStdio({ ...streams, border: counting }), serve);
  const outliving = serve.switches?.has('outlives-stdin') ? keepAlive() : undefined;
  // The link reads already, so this second listener starts nothing and misses nothing.
  input.on('data', (chunk: Buffer | string) => {
    heard += Buffer.byteLength(chunk);
  });
  const done = session.closed.then(async () => {
    await outliving?.over;
    await lastAnswers(session.settled());
    session.close();
  });
  return {
    traffic: { heard: () => heard, said: () => said },
    done,
    close: async () => {
      outliving?.end();
      session.close();
      await done;
    },
  };
}
