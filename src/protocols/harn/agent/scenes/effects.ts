import { during, realClock } from '../../../../wire/clock/clock.js';
import { AddressGuard } from '../../../../wire/http/address-guard.js';
import { HttpClient } from '../../../../wire/http/client.js';
import { ToolError } from '../../../acp/agent/sessions/client.js';
import { pathIn } from '../../../acp/agent/tools/files.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import { type Scene, wordsOf } from '../../../acp/agent/turns/scene.js';
import type { ToolUse } from '../loop/tool-use.js';
import { harnSessionOf, oneByOne } from './playing.js';

/** Tools that change something outside: a file, a program, the network. */
export const EFFECTS: { readonly [name: string]: Scene } = {
  write: {
    description: 'Writes a file of the working directory with its own tool, without asking.',
    hint: 'the file, then its content',
    play: (turn, rest) => oneByOne(turn, write(turn, rest)),
  },
  into: {
    description: 'Writes another text into a file, which may be in a root beside the working directory.',
    hint: 'the file',
    play: (turn, rest) => oneByOne(turn, write(turn, `${rest.trim()} changed`)),
  },
  change: {
    description: 'Asks for permission, and writes a file of the working directory where that is granted.',
    hint: 'the file, then its content',
    play: (turn, rest) => oneByOne(turn, { ...write(turn, rest), ask: true }),
  },
  exec: {
    description: 'Runs a program with its own tool, without asking.',
    hint: 'the program and its arguments',
    play: (turn, rest) => oneByOne(turn, exec(turn, wordsOf(rest))),
  },
  fetch: {
    description: 'Reads a page over HTTP with its own tool, without asking.',
    hint: 'the url',
    play: (turn, rest) => oneByOne(turn, get(turn, rest.trim())),
  },
};

/** A tool that writes a file; what it held before is kept (Harn guide, session/rollback). */
function write(turn: PromptTurn, rest: string): ToolUse {
  const [name = 'notes.txt', content = 'new'] = wordsOf(rest);
  const path = pathIn(turn, name);
  return {
    tool: 'write_file',
    kind: 'edit',
    rawInput: { path: name, content },
    locations: [{ path }],
    work: async (signal) => {
      signal.throwIfAborted();
      attempt(() => {
        const { anchor, checkpoints, rules } = harnSessionOf(turn);
        const protectedBy = rules.protects(anchor.mountOf(path));
        if (protectedBy !== undefined) throw new ToolError(protectedBy);
        checkpoints.keep(path);
        turn.session.files.write(path, content);
      });
      return { path: name, written: content.length };
    },
  };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw asToolError(error);
  }
}

function exec(turn: PromptTurn, argv: readonly string[]): ToolUse {
  return {
    tool: 'exec',
    kind: 'execute',
    rawInput: { argv: [...argv] },
    work: async (signal) => {
      return { exitCode: await during(turn.clock, exitOf(turn, argv, signal)) };
    },
  };
}

/** Rejects with ToolError, and with the reason of `signal`. */
async function exitOf(turn: PromptTurn, argv: readonly string[], signal: AbortSignal): Promise<number | null> {
  try {
    const { files, programs } = harnSessionOf(turn);
    const { code } = await programs.run(argv, files.place('.'), signal);
    return code;
  } catch (error) {
    signal.throwIfAborted();
    throw asToolError(error);
  }
}

function get(turn: PromptTurn, url: string): ToolUse {
  return {
    tool: 'fetch',
    kind: 'fetch',
    rawInput: { url },
    work: async (signal) => {
      signal.throwIfAborted();
      return { status: await during(turn.clock, statusOf(url, signal)) };
    },
  };
}

/** ms of real time that a page may take. */
const PATIENCE = 30_000;

/** The status of an answer to GET. Rejects with ToolError, and with the reason of `signal`. */
async function statusOf(url: string, signal: AbortSignal): Promise<number> {
  if (!URL.canParse(url)) throw new ToolError(`${JSON.stringify(url)} is not an address`);
  const client = new HttpClient({ guard: new AddressGuard() });
  let status: number | undefined;
  let problem = `there was no answer within ${PATIENCE} ms`;
  const end = () => exchange.end();
  const call = { method: 'GET', url, headers: {}, stream: 'page' };
  const exchange = client.exchange(call, ({ http, closed }) => {
    status ??= http?.status;
    // Nobody wants the rest of it.
    if (http) end();
    problem = closed?.problem ?? problem;
  });
  const cancel = realClock.after(PATIENCE, end);
  signal.addEventListener('abort', end, { once: true });
  await exchange.done;
  cancel();
  signal.removeEventListener('abort', end);
  await client.close();
  signal.throwIfAborted();
  if (status === undefined) throw new ToolError(problem);
  return status;
}

const asToolError = (error: unknown) => new ToolError(error instanceof Error ? error.message : String(error));
