import { pathIn, readText, writeText } from '../tools/files.js';
import { runTool } from '../tools/run.js';
import { runCommand } from '../tools/terminal.js';
import { textContent } from '../tools/tool.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import { argumentsIn, type Scene, wordsOf } from '../turns/scene.js';

/** ms of the clock's time that a tool takes which does nothing else. */
const WORK = 200;
/** How many tools one after the other take half a minute. */
const MANY = 150;

/** Tools: their own, files and terminals of the client, MCP servers. */
export const tools: { readonly [name: string]: Scene } = {
  work: {
    description: 'Runs two tools, one after the other.',
    play: (turn) => works(turn, 2),
  },
  labour: {
    description: 'Runs one tool after the other for half a minute.',
    play: (turn) => works(turn, MANY),
  },
  fail: {
    description: 'Runs a tool that fails.',
    play: async (turn) => {
      await readFile(turn, 'no-such-file.txt', []);
      turn.say('It is not there.');
      return undefined;
    },
  },
  read: {
    description: 'Reads a file of the working directory.',
    hint: 'the file, then the first line and how many',
    play: async (turn, rest) => {
      const [name = 'notes.txt', ...lines] = wordsOf(rest);
      await readFile(turn, name, lines.map(Number));
      turn.say('I have read it.');
      return undefined;
    },
  },
  write: {
    description: 'Writes a file of the working directory without asking.',
    hint: 'the file, then its content',
    play: async (turn, rest) => {
      const [name = 'notes.txt', content = 'new'] = wordsOf(rest);
      await writeFile(turn, name, content, false);
      turn.say('I have written it.');
      return undefined;
    },
  },
  edit: {
    description: 'Asks, and writes each of these files if it may.',
    hint: 'files',
    play: async (turn, rest) => {
      for (const name of wordsOf(rest)) await writeFile(turn, name, `by ${turn.session.id}\n`, true);
      turn.say('I am done.');
      return undefined;
    },
  },
  run: {
    description: 'Runs a command without asking.',
    hint: 'the program and its arguments',
    play: async (turn, rest) => {
      const [command = 'true', ...args] = wordsOf(rest);
      const spec = { title: `Run ${command}`, kind: 'execute' as const, rawInput: { command, args } };
      const end = await runTool(turn, spec, async (tool) => {
        const { output, exitCode } = await runCommand(turn, tool, command, args);
        return { rawOutput: { output, exitCode } };
      });
      turn.say(end === 'completed' ? 'It has ended.' : 'It could not be run.');
      return undefined;
    },
  },
  call: {
    description: 'Calls a tool of an MCP server.',
    hint: 'the tool, then its arguments as JSON',
    play: async (turn, rest) => {
      const [, tool = '', json = ''] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
      const args = argumentsIn(json);
      const spec = { title: `Call ${tool}`, kind: 'other' as const, rawInput: { tool, arguments: args } };
      await runTool(turn, spec, async () => {
        const text = (await turn.session.servers?.call(tool, args, turn.signal)) ?? '';
        turn.say(text);
        return { content: [textContent(text)], rawOutput: { text } };
      });
      return undefined;
    },
  },
};

async function works(turn: PromptTurn, count: number): Promise<undefined> {
  for (let nth = 1; nth <= count; nth++) {
    await runTool(turn, { title: `Think about part ${nth}`, kind: 'think', rawInput: { part: nth } }, async () => {
      await turn.pause(WORK);
      return { content: [textContent(`part ${nth} is clear`)], rawOutput: { part: nth } };
    });
  }
  turn.say('I have thought about it.');
}

async function readFile(turn: PromptTurn, name: string, [line, limit]: number[]): Promise<void> {
  const path = pathIn(turn, name);
  const lines = line === undefined || limit === undefined ? undefined : { line, limit };
  const spec = {
    title: `Read ${name}`,
    kind: 'read' as const,
    rawInput: { path },
    locations: [{ path, ...(lines && { line: lines.line }) }],
  };
  await runTool(turn, spec, async () => {
    const text = await readText(turn, path, lines);
    return { content: [textContent(text)], rawOutput: { characters: text.length } };
  });
}

async function writeFile(turn: PromptTurn, name: string, newText: string, ask: boolean): Promise<void> {
  const path = pathIn(turn, name);
  const spec = {
    title: `Write ${name}`,
    kind: 'edit' as const,
    rawInput: { path, newText },
    locations: [{ path, line: 1 }],
    content: [{ type: 'diff' as const, path, oldText: null, newText }],
    ask,
  };
  await runTool(turn, spec, async () => {
    await writeText(turn, path, newText);
    return { content: spec.content };
  });
}
