import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname } from 'node:path';
import { during } from '../../../../wire/clock/clock.js';
import { startProcess } from '../../../../wire/process/process.js';
import { type Scene, wordsOf } from '../../../acp/agent/scenes/scene.js';
import { pathIn } from '../../../acp/agent/tools/files.js';
import { ToolError } from '../../../acp/agent/turns/client.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { ToolUse } from '../tools/run.js';
import { harnSessionOf, oneByOne } from './playing.js';

/** ms of real time that a program has to go after the end of its stdin and after TERM. */
const GRACE = { eof: 500, term: 500 };

/** Tools that change something outside: a file, a program, the network. */
export const EFFECTS: { readonly [name: string]: Scene } = {
  write: {
    description: 'Writes a file of the working directory by a tool of its own, without asking.',
    hint: 'the file, then its content',
    play: (turn, rest) => oneByOne(turn, write(turn, rest)),
  },
  change: {
    description: 'Asks for permission, and writes a file of the working directory where that is granted.',
    hint: 'the file, then its content',
    play: (turn, rest) => oneByOne(turn, { ...write(turn, rest), ask: true }),
  },
  exec: {
    description: 'Runs a program by a tool of its own, without asking.',
    hint: 'the program and its arguments',
    play: (turn, rest) => oneByOne(turn, exec(turn, wordsOf(rest))),
  },
  fetch: {
    description: 'Reads a page over HTTP by a tool of its own, without asking.',
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
      harnSessionOf(turn).checkpoints.keep(path);
      await during(turn.clock, store(path, content));
      return { path: name, written: content.length };
    },
  };
}

async function store(path: string, content: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
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
      signal.throwIfAborted();
      return { exitCode: await during(turn.clock, exitOf(argv, turn.session.cwd)) };
    },
  };
}

async function exitOf(argv: readonly string[], cwd: string): Promise<number | null> {
  try {
    const program = await startProcess({ argv: [...argv], cwd });
    const { code } = await program.exited;
    await program.stop('eof', GRACE);
    return code;
  } catch (error) {
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
      return { status: await during(turn.clock, statusOf(url)) };
    },
  };
}

/** The status of an answer to GET. Rejects with ToolError. */
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(asToolError(error));
    try {
      const asked = request(url, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.on('error', failed);
      asked.end();
    } catch (error) {
      failed(error);
    }
  });

const asToolError = (error: unknown) => new ToolError(error instanceof Error ? error.message : String(error));
