import type { ToolCallUpdate } from '../../../../generated/types/harn-extensions-v1.js';
import { isObject } from '../../../../json/json.js';
import { ToolError } from '../../../acp/agent/sessions/client.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import { argumentsIn, type Scene } from '../../../acp/agent/turns/scene.js';
import { ToolFailure, type ToolUse } from '../loop/tool-use.js';
import { askHost, DONE, harnSessionOf, loop, oneByOne, wait } from './playing.js';

/** How long the tools of `audited` take, in ms of the clock's time. */
const SHORT = 200;
/** How often `calls` calls its tool. */
const THRICE = 3;

/** Tool calls that end in other ways, or are made elsewhere (Harn extensions v1, ACP tool lifecycle). */
export const CALLS: { readonly [name: string]: Scene } = {
  fail: {
    description: 'Runs its own tool, which fails.',
    play: (turn) => oneByOne(turn, failing()),
  },
  misuse: {
    description: 'Calls a tool with arguments that its schema does not allow.',
    play: (turn) => oneByOne(turn, misused()),
  },
  broken: {
    description: 'Has a model whose tool call breaks off in the middle of its input.',
    play: async (turn) => {
      breakOff(turn);
      return loop(turn, () => DONE);
    },
  },
  audited: {
    description: 'Runs two tools in a mutation session.',
    play: async (turn) => {
      const session = harnSessionOf(turn);
      const mutation = { session_id: session.id, run_id: session.name('run'), mutation_scope: 'apply_workspace' };
      session.mutation = mutation;
      try {
        return await oneByOne(turn, wait(turn, 'step', SHORT, 1), wait(turn, 'step', SHORT, 2));
      } finally {
        delete session.mutation;
      }
    },
  },
  hosted: {
    description: 'Calls a tool that the host has.',
    hint: 'the tool, then its arguments as JSON',
    play: (turn, rest) => oneByOne(turn, hosted(turn, rest)),
  },
  call: {
    description: 'Calls a tool of an MCP server.',
    hint: 'the tool, then its arguments as JSON',
    play: (turn, rest) => oneByOne(turn, ofServer(turn, rest)),
  },
  calls: {
    description: 'Calls a tool of an MCP server three times.',
    hint: 'the tool, then its arguments as JSON',
    play: (turn, rest) => oneByOne(turn, ...Array.from({ length: THRICE }, () => ofServer(turn, rest))),
  },
};

const failing = (): ToolUse => ({
  tool: 'read_notes',
  kind: 'read',
  rawInput: { path: 'no-such-file.txt' },
  work: async () => {
    throw new ToolError('there is no file no-such-file.txt');
  },
});

const misused = (): ToolUse => ({
  tool: 'count',
  kind: 'think',
  rawInput: { to: 'a few' },
  work: async () => {
    throw new ToolFailure('schema_validation', '`to` must be a number');
  },
});

/** A tool call of which no more than the beginning of its input comes. */
function breakOff(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  const call = { toolCallId: session.name('call'), title: 'count' };
  const about = { ...call, kind: 'think' as const, status: 'pending' as const };
  session.tell({ sessionUpdate: 'tool_call', ...about, _meta: { harn: { parsing: true } } });
  const tell = (update: Omit<ToolCallUpdate, 'toolCallId'>) =>
    session.tell({ sessionUpdate: 'tool_call_update', ...call, ...update });
  tell({ _meta: { harn: { parsing: true, rawInputPartial: '{"to": ' } } });
  const error = 'the input of the call breaks off';
  tell({
    status: 'failed',
    rawOutput: { error },
    _meta: { harn: { parsing: false, rawInputPartial: '{"to": ', error, errorCategory: 'parse_aborted' } },
  });
}

/** The tool that a text names first, with the arguments that stand behind it as JSON. */
function toolIn(rest: string): Pick<ToolUse, 'tool' | 'rawInput'> {
  const [, tool = '', json = ''] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
  return { tool, rawInput: argumentsIn(json) };
}

/** A tool of the host, which is asked as for a builtin (Harn bridge, Calling host tools). */
function hosted(turn: PromptTurn, rest: string): ToolUse {
  const { tool, rawInput } = toolIn(rest);
  return {
    tool,
    kind: 'other',
    rawInput,
    executor: 'host_bridge',
    work: async () => {
      const value = await askHost(turn, 'builtin_call', { name: tool, args: [rawInput] });
      return isObject(value) ? value : { value };
    },
  };
}

function ofServer(turn: PromptTurn, rest: string): ToolUse {
  const { tool, rawInput } = toolIn(rest);
  const { servers } = turn.session;
  const serverName = servers?.nameOf(tool);
  return {
    tool,
    kind: 'other',
    rawInput,
    ...(serverName !== undefined && { executor: { kind: 'mcp_server', serverName } as const }),
    work: async (signal) => {
      harnSessionOf(turn).budget.spend('mcp_calls', 1);
      const text = await servers?.call(tool, rawInput, signal);
      if (text !== undefined) turn.say(text);
      return { text: text ?? null };
    },
  };
}
