import type { ToolKind } from '../../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { HostError, TOOL_REJECTED } from '../host/host.js';
import type { PromptTurn } from '../prompt-turn.js';

/** A tool of an agent. */
export interface Tool {
  name: string;
  description: string;
  /** ACP's kind of the tool. */
  kind: ToolKind;
  /** Not given to the model until a search promotes it. */
  deferred?: boolean;
  /** The arguments that hold paths. */
  paths?: readonly string[];
  /** Handles a call here; without it the host does. */
  run?(args: JsonObject): Json | Promise<Json>;
}

/** How a call of a tool ended. */
export type Outcome =
  | { kind: 'done'; value: Json }
  | { kind: 'denied'; reason: string }
  | { kind: 'failed'; message: string };

/** Runs a tool: in the runtime, or by builtin_call in the host (Harn bridge, Host tool discovery, Invocation). */
export async function runTool(turn: PromptTurn, tool: Tool, args: JsonObject): Promise<Outcome> {
  try {
    return { kind: 'done', value: tool.run ? await tool.run(args) : await callBuiltin(turn, tool.name, [args]) };
  } catch (error) {
    if (error instanceof HostError && error.code === TOOL_REJECTED) return { kind: 'denied', reason: error.message };
    if (error instanceof HostError || error instanceof ToolError) return { kind: 'failed', message: error.message };
    throw error;
  }
}

/** A handler of a tool gives up. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolError';
  }
}

/** Calls a builtin of the host. Rejects with HostError. */
export function callBuiltin(turn: PromptTurn, name: string, args: Json[]): Promise<Json> {
  return turn.host.request('builtin_call', { name, args });
}

/** The paths that a call declares to touch. */
export function declaredPaths({ paths = [] }: Tool, args: JsonObject): string[] {
  return paths.map((name) => args[name]).filter((path): path is string => typeof path === 'string');
}
