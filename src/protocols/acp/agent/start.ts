import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../../../json/json.js';
import { spellOddly } from '../../../json/odd-json.js';
import { serveStdio } from '../../../jsonrpc/serve-stdio.js';
import { type Border, type Carried, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { lastAnswers } from '../../../wire/last-answers.js';
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
  /** Takes the usual liberties, or those that are named. */
  permissive?: boolean | readonly string[];
  /** The defects that it shall have. */
  switches?: ReadonlySet<string>;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/** Defects that no message shows. */
export const SWITCHES = ['outlives-stdin'] as const;

/**
 * Starts the reference agent over stdio. Rejects with ScriptError for a script or freedom that can't be used.
 */
export async function startAgent(options: StartAgentOptions): Promise<{ done: Promise<void>; close(): Promise<void> }> {
  const { input = process.stdin, output = process.stdout, clock = realClock, switches = new Set(), failed } = options;
  const script = await loadScript(options.script, options.permissive);
  const plain = options.border ?? openBorder;
  const border = script.freedoms.has('odd-json') ? spellingOddly(plain) : plain;
  const link = serveStdio({ input, output, border });
  const server = serveAgent(link, { script, clock, ...(failed && { failed }) });
  const alive = switches.has('outlives-stdin') ? setInterval(() => {}, 60_000) : undefined;
  const done = server.closed.then(async () => {
    await lastAnswers(server.settled());
    await server.close();
  });
  return {
    done,
    close: async () => {
      clearInterval(alive);
      await server.close();
      await done;
    },
  };
}

/** The same border; what leaves through it is written in a way that is legal and rare. */
function spellingOddly(border: Border): Border {
  const spelt = (carried: Carried): Carried =>
    carried.kind === 'message' && carried.text === undefined
      ? { ...carried, text: spellOddly(carried.message ?? null) }
      : carried;
  return {
    hears: (carried, deliver) => border.hears(carried, deliver),
    sends: (carried, emit) => border.sends(carried, (emitted) => emit(spelt(emitted))),
  };
}
