import type { ApprovalPolicy } from '../../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { Agent } from '../agent/agent.js';
import { calls, scripted } from '../agent/model.js';
import type { PromptTurn } from '../prompt-turn.js';
import { openMutation } from '../tools/mutation.js';
import { type Tool, ToolError } from '../tools/tool.js';
import { nameAndJson, objectOr, PromptError, type Scene } from './scene.js';

const POLICY: ApprovalPolicy = { auto_deny: ['delete*'], auto_approve: ['note'], require_approval: ['edit*'] };
const EDIT = { path: 'notes.txt', text: 'new' };

/** A tool of the runtime whose effect is that it says with which arguments it ran. */
function marking(turn: PromptTurn, name: string, kind: Tool['kind']): Tool {
  return {
    name,
    description: `The tool ${name}.`,
    kind,
    ...(kind === 'edit' ? { paths: ['path'] } : {}),
    run(args) {
      turn.say({ ran: args });
      return 'ok';
    },
  };
}

async function editOnce(turn: PromptTurn, rest: string, withMutation: boolean): Promise<void> {
  const args = objectOr(rest, EDIT);
  const mutation = withMutation ? { mutation: openMutation(turn, POLICY) } : {};
  const tools = [marking(turn, 'edit_file', 'edit')];
  const agent = new Agent(turn, { model: scripted(calls('edit_file', args)), tools, policy: POLICY, ...mutation });
  await agent.run(turn.prompt);
}

/** Agents that run tools under a policy. */
export const toolScenes: { [word: string]: Scene } = {
  'tool-call': {
    usage: 'tool-call {"argument": …}',
    async play(turn, rest) {
      const model = scripted(calls('note', objectOr(rest, { text: 'a note' })));
      await new Agent(turn, { model, tools: [marking(turn, 'note', 'other')], policy: POLICY }).run(turn.prompt);
    },
  },
  'tool-error': {
    usage: 'tool-error',
    async play(turn) {
      const failing: Tool = {
        ...marking(turn, 'note', 'other'),
        run: () => {
          throw new ToolError('the note is lost');
        },
      };
      await new Agent(turn, { model: scripted(calls('note', {})), tools: [failing], policy: POLICY }).run(turn.prompt);
    },
  },
  'tool-permission': {
    usage: 'tool-permission {"path": …}',
    play: (turn, rest) => editOnce(turn, rest, false),
  },
  'tool-audit': {
    usage: 'tool-audit {"path": …}',
    play: (turn, rest) => editOnce(turn, rest, true),
  },
  'tool-autodeny': {
    usage: 'tool-autodeny',
    async play(turn) {
      const model = scripted(calls('delete_file', { path: 'notes.txt' }));
      await new Agent(turn, { model, tools: [marking(turn, 'delete_file', 'edit')], policy: POLICY }).run(turn.prompt);
    },
  },
  'two-tools': {
    usage: 'two-tools {"first": {…}, "second": {…}}',
    async play(turn, rest) {
      const { first, second } = objectOr(rest, { first: EDIT, second: { ...EDIT, path: 'other.txt' } });
      const both = [
        { tool: 'edit_file', args: argumentsOf(first) },
        { tool: 'edit_config', args: argumentsOf(second) },
      ];
      const tools = [marking(turn, 'edit_file', 'edit'), marking(turn, 'edit_config', 'edit')];
      await new Agent(turn, { model: scripted({ calls: both }), tools, policy: POLICY }).run(turn.prompt);
    },
  },
  'loop-host-tool': {
    usage: 'loop-host-tool NAME {"argument": …}',
    async play(turn, rest) {
      const { name, value } = nameAndJson(rest, {});
      const tool: Tool = { name, description: 'A tool of the host.', kind: 'other' };
      await new Agent(turn, { model: scripted(calls(name, argumentsOf(value))), tools: [tool] }).run(turn.prompt);
    },
  },
};

function argumentsOf(value: Json | undefined): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new PromptError('the arguments of a tool are a JSON object');
}
