import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../../../json/json.js';
import { serveStdio } from '../../../jsonrpc/serve-stdio.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { keepAlive } from '../../../wire/keep-alive.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { spelled } from './permissive/rewrites.js';
import { loadScript } from './script.js';
import { serveAgent } from './server.js';

export interface StartAgentOptions {
  /** Where messages come from and go to. Default: this process's own. */
  input?: Readable;
  output?: Writable;
  /** Default: real time. */
  clock?: Clock;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** See `schemas/acp-agent-script`. */
  script?: JsonObject;
  /** Which permissive options it takes: the usual ones, or those that are named. */
  permissive?: boolean | readonly string[];
  /** The defects that it shall have. */
  switches?: ReadonlySet<string>;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/** Defects that no message shows. */
export const SWITCHES = ['outlives-stdin'] as const;

/**
 * Starts the reference agent over stdio. Rejects with ScriptError for a script or permissive option that can't be used.
 */
export async function startAgent(options: StartAgentOptions): Promise<{ done: Promise<void>; close(): Promise<void> }> {
  const { input = process.stdin, output = process.stdout, clock = realClock, switches = new Set(), failed } = options;
  const script = await loadScript(options.script, options.permissive);
  const border = spelled(options.border ?? openBorder, script.permissive);
  const link = serveStdio({ input, output, border });
  const server = serveAgent(link, { script, clock, ...(failed && { failed }) });
  const outliving = switches.has('outlives-stdin') ? keepAlive() : undefined;
  const done = server.closed.then(async () => {
    await outliving?.over;
    await lastAnswers(server.settled());
    await server.close();
  });
  return {
    done,
    close: async () => {
      outliving?.end();
      await server.close();
      await done;
    },
  };
}
