import { use } from '../../../../conversation/live/uses.js';
import type {
  CallToolRequestParams,
  CallToolResult,
  CreateTaskResult,
  ListToolsResult,
} from '../../../../generated/types/mcp-2025-11-25.js';
import type { Json } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { invalidParams, methodNotFound } from '../../errors.js';
import { failure } from '../content.js';
import { runsTasks } from '../lifecycle.js';
import { log } from '../logging.js';
import { reporter } from '../progress.js';
import type { Call, Handlers } from '../state/call.js';
import type { SessionState } from '../state/session-state.js';
import { type Tool, type ToolCall, taskSupportOf } from '../state/tool.js';
import { startTask } from '../tasks/handlers.js';
import { extraTool } from './changing.js';

type Answer = CallToolResult | CreateTaskResult;

/** The requests about tools (MCP 2025-11-25, Tools). */
export function toolHandlers(state: SessionState): Handlers {
  return {
    'tools/list': ({ cursor }): ListToolsResult => {
      const shown = toolsOf(state).map(({ spec }) => spec);
      const { entries: tools, ...next } = state.pager.page('tools', shown, ({ name }) => name, cursor);
      return { tools, ...next };
    },
    'tools/call': (params, call): Answer | Promise<Answer> => {
      const tool = findTool(state, params.name);
      if (!tool) throw invalidParams(`Unknown tool: ${params.name}`);
      use(tool.entry);
      const args = isObject(params.arguments) ? params.arguments : {};
      const run = (through: Call) => {
        const wrong = tool.judge(args);
        // Arguments that the schema refuses are the model's mistake, which it can mend (Tools, Error Handling).
        if (wrong !== undefined) return failure(`Invalid arguments for ${tool.name}: ${wrong}`);
        return tool.run(args, new CallOfTool(through, state, params));
      };
      const taken = state.taskFor?.(tool, call, run) as Answer | undefined;
      if (taken || !runsTasks(state)) return taken ?? run(call);
      const asTask = params.task !== undefined;
      const support = taskSupportOf(tool);
      if (asTask && support === 'forbidden') throw state.refusals.taskless(tool.name);
      if (!asTask && support === 'required') throw methodNotFound(`tools/call of ${tool.name} without a task`);
      return asTask ? startTask(state, params, call, run) : run(call);
    },
  };
}

/** A call as its tool has it. */
class CallOfTool implements ToolCall {
  constructor(
    private readonly call: Call,
    readonly session: SessionState,
    private readonly params: CallToolRequestParams,
  ) {}

  get about(): ToolCall['about'] {
    return this.call.about;
  }

  get signal(): AbortSignal {
    return this.call.signal;
  }

  get notify(): ToolCall['notify'] {
    return this.call.notify;
  }

  get request(): ToolCall['request'] {
    return this.call.request;
  }

  get requestAll(): ToolCall['requestAll'] {
    return this.call.requestAll;
  }

  get detach(): ToolCall['detach'] {
    return this.call.detach;
  }

  get hangUp(): ToolCall['hangUp'] {
    return this.call.hangUp;
  }

  /** One for the whole call: it knows what it has reported. */
  get report(): ToolCall['report'] {
    this.#report ??= reporter(this.call, this.params);
    return this.#report;
  }

  get log(): ToolCall['log'] {
    return (level, data, logger) => log(this.session, this.call, level, data, logger);
  }

  #report: ToolCall['report'] | undefined;
}

/** Whether a tools/call sends something before its result. */
export function callStreams(state: SessionState, name: Json | undefined): boolean {
  return findTool(state, name)?.streams ?? false;
}

function toolsOf(state: SessionState): readonly Tool[] {
  const { tools } = state.script;
  return state.extras.has('tools') ? [...tools, extraTool] : tools;
}

const findTool = (state: SessionState, name: Json | undefined) => toolsOf(state).find((tool) => tool.name === name);
