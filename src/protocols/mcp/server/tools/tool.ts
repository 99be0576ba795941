import type { JsonObject } from '../../../../json/json.js';
import type { Call } from '../call.js';
import { type Judge, ownSchema } from '../json-schema.js';
import type { Report } from '../progress.js';
import type { SessionState } from '../session/state.js';

/** What a tool works with while it is called. */
export interface ToolCall extends Call {
  readonly session: SessionState;
  readonly report: Report;
}

/** A tool: how lists show it and what it does. */
export interface Tool {
  name: string;
  /** The Tool object of tools/list. */
  spec: JsonObject;
  /** Whether it sends something before its result, so that over HTTP an event stream is opened at once. */
  streams: boolean;
  /** Judges arguments by the input schema. */
  judge: Judge;
  /** Gets arguments that match its input schema; returns a CallToolResult. */
  run(args: JsonObject, call: ToolCall): JsonObject | Promise<JsonObject>;
}

interface Plan {
  title: string;
  description: string;
  /** JSON Schemas of the arguments by name. */
  takes?: { [name: string]: JsonObject };
  /** Names of the arguments that must be there. */
  needs?: string[];
  outputSchema?: JsonObject;
  streams?: boolean;
  /** Whether it changes what the server holds. */
  changes?: boolean;
}

/** Makes a shipped tool. Arguments that it does not name are refused. */
export function tool(name: string, plan: Plan, run: Tool['run']): Tool {
  const { title, description, takes, needs, outputSchema } = plan;
  const inputSchema: JsonObject = {
    type: 'object',
    ...(takes && { properties: takes }),
    ...(needs && { required: needs }),
    additionalProperties: false,
  };
  return {
    name,
    streams: plan.streams ?? false,
    judge: ownSchema(inputSchema),
    run,
    spec: {
      name,
      title,
      description,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      annotations: { readOnlyHint: !plan.changes, openWorldHint: false },
    },
  };
}
