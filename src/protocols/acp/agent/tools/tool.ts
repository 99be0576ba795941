import type { ToolCallContent, ToolCallLocation, ToolKind } from '../../../../generated/types/acp-1.21.0.js';
import type { JsonObject } from '../../../../json/json.js';

/** A tool call as it is announced. */
export interface ToolSpec {
  title: string;
  kind: ToolKind;
  rawInput: JsonObject;
  /** Absolute paths that it touches, with lines from 1. */
  locations?: ToolCallLocation[];
  content?: ToolCallContent[];
  /** Whether the user is asked first, unless the mode of the session or an earlier answer has decided. */
  ask?: boolean;
}

/** What came of a tool. */
export interface ToolResult {
  content?: ToolCallContent[];
  rawOutput?: JsonObject;
}

/** How a tool call ended. */
export type ToolEnd = 'completed' | 'failed' | 'rejected';

/** A tool call while it runs. */
export interface RunningTool {
  /** Shows what there is to see so far. It takes the place of what was shown before. */
  show(content: ToolCallContent[]): void;
}

/** A text as content of a tool call. */
export const textContent = (text: string): ToolCallContent => ({ type: 'content', content: { type: 'text', text } });
