import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { setOwn } from '../../../json/own.js';

/** A tool call as the user sees it. `cancelled` is the client's own word: it never crosses the wire. */
export interface ShownToolCall {
  toolCallId: string;
  title: string;
  status: string;
  /** Members that came with it, each replaced by the latest that was not null. */
  more: JsonObject;
}

/**
 * What the user of a client sees of one session, out of its updates (ACP, Prompt Turn). Variants and values that it does
 * not know, and updates that do not fit, change nothing.
 */
export class SessionView {
  /** The messages of the agent, joined. */
  text = '';
  /** The thoughts of the agent, joined. */
  thoughts = '';
  /** The messages of the user that a loaded session repeats, joined. */
  repeated = '';
  plan: Json[] = [];
  mode: string | undefined;
  /** The settings of the session, by id. */
  readonly config: { [id: string]: Json } = {};
  commands: string[] = [];
  title: string | null = null;
  readonly toolCalls = new Map<string, ShownToolCall>();

  /** Takes the `update` of a `session/update`. */
  show(update: Json | undefined): void {
    if (!isObject(update)) return;
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        this.text += textOf(update.content);
        break;
      case 'agent_thought_chunk':
        this.thoughts += textOf(update.content);
        break;
      case 'user_message_chunk':
        this.repeated += textOf(update.content);
        break;
      case 'tool_call':
      case 'tool_call_update':
        this.toolCall(update);
        break;
      case 'plan':
        if (Array.isArray(update.entries)) this.plan = update.entries;
        break;
      case 'current_mode_update':
        if (typeof update.currentModeId === 'string') this.mode = update.currentModeId;
        break;
      case 'session_info_update':
        if (typeof update.title === 'string' || update.title === null) this.title = update.title;
        break;
      case 'config_option_update':
        this.configure(update.configOptions);
        break;
      case 'available_commands_update':
        if (Array.isArray(update.availableCommands)) this.commands = update.availableCommands.flatMap(nameOf);
        break;
    }
  }

  /** Takes a `configOptions`, which has every setting with its value. */
  configure(options: Json | undefined): void {
    if (!Array.isArray(options)) return;
    for (const id of Object.keys(this.config)) delete this.config[id];
    for (const option of options.filter(isObject))
      if (typeof option.id === 'string' && option.currentValue !== undefined)
        setOwn(this.config, option.id, option.currentValue);
  }

  /** The user cancels: what runs is shown as cancelled from now on, whatever the agent still says (Cancellation). */
  cancel(): void {
    for (const call of this.toolCalls.values()) if (!isOver(call.status)) call.status = 'cancelled';
  }

  /** A summary in JSON. */
  summary(): JsonObject {
    const toolCalls = [...this.toolCalls.values()].map(({ more, ...call }) => ({ ...more, ...call }));
    const { text, thoughts, repeated, plan, mode, commands, config, title } = this;
    return {
      text,
      thoughts,
      repeated,
      plan,
      commands,
      title,
      toolCalls,
      config: { ...config },
      ...(mode === undefined ? {} : { mode }),
    };
  }

  private toolCall({ sessionUpdate, toolCallId, title, status, ...rest }: JsonObject): void {
    if (typeof toolCallId !== 'string') return;
    const call = this.toolCalls.get(toolCallId) ?? { toolCallId, title: '', status: 'pending', more: {} };
    if (typeof title === 'string') call.title = title;
    if (typeof status === 'string' && call.status !== 'cancelled') call.status = status;
    for (const [name, value] of Object.entries(rest)) if (value !== null) setOwn<Json>(call.more, name, value);
    this.toolCalls.set(toolCallId, call);
  }
}

const isOver = (status: string) => status === 'completed' || status === 'failed';

const textOf = (content: Json | undefined) =>
  isObject(content) && content.type === 'text' && typeof content.text === 'string' ? content.text : '';

const nameOf = (command: Json) => (isObject(command) && typeof command.name === 'string' ? [command.name] : []);
