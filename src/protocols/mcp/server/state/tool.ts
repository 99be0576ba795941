import type {
  CallToolResult,
  ClientCapabilities,
  Tool as ToolEntry,
  ToolExecution,
} from '../../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import type { ServerNotifications } from '../../methods.js';
import type { LogLevel } from '../../revision.js';
import { type Judge, ownSchema } from '../json-schema.js';
import type { Call } from './call.js';

/** A list of the server that can change while a session lives. */
export type ChangingList = 'tools' | 'resources' | 'prompts';

/** What a tool knows and changes of the session that calls it. */
export interface ToolSession {
  readonly clock: Clock;
  /** What the client declared; empty before initialize. */
  readonly capabilities: ClientCapabilities;
  /** `new` before initialize was answered, `open` after, `ready` once the client said initialized. */
  readonly phase: 'new' | 'open' | 'ready';
  /** What answers a call that needs what the client did not declare. Throws where the revision has an error for that. */
  lacking(needed: ClientCapabilities, reason: string): CallToolResult;
  /** A UUID from the server's source of randomness. */
  uuid(): string;
  /** How often a model may use tools in one call before it has to answer. */
  readonly toolRounds: number;
  /** What tools keep for whoever calls them, by a handle. */
  readonly kept: Map<string, string>;
  /**
   * Sends a notification that belongs to the session rather than to a request; held back until the client said
   * initialized. `cause` is the request that brought it about, whose stream carries it where no other is open.
   */
  announce<M extends keyof ServerNotifications>(
    method: M,
    params: ServerNotifications[M]['params'],
    cause?: Call,
  ): void;
  /** Adds the extra entry of a list, or removes it, and tells the client. Returns whether it is there now. */
  toggle(list: ChangingList, cause: Call): boolean;
  /**
   * Tells the client that a resource changed, if it subscribed. Each session has resources of its own. Returns false where
   * there is no such resource.
   */
  touch(uri: string, cause: Call): boolean;
}

/** Reports that step `done` of `total` is over. Sends nothing unless the request asked for progress. */
export type Report = (done: number, total: number, message?: string) => void;

/** What a tool works with while it is called. */
export interface ToolCall extends Call {
  readonly session: ToolSession;
  readonly report: Report;
  /** Sends a log message on the stream of the call, unless the client asked for more severe ones only. */
  log(level: LogLevel, data: Json, logger?: string): void;
}

/** A tool: how lists show it and what it does. */
export interface Tool {
  name: string;
  /** The Tool object of tools/list. */
  spec: ToolEntry;
  /** Whether it sends something before its result, so that over HTTP an event stream is opened at once. */
  streams: boolean;
  /** Whether it may, must or can't run as a task. Default: it can't. */
  taskSupport?: ToolExecution['taskSupport'] | undefined;
  /** Whether it asks the client before it can go on as a task: `ToolCall.detach` says when. */
  asksFirst?: boolean;
  /** Judges arguments by the input schema. */
  judge: Judge;
  /** Gets arguments that match its input schema. */
  run(args: JsonObject, call: ToolCall): CallToolResult | Promise<CallToolResult>;
  /** What stands for its entry in a script, for `use`. */
  entry?: object;
}

/** A JSON Schema of an object, with any keywords: the protocol names only some. */
export type ObjectSchema = ToolEntry['inputSchema'] & JsonObject;

interface Plan {
  title: string;
  description: string;
  /** JSON Schemas of the arguments by name. */
  takes?: { [name: string]: JsonObject };
  /** Names of the arguments that must be there. */
  needs?: string[];
  outputSchema?: ObjectSchema;
  streams?: boolean;
  /** Whether it changes what the server holds. */
  changes?: boolean;
  taskSupport?: ToolExecution['taskSupport'];
}

/** Makes a shipped tool. Arguments that it does not name are refused. */
export function tool(name: string, plan: Plan, run: Tool['run']): Tool {
  const { title, description, takes, needs, outputSchema } = plan;
  const inputSchema: ObjectSchema = {
    type: 'object',
    ...(takes && { properties: takes }),
    ...(needs && { required: needs }),
    additionalProperties: false,
  };
  return {
    name,
    streams: plan.streams ?? false,
    judge: ownSchema(inputSchema),
    taskSupport: plan.taskSupport,
    run,
    spec: {
      name,
      title,
      description,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      ...(plan.taskSupport && { execution: { taskSupport: plan.taskSupport } }),
      annotations: { readOnlyHint: !plan.changes, openWorldHint: false },
    },
  };
}

/** Whether a tool may, must or can't run as a task (MCP 2025-11-25, Tasks, Tool-Level Negotiation). */
export const taskSupportOf = ({ taskSupport }: Tool): NonNullable<ToolExecution['taskSupport']> =>
  taskSupport ?? 'forbidden';
